"""Ways through the map: what they cost, paths as commands, and what is left to explore."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from typing import Self

from ludens.adventure.world.exits import Exit, ExitStatus, Room
from ludens.adventure.world.map import WorldMap, destinations
from ludens.adventure.world.places import RoomId

GRAIN = 16
"""Costs are whole sixteenths of a step, so that their sums are exact."""


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
    doubt: float = 4.0
    """To try an exit that was never tried and may not exist, times the doubt of it."""

    def of(self, way: Exit, to: RoomId, *, dark: bool) -> float | None:
        """Return what it costs to reach a room by a way; None: it cannot be done."""
        price = 1.0 + way.to_blame * self.death + (self.dark if dark else 0.0)
        match way.status:
            case ExitStatus.EXPLORED:
                pass
            case ExitStatus.ASSUMED:
                price += self.assumed
            case _:
                return None
        price += self.one_way * way.one_way + self.teleport * way.teleport
        if way.random:
            price += self.retry * (1.0 / max(way.chance(to), RAREST) - 1.0)
        return round(price * GRAIN) / GRAIN

    def of_trying(self, way: Exit) -> float:
        """Return what it costs to try an exit that was never tried, from its room."""
        price = 1.0 + way.deaths * self.death + (1.0 - way.confidence) * self.doubt
        return round(price * GRAIN) / GRAIN


WITH_LIGHT = Costs(dark=0.0)
WITHOUT_LIGHT = Costs()
RAREST = 0.02
"""A random way is not thought to lead anywhere less often than this."""
MEMORY = 4
"""Sets of costs whose steps are kept at hand."""

Step = tuple[float, RoomId, str]
"""A cost, the room that a way leads to, and the direction."""


class Steps:
    """What the ways out of each room cost, as far as anybody asked."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.search: Search | None = None
        """The last search, while the map does not change."""
        self._known: dict[RoomId, list[Step]] = {}

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        self.search = None
        for room in rooms:
            self._known.pop(room, None)

    def of(self, world: WorldMap, room: RoomId) -> list[Step]:
        """Return the steps that lead out of a room."""
        known = self._known.get(room)
        if known is None:
            known = self._known[room] = [
                (price, to, direction)
                for direction, way in world.rooms[room].exits.items()
                for to in destinations(way)
                if (price := self.costs.of(way, to, dark=world.rooms[to].dark)) is not None
            ]
        return known


class Search:
    """One search from some rooms, carried as far as anybody asked."""

    def __init__(
        self, starts: Collection[RoomId], steps: Callable[[RoomId], Iterable[Step]]
    ) -> None:
        """Take what yields the steps that lead out of a room."""
        self.starts, self._steps = starts, steps
        self.settled: list[RoomId] = []
        """Rooms that are reached by no cheaper way, the cheapest first."""
        self.distance: dict[RoomId, float] = {}
        """The cost of reaching each of them."""
        self.before: dict[RoomId, tuple[RoomId, str]] = {}
        """From where, and by which way, each room is reached best so far."""
        self._best = dict.fromkeys(starts, 0.0)
        self._waiting = [(0.0, order, start) for order, start in enumerate(starts)]
        self._order = len(starts)

    def settle(self) -> Iterator[RoomId]:
        """Yield rooms, the cheapest to reach first, each once."""
        position = 0
        while position < len(self.settled) or self._advance():
            yield self.settled[position]
            position += 1

    def finish(self) -> Self:
        """Settle every room that can be reached."""
        while self._advance():
            pass
        return self

    def _advance(self) -> bool:
        """Settle the next room; return False when there are no more."""
        while self._waiting:
            cost, _, room = heappop(self._waiting)
            if room in self.distance:
                continue
            self.distance[room] = cost
            self.settled.append(room)
            for price, to, direction in self._steps(room):
                reached = cost + price
                if reached < self._best.get(to, float("inf")):
                    self._best[to], self.before[to] = reached, (room, direction)
                    self._order += 1
                    heappush(self._waiting, (reached, self._order, to))
            return True
        return False


