"""Rooms drawn before a maze was noticed: on its map the ways there say which of its rooms they are.

The senses tell rooms by their looks, so in a maze they draw too many or too few. Once all of it is
mapped these are rooms of it, and must not stand on the map beside them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ludens.adventure.mazes.detection import look_of
from ludens.adventure.mazes.events import MazeMapped
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.perception.layout import plain
from ludens.adventure.state import AdventureState
from ludens.adventure.world.fact import Source
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitForgotten, RoomsMerged
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

RETRACED = "the ways there lead to it on the map of the maze"
LOST = "drawn before the maze was noticed, and never told apart"


def retraced(state: AdventureState, group: MazeGroup, mapped: MazeMapped) -> Iterator[Event]:
    """Yield what takes the rooms off the map that the senses drew of a maze, now known whole.

    One that no way leads to on its map stands for all such.
    """
    drawn = _drawn(state, group)
    if group.numbered or not mapped.complete or not drawn:
        return
    into = _walked_again(state.map, group, drawn)
    for room in drawn:
        for direction in list(state.map.rooms[room].exits):
            yield ExitForgotten(room=room, direction=direction, source=Source.INFERENCE)
    for room, known in into.items():
        yield RoomsMerged(room=room, into=known, reason=RETRACED, source=Source.INFERENCE)
    lost = [room for room in drawn if room not in into]
    for room in lost[1:]:
        yield RoomsMerged(room=room, into=lost[0], reason=LOST, source=Source.INFERENCE)


def _drawn(state: AdventureState, group: MazeGroup) -> list[RoomId]:
    """Return the rooms that look just like those of a maze and were there before it was noticed."""
    return [
        id_
        for id_, room in state.map.rooms.items()
        if room.first_seen <= group.created_turn
        and id_ not in group.rooms
        and state.mazes.group_of(id_) is None
        and plain(room.name) == plain(group.title)
        and look_of(room.description) in group.looks
    ]


def _walked_again(world: WorldMap, group: MazeGroup, drawn: list[RoomId]) -> dict[RoomId, RoomId]:
    """Return which room of the maze each is that its ways lead to, from where one comes in."""
    inside = set(group.room_ids)
    queue: deque[tuple[RoomId, RoomId]] = deque(
        (end, way.to)
        for id_, room in world.rooms.items()
        if id_ not in inside
        for way in room.exits.values()
        if way.to in inside
        for end in way.walked
        if end in drawn
    )
    into: dict[RoomId, RoomId] = {}
    while queue:
        room, known = queue.popleft()
        if room in into:
            continue
        into[room] = known
        for direction, way in world.rooms[room].exits.items():
            leads = group.rooms[known].ways.get(direction)
            to = leads.to if leads is not None and not leads.varies else None
            queue.extend((end, to) for end in way.walked if to in inside and end in drawn)
    return into
