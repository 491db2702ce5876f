"""Which rooms of a maze may be one and the same, by all that was seen so far.

Two rooms are told apart by looks, by markers, by location numbers, by a way that one has and the
other has not, and by where their ways lead. What is left are the open questions; a map without any
is the only one that fits what was seen, as long as its ways do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ludens.adventure.mazes.events import MazeRoomsJoined, Trait
from ludens.adventure.mazes.groups import MazeGroup, MazeRoom, MazeWay
from ludens.adventure.mazes.routes import within_reach
from ludens.adventure.world.places import RoomId

Pair = tuple[RoomId, RoomId]


def pair(one: RoomId, other: RoomId) -> Pair:
    """Return two rooms in a fixed order."""
    return (one, other) if one < other else (other, one)


def questions(group: MazeGroup) -> set[Pair]:
    """Return the pairs of rooms that may be one, as far as is known; to be read only."""
    known = group.computed
    if known is None or known[0] != group.changes:
        rooms, marked = group.rooms, group.markers
        open_ = _alike_pairs(
            group,
            lambda one, other: other in rooms[one].apart or (one in marked and other in marked),
        )
        known = group.computed = (group.changes, open_)
    return known[1]


def doubtful(group: MazeGroup) -> set[Pair]:
    """Return the pairs of rooms that may be one if a marker that is not seen proves nothing."""
    return _alike_pairs(group, lambda one, other: other in group.rooms[one].proved)


def _alike_pairs(group: MazeGroup, parted: Callable[[RoomId, RoomId], bool]) -> set[Pair]:
    """Return the pairs that are not told apart, by looks, by ways or otherwise."""
    rooms, looks_lie = group.rooms, Trait.UNRELIABLE_LOOKS in group.traits
    return _refined(
        group,
        {
            (one, other)
            for one, other in combinations(sorted(group.room_ids), 2)
            if not parted(one, other) and _alike(rooms[one], rooms[other], looks_lie)
        },
    )


def _refined(group: MazeGroup, open_: set[Pair]) -> set[Pair]:
    """Return the pairs that are not told apart by their ways and by where these lead."""
    rooms = group.rooms
    while True:
        settled = {
            (one, other) for one, other in open_ if _parted(group, rooms[one], rooms[other], open_)
        }
        if not settled:
            return open_
        open_ -= settled


def _alike(one: MazeRoom, other: MazeRoom, looks_lie: bool) -> bool:
    if one.location is not None and other.location is not None:
        return one.location == other.location
    return looks_lie or not one.look or not other.look or one.look == other.look


def _parted(group: MazeGroup, one: MazeRoom, other: MazeRoom, open_: set[Pair]) -> bool:
    """Return whether a way that both rooms tried shows that they are two."""
    for direction, way in one.ways.items():
        same = other.ways.get(direction)
        if same is None or way.varies or same.varies:
            continue
        if bool(way.led) != bool(same.led):
            return True
        if Trait.RANDOM in group.traits or way.to is None or same.to is None:
            continue
        if way.to != same.to and pair(way.to, same.to) not in open_:
            return True
    return False


def differ(group: MazeGroup, one: RoomId, other: RoomId) -> bool:
    """Return whether two rooms differ in themselves, whatever became of markers."""
    a, b = group.rooms[one], group.rooms[other]
    looks_lie = Trait.UNRELIABLE_LOOKS in group.traits
    if in_another_maze(group, one) and in_another_maze(group, other):
        return False
    if a.outside != b.outside or (a.outside and one != other):
        return True
    if not _alike(a, b, looks_lie):
        return True
    return any(
        bool(way.led) != bool(b.ways[direction].led)
        for direction, way in a.ways.items()
        if direction in b.ways and not way.varies and not b.ways[direction].varies
    )


MAZE = "maze_"
"""How the ids of rooms of mazes begin."""


def in_another_maze(group: MazeGroup, room: RoomId) -> bool:
    """Return whether a room outside is one of another maze: which one it is is not for this maze
    to say.
    """
    return group.rooms[room].outside and room.startswith(MAZE)


def resolved(group: MazeGroup, open_: set[Pair]) -> list[RoomId]:
    """Return the rooms that are known to be no other one, in the order they were found.

    Of rooms that may be one, the first found counts as a room of its own, the others are on trial;
    but one that was only passed through, and that no way leads to from any that is marked, outside,
    or tried in every direction, comes last.
    """
    if not open_:
        return list(group.rooms)
    sure = {*group.markers, group.here}
    whole = len(group.directions)
    certain = [
        id_
        for id_, room in group.rooms.items()
        if id_ in sure or room.outside or len(room.ways) >= whole
    ]
    known = within_reach(group, certain)
    rank = {id_: (id_ not in known, number) for number, id_ in enumerate(group.rooms)}
    trial = {max(both, key=rank.__getitem__) for both in open_}
    return [id_ for id_ in group.rooms if id_ not in trial]


def joins(group: MazeGroup, room: RoomId, into: RoomId, reason: str) -> Iterator[MazeRoomsJoined]:
    """Yield what follows from two rooms' being one: the ends of their ways are one too.

    Stops short of rooms that are proved to be two: there a way varies, which is for the caller to
    see from what both led to.
    """
    names: dict[RoomId, RoomId] = {}
    ways: dict[RoomId, dict[str, MazeWay]] = {
        id_: dict(known.ways) for id_, known in group.rooms.items()
    }
    order = {id_: number for number, id_ in enumerate(group.rooms)}
    open_ = questions(group)
    waiting = [(room, into)]

    def final(id_: RoomId) -> RoomId:
        while id_ in names:
            id_ = names[id_]
        return id_

    while waiting:
        one, other = (final(id_) for id_ in waiting.pop(0))
        if one == other:
            continue
        old, new = (one, other) if order[one] > order[other] else (other, one)
        names[old] = new
        yield MazeRoomsJoined(group=group.group_id, room=old, into=new, reason=reason)
        for direction, way in ways.pop(old).items():
            known = ways[new].setdefault(direction, way)
            if known is way or way.varies or known.varies or Trait.RANDOM in group.traits:
                continue
            if way.to is not None and known.to is not None:
                ends = pair(way.to, known.to)
                if ends[0] != ends[1] and ends in open_:
                    waiting.append(ends)
