"""What the solver does outside the maze: fetching things to mark rooms with, and going back in."""

from __future__ import annotations

from collections.abc import Mapping

from ludens.adventure.mazes.events import Phase
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.tasks import Onward, Step, Trip
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import ItemId, RoomId, room_of
from ludens.adventure.world.routes import Route, routes_to

FARTHEST = 20.0
"""Steps beyond which nothing is fetched to mark rooms with."""


def fetchable(state: AdventureState, group: MazeGroup) -> dict[RoomId, list[ItemId]]:
    """Return the things that lie in rooms outside every maze and may serve for markers."""
    found: dict[RoomId, list[ItemId]] = {}
    for id_, item in state.items.known.items():
        room = room_of(item.place)
        if room is None or item.fixed or item.alive or item.container or item.lit:
            continue
        if state.mazes.group_of(room) is None and group.may_try(item.name.lower()):
            found.setdefault(room, []).append(id_)
    return found


def round_trips(state: AdventureState, group: MazeGroup) -> dict[RoomId, Trip]:
    """Return what it takes to go and fetch things from each room outside a maze's exits."""
    if not group.wants_more:
        return {}
    rooms = fetchable(state, group)
    trips: dict[RoomId, Trip] = {}
    for id_, room in group.rooms.items():
        if room.outside and rooms:
            routes = _outside_only(state, group, routes_to(state.map, id_, rooms))
            near = {there: route.cost for there, route in routes.items() if route.cost <= FARTHEST}
            if near:
                lie = sum(len(rooms[there]) for there in near)
                trips[id_] = Trip(2 * min(near.values()) + 1, max(1, min(lie, group.more_wanted)))
    return trips


def next_errand(state: AdventureState, group: MazeGroup) -> Step | Onward:
    """Return the next step outside the maze: to a thing, to the maze, or into it."""
    here = state.map.here
    if here is None:
        return Step("look", "Where is this?")
    rooms = fetchable(state, group) if group.wants_more else {}
    routes = _outside_only(state, group, routes_to(state.map, here, rooms)) if rooms else {}
    near = [route for route in routes.values() if route.cost <= FARTHEST]
    if near:
        route = min(near, key=lambda route: route.cost)
        thing = state.items.known[rooms[route.rooms[-1]][0]].name.lower()
        if not route.commands:
            return Step(f"take {thing}", "More markers are needed.")
        return Step(route.commands[0], f"To fetch the {thing}, to mark rooms with.")
    return _back_in(state, group, here)


def _back_in(state: AdventureState, group: MazeGroup, here: RoomId) -> Step | Onward:
    doors = ways_in(state, group)
    routes = _outside_only(state, group, routes_to(state.map, here, doors)) if doors else {}
    if not routes:
        return Onward(Phase.INTERRUPTED, "no way back into the maze is known")
    door = min(routes, key=lambda id_: routes[id_].cost)
    route = routes[door]
    if route.commands:
        return Step(route.commands[0], "Back to the maze.")
    return Step(doors[door], "Back into the maze.")


def ways_in(state: AdventureState, group: MazeGroup) -> dict[RoomId, str]:
    """Return the rooms outside from which a known way leads into a maze, and the way."""
    doors: dict[RoomId, str] = {}
    for id_, known in group.rooms.items():
        for direction, way in known.ways.items() if known.outside else ():
            if way.to is not None and not group.rooms[way.to].outside and not way.refused:
                doors.setdefault(id_, direction)
    for id_, room in state.map.rooms.items():
        if id_ in doors or state.mazes.group_of(id_) is group:
            continue
        for direction, exit_ in room.exits.items():
            if exit_.to is None or not exit_.open:
                continue
            to = state.map.resolve(exit_.to)
            inside = to in group.rooms and not group.rooms[to].outside
            if inside or to in group.suspected:
                doors.setdefault(id_, direction)
    return doors


def _outside_only(
    state: AdventureState, group: MazeGroup, routes: Mapping[RoomId, Route]
) -> dict[RoomId, Route]:
    """Return the routes that do not lead through the maze; through another one they may."""
    return {
        id_: route
        for id_, route in routes.items()
        if not any(state.mazes.group_of(room) is group for room in route.rooms)
    }
