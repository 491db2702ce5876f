"""The puzzles of an episode: the fold of their events."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from ludens.adventure.models import Part
from ludens.adventure.puzzles.events import (
    SAID,
    PuzzleChanged,
    PuzzleFound,
    PuzzleId,
    PuzzleKind,
    PuzzlesConsidered,
    PuzzleSolved,
    PuzzleStatus,
    SuggestionClosed,
    SuggestionId,
    SuggestionMade,
)
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

HIGH = 0.7
"""A suggestion this sure goes to the player at once; the others are marked speculative."""


def maze_puzzle(group: str) -> PuzzleId:
    """Return the id of the puzzle that a maze is."""
    return PuzzleId(f"maze-{group}")


class Attempt(Part):
    """A suggestion that was tried on a puzzle."""

    turn: int
    command: str
    worked: bool


class Puzzle(Part):
    """One obstacle, clue or question."""

    id: PuzzleId
    kind: PuzzleKind
    summary: str
    room: RoomId | None
    turn: int
    """When it was found."""
    quote: str = ""
    things: tuple[str, ...] = ()
    direction: str | None = None
    command: str = ""
    status: PuzzleStatus = PuzzleStatus.OPEN
    attempts: list[Attempt] = Field(default_factory=list)
    changed: int = 0
    """The last turn that anything about it changed."""


class Suggestion(Part):
    """An idea that waits to be tried."""

    id: SuggestionId
    puzzle: PuzzleId | None
    command: str
    room: RoomId | None
    items: tuple[str, ...]
    way: tuple[str, ...]
    confidence: float
    reason: str
    turn: int
    kind: str = ""

    @property
    def speculative(self) -> bool:
        """Whether it is only an idea."""
        return self.confidence < HIGH


def pressing_first(puzzles: Iterable[Puzzle], here: RoomId | None) -> list[Puzzle]:
    """Return puzzles as they are told: what passes with time, then this room's, then the newest."""
    return sorted(
        puzzles, key=lambda p: (p.kind is not PuzzleKind.URGENT, p.room != here, -p.changed)
    )


class PuzzleBook(Part):
    """Every puzzle found, and the suggestions that are open; changed by events only."""

    puzzles: dict[PuzzleId, Puzzle] = Field(default_factory=dict)
    suggestions: dict[SuggestionId, Suggestion] = Field(default_factory=dict)
    """The open ones."""
    made: int = 0
    """How many suggestions were ever made."""
    looked: int = 0
    """The last turn that the puzzle agent weighed all puzzles."""

    def open(self) -> list[Puzzle]:
        """Return the puzzles that are neither solved nor given up, oldest first."""
        return [p for p in self.puzzles.values() if p.status is PuzzleStatus.OPEN]

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case PuzzleFound():
                told = event.model_dump(exclude={"puzzle", "source", "confidence"})
                self.puzzles[event.puzzle] = Puzzle(
                    id=event.puzzle, turn=turn, changed=turn, **told
                )
            case PuzzleChanged():
                puzzle = self.puzzles[event.puzzle]
                puzzle.status = event.status or puzzle.status
                puzzle.summary = event.summary or puzzle.summary
                puzzle.things = event.things if event.things is not None else puzzle.things
                puzzle.changed = turn
            case PuzzleSolved():
                puzzle = self.puzzles[event.puzzle]
                puzzle.status, puzzle.changed = PuzzleStatus.SOLVED, turn
            case PuzzlesConsidered() if event.why not in SAID:
                self.looked = turn
            case SuggestionMade():
                self.made += 1
                fields = event.model_dump(exclude={"suggestion"})
                self.suggestions[event.suggestion] = Suggestion(
                    id=event.suggestion, turn=turn, **fields
                )
            case SuggestionClosed():
                self._close(event, turn)

    def _close(self, event: SuggestionClosed, turn: int) -> None:
        suggestion = self.suggestions.pop(event.suggestion, None)
        if suggestion is None or event.worked is None:
            return
        if suggestion.puzzle not in self.puzzles:
            return
        self.puzzles[suggestion.puzzle].attempts.append(
            Attempt(turn=turn, command=suggestion.command, worked=event.worked)
        )
