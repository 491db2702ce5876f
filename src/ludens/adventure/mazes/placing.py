"""Which room of a maze that is mapped one came into by a way that nobody knew.

Every room of such a maze is known, so whatever tells a room apart from all of them but one tells
which it is: the ways that it refuses, and where the others lead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.mazes.events import MazeLearned, MazePhaseBegan, Phase, Trait
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions, resolved
from ludens.adventure.mazes.patience import LIVES
from ludens.adventure.mazes.whereabouts import Mapper, join
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

UNSURE = frozenset({Trait.RANDOM, Trait.THIEF, Trait.UNRELIABLE_LOOKS})
"""What makes a map too uncertain to tell a room by it."""
CAME_IN = "it was come into by a way that was not known"


def place(mapper: Mapper) -> None:
    """Take rooms of a maze that is mapped for the only ones that they can be."""
    group = mapper.group
    while _is_reliable(group):
        one = next(_placed(group), None)
        if one is None:
            return
        join(mapper, *one, "no other room of the maze is like it", sure=group.sure)


def _placed(group: MazeGroup) -> Iterator[tuple[RoomId, RoomId]]:
    """Yield rooms, and the only one of those known that each can be."""
    strange = [id_ for id_ in group.room_ids if group.untried(id_)]
    if not strange:
        return
    open_ = questions(group)
    known = set(resolved(group, open_)).difference(strange)
    for id_ in strange:
        twins = [other for both in open_ if id_ in both for other in both if other in known]
        if len(twins) == 1:
            yield id_, twins[0]


def _is_reliable(group: MazeGroup) -> bool:
    return group.fully_mapped and not (group.numbered or UNSURE & group.traits.keys())


def reopened(group: MazeGroup, here: RoomId | None) -> Iterator[Event]:
    """Yield what lets the solver find out which room of a mapped maze the player is in, if that is
    not known.
    """
    spent = group.overspent or group.deaths >= LIVES
    if group.phase is not Phase.MAPPED or spent or not _is_reliable(group):
        return
    if here is None or here != group.here or not group.untried(here):
        return
    yield MazePhaseBegan(group=group.group_id, phase=Phase.EXPLORING, reason=CAME_IN)
    yield MazeLearned(group=group.group_id, known=group.learned)
