"""What the solver's going on means: its events, how sure the map is, and what is filed of it.

The book of puzzles holds every maze as a puzzle of kind `maze`, solved once it is mapped
(`puzzles/settling.py`); who steals, who attacks and what is dark are puzzles of their own.
Nobody but the solver works on the maze itself (seed 000 §13).
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.mazes.events import (
    MazeLightReckoned,
    MazeMapped,
    MazePhaseBegan,
    MazeTourPlanned,
    MazeTraitNoticed,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions
from ludens.adventure.mazes.tasks import Onward
from ludens.adventure.puzzles.book import PuzzleBook
from ludens.adventure.puzzles.events import PuzzleChanged, PuzzleFound, PuzzleId, PuzzleKind
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
    pairs = len(questions(group))
    if pairs:
        yield f"{pairs} pairs of rooms may be one" if pairs > 1 else "two rooms may be one"
    if _untried(group):
        yield f"ways not tried: {_untried(group)}"


WITHIN = {
    Trait.THIEF: (PuzzleKind.CREATURE, "Something in the maze takes what is left lying there"),
    Trait.CREATURE: (PuzzleKind.CREATURE, "Something attacks in the maze"),
    Trait.LIGHT_FADES: (PuzzleKind.URGENT, "The light runs out while the maze is mapped"),
    Trait.DARK: (PuzzleKind.DARK, "The maze is dark"),
}
"""What is a puzzle of its own inside a maze."""
TIGHT = "light"
"""Ends the id of the warning that the light may not last (seed 000 §13)."""


def filed(group: MazeGroup, event: Event, book: PuzzleBook) -> Iterator[Event]:
    """Yield what an event about a maze means for the book of puzzles."""
    puzzle = puzzle_of(group)
    match event:
        case MazeTraitNoticed() if event.trait in WITHIN:
            kind, summary = WITHIN[event.trait]
            yield PuzzleFound(
                puzzle=PuzzleId(f"{puzzle}-{event.trait}"),
                kind=kind,
                summary=f"{summary}." if not event.detail else f"{summary}: {event.detail}",
                room=group.here or group.entry_room_id,
                quote=event.detail,
            )
        case MazeLightReckoned(left=int(left)) if left < event.needed:
            tight = PuzzleId(f"{puzzle}-{TIGHT}")
            if tight not in book.puzzles:
                summary = (
                    f"The light may not last in the maze: for {left} turns or so, and mapping it"
                    f" takes about {event.needed}."
                )
                yield PuzzleFound(
                    puzzle=tight, kind=PuzzleKind.URGENT, summary=summary, room=group.here
                )
        case MazeMapped(complete=False) if puzzle in book.puzzles:
            summary = f"A maze, not mapped to the end: {event.reason}."
            yield PuzzleChanged(puzzle=puzzle, summary=summary, reason=event.reason)


def puzzle_of(group: MazeGroup) -> PuzzleId:
    """Return the id of the puzzle that a maze is."""
    return PuzzleId(f"maze-{group.group_id}")
