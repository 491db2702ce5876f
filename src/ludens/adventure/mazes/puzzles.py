"""What the puzzle agent is told of a maze: what makes it hard, and why it is not mapped.

The book of puzzles holds every maze as a puzzle of kind `maze`, solved once it is mapped
(`puzzles/settling.py`); who steals, who attacks and what is dark are puzzles of their own.
Nobody but the solver works on the maze itself (seed 000 §13).
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.mazes.events import (
    MazeLightReckoned,
    MazeMapped,
    MazeTraitNoticed,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.puzzles.book import PuzzleBook
from ludens.adventure.puzzles.events import (
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
)
from ludens.episode.events import Event

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


def is_within(group: MazeGroup, puzzle: PuzzleId) -> bool:
    """Return whether a puzzle is about what makes a maze hard, not the maze itself."""
    return puzzle.startswith(f"{puzzle_of(group)}-")
