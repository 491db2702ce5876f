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

from ludens.adventure.world.bulk import building
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.graph import destinations
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

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
    """For each room, by number: where its ways lead, at what cost, and its untried exits."""

    def __init__(self, world: WorldMap, costs: Costs) -> None:
        self.costs = costs
        self.rooms: list[RoomId] = []
        self.numbers: dict[RoomId, int] = {}
        self.plain: list[list[int]] = []
        """The rooms that a step of cost 1 leads to: most steps there are."""
        self.dear: list[list[tuple[float, int]]] = []
        """The rooms that dearer steps lead to, each with its cost."""
        self.steps: list[list[tuple[float, int, str]]] = []
        """Both, with their directions."""
        self.untried: list[list[tuple[float, str]]] = []
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
        was_open, self.untried[number] = bool(self.untried[number]), sorted(untried)
        if was_open != bool(untried):
            self.search = None
        if steps != self.steps[number]:
            self.steps[number] = steps
            self.plain[number] = [to for price, to, _ in steps if price == 1.0]
            self.dear[number] = [(price, to) for price, to, _ in steps if price != 1.0]
            self.search = None

    def number(self, room: RoomId) -> int:
        """Return a room's number, a new one for a new room."""
        number = self.numbers.get(room)
        if number is None:
            number = self.numbers[room] = len(self.rooms)
            self.rooms.append(room)
            self.steps.append([])
            self.plain.append([])
            self.dear.append([])
            self.untried.append([])
            self.search = None
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
        self.distance = [inf] * len(table.rooms)
        """The cost of reaching each room, by number; final once it is settled."""
        self.before = [-1] * len(table.rooms)
        """From which room each was reached, by number."""
        self.settled: list[int] = []
        """Rooms by number, the cheapest to reach first."""
        self.open: list[int] = []
        """Those of them that have exits nobody has tried."""
        self.distance[start] = 0.0
        self._buckets = {0.0: [start]}
        self._waiting = [0.0]

    def settle(self) -> Iterator[int]:
        """Yield rooms by number, the cheapest to reach first, each once."""
        position = 0
        while position < len(self.settled) or self.advance():
            for number in self.settled[position:]:
                yield number
                position += 1

    @property
    def horizon(self) -> float:
        """What the rooms that are not settled yet cost to reach at least."""
        return self._waiting[0] if self._waiting else inf

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
        plain, dear, untried = self.table.plain, self.table.dear, self.table.untried
        buckets, waiting = self._buckets, self._waiting
        if not waiting:
            return False
        cost = heappop(waiting)
        onward = cost + 1.0
        found: list[int] = []
        for number in buckets.pop(cost):
            if distance[number] != cost:
                continue
            self.settled.append(number)
            if untried[number]:
                self.open.append(number)
            for to in plain[number]:
                if onward < distance[to]:
                    distance[to] = onward
                    before[to] = number
                    found.append(to)
            for price, to in dear[number]:
                reached = cost + price
                if reached < distance[to]:
                    distance[to] = reached
                    before[to] = number
                    bucket = buckets.get(reached)
                    if bucket is None:
                        buckets[reached] = [to]
                        heappush(waiting, reached)
                    else:
                        bucket.append(to)
        if found and onward in buckets:
            buckets[onward] += found
        elif found:
            buckets[onward] = found
            heappush(waiting, onward)
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


def _rounded(price: float) -> float:
    return round(price * GRAIN) / GRAIN
