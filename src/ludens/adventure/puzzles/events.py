"""What can happen to a puzzle."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

from pydantic import Field

from ludens.adventure.world.fact import Fact
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event, events_of

PuzzleId = NewType("PuzzleId", str)
SuggestionId = NewType("SuggestionId", str)

Confidence = Annotated[float, Field(ge=0, le=1)]
"""A probability; 1 is certain."""


class PuzzleKind(StrEnum):
    """What sort of obstacle or question it is."""

    LOCKED = "locked"
    """Something does not open without a key, a code, a word."""
    BLOCKED = "blocked"
    """A way is barred: by a creature, a wall, a height, water."""
    DARK = "dark"
    """A place cannot be seen for want of light."""
    CREATURE = "creature"
    """Somebody wants, guards or threatens something."""
    REFUSED = "refused"
    """An act failed in a way that says that it could succeed: too heavy, out of reach, too hot."""
    CLUE = "clue"
    """Something said or written that must mean something elsewhere."""
    URGENT = "urgent"
    """A danger or a chance that passes with time."""
    MAZE = "maze"
    """Rooms that look alike; the maze solver's."""
    OTHER = "other"


class PuzzleStatus(StrEnum):
    """How far a puzzle is."""

    OPEN = "open"
    SOLVED = "solved"
    ABANDONED = "abandoned"
    """Nothing more is tried: it proved no puzzle, or every idea failed."""


class PuzzleFound(Fact):
    """An obstacle, a clue or a question was noticed."""

    hook = "on_puzzle_found"
    puzzle: PuzzleId
    kind: PuzzleKind
    summary: str
    """One line, in words fit for a person and a prompt."""
    room: RoomId | None = None
    quote: str = ""
    """The story's words that gave it away."""
    things: tuple[str, ...] = ()
    """Names of what it is about: the door, the guard."""
    direction: str | None = None
    """The way that it bars, if it bars one."""
    command: str = ""
    """What was typed when it showed, where that failed or only began something."""


class PuzzleChanged(Event):
    """More is known of a puzzle; None: as before."""

    puzzle: PuzzleId
    status: PuzzleStatus | None = None
    summary: str | None = None
    things: tuple[str, ...] | None = None
    reason: str = ""


class PuzzleSolved(Event):
    """A puzzle is solved: the way is open, the thing gave way."""

    hook = "on_puzzle_solved"
    puzzle: PuzzleId
    reason: str


BY_MODEL = "model"
"""The kind of a model's suggestions: rules do not close them."""


class SuggestionMade(Event):
    """The puzzle agent has an idea for the player."""

    suggestion: SuggestionId
    puzzle: PuzzleId | None
    """None: not about one puzzle, but a change of plan."""
    command: str
    room: RoomId | None = None
    """Where to type it; None: anywhere."""
    items: tuple[str, ...] = ()
    """What must be carried for it."""
    way: tuple[str, ...] = ()
    """The commands that lead there from where the player was."""
    confidence: Confidence
    reason: str
    kind: str = ""
    """What sort of idea it is: the need it answers, or how it was come by."""


class SuggestionClosed(Event):
    """A suggestion is no longer one: it was tried, or circumstances overtook it."""

    suggestion: SuggestionId
    worked: bool | None
    """None: not tried."""
    reason: str = ""


FAILED = "a command failed in a new way"
HINTED = "the story hints at something"
SAID = frozenset({FAILED, HINTED})
"""Reasons that are only words: they may show a new puzzle, and change nothing about the others."""


class PuzzlesConsidered(Event):
    """The puzzle agent thought about the puzzles."""

    why: str
    """What made it: something new, a failure, a suggestion that was tried, the time that passed."""


PUZZLE_EVENTS = events_of(__name__)