def search_from(world: WorldMap, start: RoomId, costs: Costs) -> Search:
    """Return the search from a room; the same one as long as neither ways nor room change."""
    readers = world.graph.readers
    steps = readers.get(costs)
    if not isinstance(steps, Steps):
        if len(readers) >= MEMORY:
            del readers[next(iter(readers))]
        steps = readers[costs] = Steps(costs)
    if steps.search is None or steps.search.starts != (start,):
        steps.search = Search((start,), partial(steps.of, world))
    return steps.search


@dataclass(frozen=True, slots=True)
class Route:
    """A path from one room to another."""

    rooms: tuple[RoomId, ...]
    """Every room on it, the start and the goal included."""
    commands: tuple[str, ...]
    """What to type, one fewer than rooms."""
    cost: float
    """In steps; more than `commands` where it is dark, random or otherwise worth avoiding."""


@dataclass(frozen=True, slots=True)
class Frontier:
    """An exit that nobody has tried, and how to get there."""

    room: RoomId
    direction: str
    route: Route
    """To the exit's room."""
    cost: float
    """Of the route and of trying the exit."""


def path(
    world: WorldMap, start: RoomId, goal: RoomId, costs: Costs = WITHOUT_LIGHT
) -> Route | None:
    """Return the cheapest way from one room to another, or None if no way is known."""
    return routes_to(world, start, [world.resolve(goal)], costs).get(world.resolve(goal))


def routes_to(
    world: WorldMap, start: RoomId, goals: Collection[RoomId], costs: Costs = WITHOUT_LIGHT
) -> dict[RoomId, Route]:
    """Return the cheapest way to each of these rooms that can be reached, the nearest first."""
    start = world.resolve(start)
    missing = {goal for goal in goals if goal in world.rooms}
    if start not in world.rooms or not missing:
        return {}
    search = search_from(world, start, costs)
    routes = {}
    for room in search.settle():
        if room in missing:
            routes[room] = _route(world, search, room)
            missing.discard(room)
            if not missing:
                break
    return routes


def frontiers(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Frontier]:
    """Yield every untried exit that can be reached, the cheapest first."""
    waiting: list[tuple[float, int, str, Route]] = []
    for order, (direction, route) in enumerate(_by_distance(world, start, costs)):
        while waiting and waiting[0][0] <= route.cost:
            yield _frontier(*heappop(waiting))
        way = world.rooms[route.rooms[-1]].exits[direction]
        heappush(waiting, (route.cost + costs.of_trying(way), order, direction, route))
    while waiting:
        yield _frontier(*heappop(waiting))


def _frontier(cost: float, order: int, direction: str, route: Route) -> Frontier:
    return Frontier(route.rooms[-1], direction, route, cost)


def _by_distance(world: WorldMap, start: RoomId, costs: Costs) -> Iterator[tuple[str, Route]]:
    """Yield the untried exits, each with the route to its room, the nearest room first."""
    start = world.resolve(start)
    having: dict[RoomId, list[str]] = {}
    for room, direction in world.graph.untried():
        having.setdefault(room, []).append(direction)
    if start not in world.rooms or not having:
        return
    search = search_from(world, start, costs)
    for room in search.settle():
        if room in having:
            for direction in having.pop(room):
                yield direction, _route(world, search, room)
            if not having:
                return


def untried_exits(room: Room) -> list[str]:
    """Return the exits of one room that nobody has tried, in the order they were noticed."""
    return [name for name, way in room.exits.items() if way.status is ExitStatus.UNEXPLORED]


def nearby(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Route]:
    """Yield the way to every other room that can be reached, the cheapest first."""
    start = world.resolve(start)
    if start not in world.rooms:
        return
    search = search_from(world, start, costs)
    for room in search.settle():
        if room != start:
            yield _route(world, search, room)


def _route(world: WorldMap, search: Search, goal: RoomId) -> Route:
    rooms, commands = [goal], []
    while rooms[-1] not in search.starts:
        origin, direction = search.before[rooms[-1]]
        rooms.append(origin)
        commands.append(direction)
    rooms.reverse()
    commands.reverse()
    return Route(tuple(rooms), tuple(commands), search.distance[goal])
