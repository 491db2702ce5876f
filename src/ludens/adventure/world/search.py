"""Dijkstra's search over the map, fast enough for ten thousand rooms between two turns.

Costs come in few different sizes, so the rooms to look at next wait in buckets of equal cost
(R. Dial, Algorithm 360, 1969), and rooms are numbered so that distances live in a list. What a
step costs is computed once and again only when its room changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from ludens.adventure.world.bulk import building
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.graph import destinations
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

GRAIN = 16
"""Costs are counted in sixteenths of a step: their sums are exact and their buckets few."""
UNREACHED = 1 << 60


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
    """For each room, by number: where its ways lead, at what cost, and its untried exits."""

    def __init__(self, world: WorldMap, costs: Costs) -> None:
        self.costs = costs
        self.rooms: list[RoomId] = []
        self.numbers: dict[RoomId, int] = {}
        self.ends: list[tuple[tuple[int, tuple[int, ...]], ...]] = []
        """For each cost, in grains, the rooms that steps of this cost lead to."""
        self.steps: list[list[tuple[int, int, str]]] = []
        """The same steps with their directions."""
        self.untried: dict[int, list[tuple[int, str]]] = {}
        """For each room that has any: its untried exits, each with the cost of trying it."""
        self.search: Search | None = None
        """The last search; dropped when the map changes."""
        self._touched: dict[RoomId, None] = dict.fromkeys(world.rooms)

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        self._touched.update(dict.fromkeys(rooms))

    def update(self, world: WorldMap) -> None:
        """Take in what changed since the last time."""
        if not self._touched:
            return
        touched, self._touched = self._touched, {}
        with building(len(touched)):
            for id_ in touched:
                self._renew(world, id_)

    def _renew(self, world: WorldMap, id_: RoomId) -> None:
        """Compute the steps and the untried exits of one room."""
        number = self.number(id_)
        steps: list[tuple[int, int, str]] = []
        untried: list[tuple[int, str]] = []
        room = world.rooms.get(id_)
        for direction, way in room.exits.items() if room is not None else ():
            if way.status is ExitStatus.UNEXPLORED:
                untried.append((_grains(self.price_of_trying(way)), direction))
            for to in destinations(way):
                price = self.price(way, to, dark=world.rooms[to].dark)
                if price is not None:
                    steps.append((_grains(price), self.number(to), direction))
        if (number in self.untried) != bool(untried):
            self.search = None
        self.untried.pop(number, None)
        if untried:
            self.untried[number] = sorted(untried)
        if steps != self.steps[number]:
            self.steps[number] = steps
            by_price: dict[int, list[int]] = {}
            for grains, end, _ in steps:
                by_price.setdefault(grains, []).append(end)
            self.ends[number] = tuple((price, tuple(to)) for price, to in by_price.items())
            self.search = None

    def number(self, room: RoomId) -> int:
        """Return a room's number, a new one for a new room."""
        number = self.numbers.get(room)
        if number is None:
            number = self.numbers[room] = len(self.rooms)
            self.rooms.append(room)
            self.steps.append([])
            self.ends.append(())
            self.search = None
        return number

    def price(self, way: Exit, to: RoomId, *, dark: bool) -> float | None:
        """Return what it costs to reach a room by a way; None: it cannot be done."""
        costs = self.costs
        price = 1.0 + way.to_blame * costs.death + (costs.dark if dark else 0.0)
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
        return round(price * GRAIN) / GRAIN

    def price_of_trying(self, way: Exit) -> float:
        """Return what it costs to try an exit that was never tried, from its room."""
        costs = self.costs
        return 1.0 + way.deaths * costs.death + (1.0 - way.confidence) * costs.doubt


def search_from(world: WorldMap, start: RoomId, costs: Costs) -> Search:
    """Return the search from a room; the same one as long as neither ways nor room change."""
    readers = world.graph.readers
    table = readers.get(costs)
    if not isinstance(table, StepTable):
        if len(readers) >= MEMORY:
            del readers[next(iter(readers))]
        table = readers[costs] = StepTable(world, costs)
    table.update(world)
    number = table.number(start)
    if table.search is None or table.search.start != number:
        table.search = Search(table, number)
    return table.search


class Search:
    """One search from one room, carried as far as anybody asked."""

    def __init__(self, table: StepTable, start: int) -> None:
        self.table = table
        self.start = start
        self.distance = [UNREACHED] * len(table.rooms)
        """The cost of reaching each room, by number, in grains; final once it is settled."""
        self.before = [-1] * len(table.rooms)
        """From which room each was reached, by number."""
        self.settled: list[int] = []
        """Rooms by number, the cheapest to reach first."""
        self.open: list[int] = []
        """Those of them that have exits nobody has tried."""
        self.routes: dict[int, Any] = {}
        """The routes to rooms by number, as far as anybody asked."""
        self.distance[start] = 0
        self._buckets = {0: [start]}
        self._waiting = [0]

    def settle(self) -> Iterator[int]:
        """Yield rooms by number, the cheapest to reach first, each once."""
        position = 0
        while position < len(self.settled) or self.advance():
            for number in self.settled[position:]:
                yield number
                position += 1

    @property
    def horizon(self) -> int:
        """What the rooms that are not settled yet cost to reach at least, in grains."""
        return self._waiting[0] if self._waiting else UNREACHED

    def reach(self, goal: int) -> bool:
        """Return whether a room can be reached; its distance is final afterwards."""
        while not self._is_final(goal):
            if not self.advance():
                return False
        return True

    def _is_final(self, goal: int) -> bool:
        return self.distance[goal] < self.horizon

    def advance(self) -> bool:
        """Settle the rooms of the next cost; return False when there are no more."""
        distance, before = self.distance, self.before
        ends, untried = self.table.ends, self.table.untried
        buckets, waiting = self._buckets, self._waiting
        if not waiting:
            return False
        cost = heappop(waiting)
        level = [number for number in buckets.pop(cost) if distance[number] == cost]
        self.settled += level
        if untried:
            self.open += [number for number in level if number in untried]
        found: dict[int, list[int]] = {}
        for number in level:
            for price, rooms in ends[number]:
                reached = cost + price
                for to in rooms:
                    if reached < distance[to]:
                        distance[to] = reached
                        before[to] = number
                        if reached in found:
                            found[reached].append(to)
                        else:
                            found[reached] = [to]
        for reached, rooms_found in found.items():
            if reached in buckets:
                buckets[reached] += rooms_found
            else:
                buckets[reached] = rooms_found
                heappush(waiting, reached)
        return True

    def steps_to(self, number: int) -> list[tuple[RoomId, str, RoomId]]:
        """Return the steps (from, direction, to) from the start to a room that was settled."""
        rooms, distance = self.table.rooms, self.distance
        steps = []
        while number != self.start:
            origin = self.before[number]
            direction = next(
                direction
                for price, to, direction in self.table.steps[origin]
                if to == number and distance[origin] + price == distance[number]
            )
            steps.append((rooms[origin], direction, rooms[number]))
            number = origin
        return steps[::-1]


def _grains(price: float) -> int:
    return round(price * GRAIN)
