"""Rooms that were passed through and that no known way leads back to.

Whoever walks on before a room is marked, because something attacks, or after a death, knows rooms
under two names. Once every way of every room that can be come to was tried, such a room is one of
those, or lies where no way leads any more.
"""

from __future__ import annotations

from collections.abc import Collection

from ludens.adventure.mazes.events import MazeRoomsForgotten, Trait
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import doubtful, questions
from ludens.adventure.mazes.routes import within_reach
from ludens.adventure.mazes.whereabouts import Mapper, join
from ludens.adventure.world.places import RoomId


def suppose_ghosts(mapper: Mapper) -> None:
    """Take rooms that no known way leads to for the ones that they may be, without proof. Where a
    room may be one of several it matters no more which, and it is forgotten.
    """
    group = mapper.group
    while group.here is not None:
        known = within_reach(group, [group.here])
        ghosts = [id_ for id_ in group.room_ids if id_ not in known]
        if not ghosts or any(group.untried(id_) for id_ in group.room_ids if id_ in known):
            return
        twins = _twins(group, ghosts, known)
        if not twins:
            return
        ghost = min(twins, key=lambda id_: (len(twins[id_]) > 1, id_))
        if len(twins[ghost]) == 1:
            reason = "no way leads to the one, and all that was seen of the two is alike"
            join(mapper, ghost, twins[ghost][0], reason, sure=False)
        else:
            mapper.tell(MazeRoomsForgotten(group=mapper.name, rooms=(ghost,), unplaced=True))


def _twins(
    group: MazeGroup, ghosts: Collection[RoomId], known: Collection[RoomId]
) -> dict[RoomId, list[RoomId]]:
    """Return the rooms within reach that each of the others may be, if there are any."""
    open_ = doubtful(group) if Trait.THIEF in group.traits else questions(group)
    twins: dict[RoomId, list[RoomId]] = {}
    for ghost in ghosts:
        others = (one if other == ghost else other for one, other in open_ if ghost in (one, other))
        within = sorted(id_ for id_ in others if id_ in known)
        if within:
            twins[ghost] = within
    return twins
