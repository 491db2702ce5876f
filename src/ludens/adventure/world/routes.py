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
from ludens.adventure.world.search import WITHOUT_LIGHT, Costs, Search, search_from
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


def nearest_unexplored(
    world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT
) -> Frontier | None:
    """Return the exit that is cheapest to go and try, or None if none is known and reachable."""
    return next(frontiers(world, start, costs), None)


def frontiers(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Frontier]:
    """Yield every untried exit that can be reached, the cheapest first."""
    waiting: list[tuple[float, int, str, Route]] = []
    found = exits_by_distance(world, start, ExitStatus.UNEXPLORED, costs)
    for order, (direction, route) in enumerate(found):
        while waiting and waiting[0][0] <= route.cost:
            yield _frontier(*heappop(waiting))
        way = world.rooms[route.rooms[-1]].exits[direction]
        heappush(waiting, (route.cost + costs.of_trying(way), order, direction, route))
    while waiting:
        yield _frontier(*heappop(waiting))


def _frontier(cost: float, order: int, direction: str, route: Route) -> Frontier:
    return Frontier(route.rooms[-1], direction, route, cost)


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
    for room in search.settle():
        if room in having:
            for direction in having.pop(room):
                yield direction, _route(world, search, room)
            if not having:
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
    return frozenset(search_from(world, start, costs).settle())


def nearby(world: WorldMap, start: RoomId, costs: Costs = WITHOUT_LIGHT) -> Iterator[Route]:
    """Yield the way to every other room that can be reached, the cheapest first."""
    start = world.resolve(start)
    if start not in world.rooms:
        return
    search = search_from(world, start, costs)
    for room in search.settle():
        if room != start:
            yield _route(world, search, room)


def walk(world: WorldMap, start: RoomId, commands: Sequence[str]) -> frozenset[RoomId]:
    """Return the rooms where these commands may lead by the map; empty if one leads nowhere.

    More than one room only where a way on the path is random.
    """
    places = {world.resolve(start)}
    for command in commands:
        ways = [world.exit(room, way_of(command)) for room in places]
        places = {to for way in ways if way is not None and way.open for to in destinations(way)}
    return frozenset(places)


def _route(world: WorldMap, search: Search, goal: RoomId) -> Route:
    rooms, commands = [goal], []
    while rooms[-1] != search.start:
        origin, direction = search.before[rooms[-1]]
        rooms.append(origin)
        commands.append(direction)
    rooms.reverse()
    commands.reverse()
    ways = (
        world.rooms[room].exits[direction] for room, direction in zip(rooms, commands, strict=False)
    )
    return Route(
        rooms=tuple(rooms),
        commands=tuple(commands),
        cost=search.distance[goal],
        certain=all(
            way.status is ExitStatus.EXPLORED and not (way.random or way.teleport) for way in ways
        ),
    )
