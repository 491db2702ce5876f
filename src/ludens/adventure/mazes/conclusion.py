"""What the solver's going on to another phase means: its events, and how sure the map is."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.mazes.events import (
    MazeMapped,
    MazePhaseBegan,
    MazeTourPlanned,
    MazeTraitNoticed,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import agreement, questions
from ludens.adventure.mazes.steps import Onward
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


def conclude(group: MazeGroup, onward: Onward) -> list[Event]:
    """Return the events with which the next phase begins."""
    events: list[Event] = []
    if onward.phase is Phase.RETRIEVING:
        events.append(MazeTourPlanned(group=group.group_id, rooms=onward.tour))
    if onward.phase in (Phase.MAPPED, Phase.GIVEN_UP):
        doubt = doubts(group)
        if onward.phase is Phase.GIVEN_UP:
            doubt = onward.reason
        complete = onward.phase is Phase.MAPPED and not _untried(group)
        if _untried(group) and onward.phase is Phase.MAPPED and Trait.PIT not in group.traits:
            events.append(MazeTraitNoticed(group=group.group_id, trait=Trait.PIT, detail=doubt))
        events.append(
            MazeMapped(
                group=group.group_id,
                rooms=len(group.room_ids),
                exits=tuple(group.exit_room_ids),
                complete=complete,
                sure=complete and not doubts(group),
                reason=doubt,
            )
        )
    events.append(MazePhaseBegan(group=group.group_id, phase=onward.phase, reason=onward.reason))
    return events


def _untried(group: MazeGroup) -> int:
    return sum(len(group.untried(id_)) for id_ in group.room_ids)


def doubts(group: MazeGroup) -> str:
    """Return why another map might fit what was seen as well; empty if none would."""
    return next(_doubts(group), "")


def _doubts(group: MazeGroup) -> Iterator[str]:
    if Trait.RANDOM in group.traits:
        yield "some of its ways lead to different rooms at different times"
    if Trait.THIEF in group.traits:
        yield "markers were taken or moved while it was mapped"
    if any(room.supposed for room in group.rooms.values()):
        yield "some rooms were told by their exits alone"
    if group.unplaced:
        yield "some rooms were passed through that no way leads back to"
    pairs = len(questions(group))
    if pairs:
        yield f"{pairs} pairs of rooms may be one" if pairs > 1 else "two rooms may be one"
    if _untried(group):
        yield f"ways not tried: {_untried(group)}"


def certainty(group: MazeGroup, room: RoomId) -> float:
    """Return how sure it is that a room is one room and no other, from 0 to 1.

    1 is proved, if nothing moved markers. Each direction in which two rooms agree without proof
    leaves half the doubt.
    """
    known = group.rooms[room]
    sure = 1.0
    if known.supposed:
        sure *= 0.9**known.supposed
    for both in questions(group):
        if room in both:
            one, other = (group.rooms[id_] for id_ in both)
            sure *= max(0.5, 1.0 - 0.5 ** (1 + agreement(group, one, other)))
    if Trait.THIEF in group.traits or Trait.RANDOM in group.traits:
        sure = min(sure, 0.9)
    return sure
