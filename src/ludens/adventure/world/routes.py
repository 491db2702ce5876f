"""Ways through the map: paths as commands, and where there is something left to explore."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.graph import destinations
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.search import GRAIN, WITHOUT_LIGHT, Costs, Search, search_from
from ludens.adventure.world.ways import way_of


@dataclass(frozen=True, slots=True)
class Route:
    """A path from one room to another."""

    rooms: tuple[RoomId, ...]
    """Every room on it, the start and the goal included."""
    commands: tuple[str, ...]
    """What to type, one fewer than rooms."""
    cost: float
    """In steps; more than `commands` where it is dark, random or otherwise worth avoiding."""
    certain: bool
    """Every step was walked before, on the player's own feet, and never led elsewhere."""


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
    start, goal = world.resolve(start), world.resolve(goal)
    if start not in world.rooms or goal not in world.rooms:
        return None
    search = search_from(world, start, costs)
    target = search.table.number(goal)
    return _route(world, search, target) if search.reach(target) else None


def routes_to(
    world: WorldMap, start: RoomId, goals: Collection[RoomId], costs: Costs = WITHOUT_LIGHT
) -> dict[RoomId, Route]:
    """Return the cheapest way to each of these rooms that can be reached, the nearest first."""
    start = world.resolve(start)
    if start not in world.rooms:
        return {}
    search = search_from(world, start, costs)
    missing = {search.table.number(goal) for goal in goals if goal in world.rooms}
    routes = {}
    for number in search.settle() if missing else ():
        if number in missing:
            routes[search.table.rooms[number]] = _route(world, search, number)
            missing.discard(number)
            if not missing:
                break
    return routes


def nearest_unexplored(
    world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT
) -> Frontier | None:
    """Return the exit that is cheapest to go and try, or None if none is known and reachable."""
    return next(frontiers(world, start, costs), None)


def frontiers(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Frontier]:
    """Yield every untried exit that can be reached, the cheapest first."""
    start = world.resolve(start)
    if start not in world.rooms:
        return
    search = search_from(world, start, costs)
    untried = search.table.untried
    left = world.graph.count(ExitStatus.UNEXPLORED)
    waiting: list[tuple[int, int, int, str]] = []
    order = 0
    while left > 0:
        known = order < len(search.open)
        nearest = search.distance[search.open[order]] if known else search.horizon
        if waiting and waiting[0][0] <= nearest:
            yield _frontier(world, search, heappop(waiting))
        elif known:
            number = search.open[order]
            for price, direction in untried[number]:
                heappush(waiting, (nearest + price, order, number, direction))
            left -= len(untried[number])
            order += 1
        elif not search.advance():
            break
    while waiting:
        yield _frontier(world, search, heappop(waiting))


def exits_by_distance(
    world: WorldMap, start: RoomId, status: ExitStatus, costs: Costs = WITHOUT_LIGHT
) -> Iterator[tuple[str, Route]]:
    """Yield exits of a status that can be reached, with the route to their room, nearest first."""
    start = world.resolve(start)
    having: dict[RoomId, list[str]] = {}
    for room, direction in world.graph.exits_with(status):
        having.setdefault(room, []).append(direction)
    if start not in world.rooms or not having:
        return
    search = search_from(world, start, costs)
    waiting = {search.table.number(room): room for room in having}
    for number in search.settle():
        if number in waiting:
            for direction in having[waiting.pop(number)]:
                yield direction, _route(world, search, number)
            if not waiting:
                return


def unexplored(world: WorldMap) -> list[tuple[RoomId, str]]:
    """Return every exit that nobody has tried, reachable or not, in alphabetical order."""
    return world.graph.exits_with(ExitStatus.UNEXPLORED)


def untried_exits(room: Room) -> list[str]:
    """Return the exits of one room that nobody has tried, in the order they were noticed."""
    return [name for name, way in room.exits.items() if way.status is ExitStatus.UNEXPLORED]


def reachable(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> frozenset[RoomId]:
    """Return every room that can be reached by known ways, the start included."""
    start = world.resolve(start)
    if start not in world.rooms:
        return frozenset()
    search = search_from(world, start, costs)
    return frozenset(search.table.rooms[number] for number in search.settle())


def nearby(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Route]:
    """Yield the way to every other room that can be reached, the cheapest first."""
    start = world.resolve(start)
    if start not in world.rooms:
        return
    search = search_from(world, start, costs)
    for number in search.settle():
        if number != search.start:
            yield _route(world, search, number)


def walk(world: WorldMap, start: RoomId, commands: Sequence[str]) -> frozenset[RoomId]:
    """Return the rooms where these commands may lead by the map; empty if one leads nowhere.

    More than one room only where a way on the path is random.
    """
    places = {world.resolve(start)}
    for command in commands:
        ways = [world.exit(room, way_of(command)) for room in places]
        places = {to for way in ways if way is not None and way.open for to in destinations(way)}
    return frozenset(places)


def _frontier(world: WorldMap, search: Search, found: tuple[int, int, int, str]) -> Frontier:
    cost, _, number, direction = found
    return Frontier(
        room=search.table.rooms[number],
        direction=direction,
        route=_route(world, search, number),
        cost=cost / GRAIN,
    )


def _route(world: WorldMap, search: Search, number: int) -> Route:
    route: Route | None = search.routes.get(number)
    if route is None:
        route = search.routes[number] = _made(world, search, number)
    return route


def _made(world: WorldMap, search: Search, number: int) -> Route:
    steps = search.steps_to(number)
    ways = [world.rooms[origin].exits[direction] for origin, direction, _ in steps]
    return Route(
        rooms=(search.table.rooms[search.start], *(to for _, _, to in steps)),
        commands=tuple(direction for _, direction, _ in steps),
        cost=search.distance[number] / GRAIN,
        certain=all(
            way.status is ExitStatus.EXPLORED and not (way.random or way.teleport) for way in ways
        ),
    )
