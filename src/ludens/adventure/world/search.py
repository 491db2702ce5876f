"""Dijkstra's search over the map, fast enough for ten thousand rooms between two turns.

Costs come in few different sizes, so the rooms to look at next wait in buckets of equal cost
(R. Dial, Algorithm 360, 1969), and rooms are numbered so that distances live in a list. What a
step costs is computed once and again only when its room changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from ludens.adventure.events import RoomId
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.graph import destinations
from ludens.adventure.world.map import WorldMap

GRAIN = 16
"""Costs are rounded to a sixteenth of a step: their sums are exact and their buckets few."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What makes a way worth avoiding, in steps over a plain one."""

    dark: float = 10.0
    """To come into a dark room; 0 for who carries a light."""
    assumed: float = 0.5
    """To use a way that was never walked."""
    one_way: float = 2.0
    """To leave where the opposite direction does not lead back."""
    teleport: float = 3.0
    """To rely on being carried again."""
    retry: float = 3.0
    """For each time that a random way may be expected to lead elsewhere first."""
    death: float = 50.0
    """For each death that this way cost."""
    blocked: float | None = None
    """To try a blocked way whose destination is known; None: never."""
    doubt: float = 4.0
    """To try an exit that was never tried and may not exist, times the doubt of it."""


WITH_LIGHT = Costs(dark=0.0)
WITHOUT_LIGHT = Costs()
RAREST = 0.02
"""A random way is not thought to lead anywhere less often than this."""
MEMORY = 4
"""Sets of costs whose steps are kept at hand."""


class StepTable:
    """For each room, by number: its steps (cost, room, direction) and its untried exits."""

    def __init__(self, world: WorldMap, costs: Costs) -> None:
        self.costs = costs
        self.rooms: list[RoomId] = []
        self.numbers: dict[RoomId, int] = {}
        self.steps: list[list[tuple[float, int, str]]] = []
        self.untried: list[list[tuple[float, str]]] = []
        self._touched: dict[RoomId, None] = dict.fromkeys(world.rooms)

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        self._touched.update(dict.fromkeys(rooms))

    def update(self, world: WorldMap) -> None:
        """Take in what changed since the last time."""
        touched, self._touched = self._touched, {}
        for id_ in touched:
            number = self.number(id_)
            steps: list[tuple[float, int, str]] = []
            untried: list[tuple[float, str]] = []
            room = world.rooms.get(id_)
            for direction, way in room.exits.items() if room is not None else ():
                if way.status is ExitStatus.UNEXPLORED:
                    untried.append((self.price_of_trying(way), direction))
                for to in destinations(way):
                    price = self.price(way, to, dark=world.rooms[to].dark)
                    if price is not None:
                        steps.append((price, self.number(to), direction))
            self.steps[number] = steps
            self.untried[number] = sorted(untried)

    def number(self, room: RoomId) -> int:
        """Return a room's number, a new one for a new room."""
        number = self.numbers.get(room)
        if number is None:
            number = self.numbers[room] = len(self.rooms)
            self.rooms.append(room)
            self.steps.append([])
            self.untried.append([])
        return number

    def price(self, way: Exit, to: RoomId, *, dark: bool) -> float | None:
        """Return what it costs to reach a room by a way; None: it cannot be done."""
        costs = self.costs
        price = 1.0 + way.deaths * costs.death + (costs.dark if dark else 0.0)
        match way.status:
            case ExitStatus.EXPLORED:
                pass
            case ExitStatus.ASSUMED:
                price += costs.assumed
            case ExitStatus.BLOCKED if costs.blocked is not None:
                price += costs.blocked
            case _:
                return None
        if way.one_way:
            price += costs.one_way
        if way.teleport:
            price += costs.teleport
        if way.random:
            price += costs.retry * (1.0 / max(way.chance(to), RAREST) - 1.0)
        return _rounded(price)

    def price_of_trying(self, way: Exit) -> float:
        """Return what it costs to try an exit that was never tried, from its room."""
        costs = self.costs
        return _rounded(1.0 + way.deaths * costs.death + (1.0 - way.confidence) * costs.doubt)


def step_table(world: WorldMap, costs: Costs) -> StepTable:
    """Return the map's steps at these costs, brought up to date."""
    readers = world.graph.readers
    table = readers.get(costs)
    if not isinstance(table, StepTable):
        if len(readers) >= MEMORY:
            del readers[next(iter(readers))]
        table = readers[costs] = StepTable(world, costs)
    table.update(world)
    return table


class Search:
    """One search from one room, as far as it is followed."""

    def __init__(self, world: WorldMap, start: RoomId, costs: Costs) -> None:
        self.table = step_table(world, costs)
        self.start = self.table.number(start)
        self.distance = [inf] * len(self.table.rooms)
        self.came_by: list[tuple[int, str] | None] = [None] * len(self.table.rooms)

    def settle(self) -> Iterator[tuple[float, int]]:
        """Yield rooms by number with their cost from the start, the cheapest first, each once."""
        distance, came_by, steps = self.distance, self.came_by, self.table.steps
        distance[self.start] = 0.0
        buckets = {0.0: [self.start]}
        waiting = [0.0]
        while waiting:
            cost = heappop(waiting)
            for number in buckets.pop(cost):
                if distance[number] != cost:
                    continue
                yield cost, number
                for price, to, direction in steps[number]:
                    reached = cost + price
                    if reached < distance[to]:
                        distance[to] = reached
                        came_by[to] = (number, direction)
                        bucket = buckets.get(reached)
                        if bucket is None:
                            buckets[reached] = [to]
                            heappush(waiting, reached)
                        else:
                            bucket.append(to)

    def steps_to(self, number: int) -> list[tuple[RoomId, str, RoomId]]:
        """Return the steps (from, direction, to) from the start to a room that was settled."""
        rooms = self.table.rooms
        steps = []
        while (step := self.came_by[number]) is not None:
            origin, direction = step
            steps.append((rooms[origin], direction, rooms[number]))
            number = origin
        return steps[::-1]


def _rounded(price: float) -> float:
    return round(price * GRAIN) / GRAIN
