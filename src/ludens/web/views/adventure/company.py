"""What the company keeps in mind, as the page shows it: mazes, puzzles, ideas, loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from ludens.adventure.mazes.events import MAZE_EVENTS
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.puzzles.book import Attempt, Puzzle, PuzzleBook, Suggestion
from ludens.adventure.puzzles.events import PUZZLE_EVENTS
from ludens.adventure.settings import AdventureSettings
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import Progress
from ludens.adventure.world.map_events import RoomsMerged
from ludens.episode.events import Event


class AttemptFrame(TypedDict):
    """An idea that was tried."""

    turn: int
    command: str
    worked: bool


class PuzzleFrame(TypedDict):
    """An obstacle, a clue or a question."""

    kind: str
    summary: str
    status: str
    """`open`, `solved` or `abandoned`."""
    turn: int
    """When it was found."""
    attempts: list[AttemptFrame]
    room: NotRequired[str]
    quote: NotRequired[str]
    """The story's words that gave it away."""


class SuggestionFrame(TypedDict):
    """An idea that waits to be tried."""

    command: str
    confidence: float
    """From 0 to 1."""
    sure: bool
    """It goes to the player as more than an idea."""
    reason: str
    way: list[str]
    """The commands that lead to where it is to be tried."""
    puzzle: NotRequired[str]
    room: NotRequired[str]


class PatternFrame(TypedDict):
    """A loop that goes on."""

    since: int
    what: str


class StuckFrame(TypedDict):
    """How loop-breaking sees the company; left out while there is nothing to see."""

    idle: int
    """The player's turns without progress of the kinds that loop-breaking counts."""
    loops: dict[str, PatternFrame]
    """By kind: `oscillation`, `camping`; in earlier episodes also `sequence`, `thrashing`."""
    escaping: bool
    """Loop-breaking walks the company to a way that nobody has tried."""
    warned: NotRequired[str]
    """`important`, `urgent` or `critical`."""


class MazeFrame(TypedDict):
    """A maze."""

    phase: str
    rooms: list[str]
    markers: dict[str, str]
    """By room: the thing that was left there."""
    carried: list[str]
    """Markers in hand."""
    traits: dict[str, str]
    spent: int
    """Commands of the solver's."""
    budget: int
    mapped: bool
    reason: NotRequired[str]
    entry: NotRequired[str]


class CompanyFrame(TypedDict):
    """The parts of an adventure's frame that the company's agents fill."""

    puzzles: dict[str, PuzzleFrame]
    suggestions: dict[str, SuggestionFrame]
    mazes: dict[str, MazeFrame]
    stuck: NotRequired[StuckFrame]


class CompanyFrames:
    """Makes them turn by turn; what no event touched is the same object as before."""

    def __init__(self) -> None:
        self._puzzles: dict[str, PuzzleFrame] | None = None
        self._suggestions: dict[str, SuggestionFrame] = {}
        self._mazes: dict[str, MazeFrame] | None = None

    def frame(self, state: AdventureState, events: Sequence[Event]) -> CompanyFrame:
        """Return the frame after a turn with these events."""
        if self._puzzles is None or any(isinstance(e, PUZZLE_EVENTS) for e in events):
            self._puzzles, self._suggestions = _puzzles(state.puzzles)
        active = state.mazes.current is not None
        if self._mazes is None or active or any(isinstance(e, _ABOUT_MAZES) for e in events):
            groups = state.mazes.groups
            self._mazes = {name: maze_frame(group) for name, group in groups.items()}
        frame = CompanyFrame(
            puzzles=self._puzzles, suggestions=self._suggestions, mazes=self._mazes
        )
        stuck = stuck_frame(state.stuck, counted(state.settings))
        if stuck["loops"] or stuck["escaping"] or "warned" in stuck:
            frame["stuck"] = stuck
        return frame


_ABOUT_MAZES: tuple[type[Event], ...] = (*MAZE_EVENTS, RoomsMerged)


def _puzzles(book: PuzzleBook) -> tuple[dict[str, PuzzleFrame], dict[str, SuggestionFrame]]:
    puzzles: dict[str, PuzzleFrame] = {id_: _puzzle(p) for id_, p in book.puzzles.items()}
    ideas: dict[str, SuggestionFrame] = {id_: _idea(s) for id_, s in book.suggestions.items()}
    return puzzles, ideas


def _puzzle(puzzle: Puzzle) -> PuzzleFrame:
    frame = PuzzleFrame(
        kind=puzzle.kind.value,
        summary=puzzle.summary,
        status=puzzle.status.value,
        turn=puzzle.turn,
        attempts=[_attempt(each) for each in puzzle.attempts],
    )
    if puzzle.room is not None:
        frame["room"] = puzzle.room
    if puzzle.quote:
        frame["quote"] = puzzle.quote
    return frame


def _attempt(attempt: Attempt) -> AttemptFrame:
    return AttemptFrame(turn=attempt.turn, command=attempt.command, worked=attempt.worked)


def _idea(suggestion: Suggestion) -> SuggestionFrame:
    frame = SuggestionFrame(
        command=suggestion.command,
        confidence=suggestion.confidence,
        sure=not suggestion.speculative,
        reason=suggestion.reason,
        way=list(suggestion.way),
    )
    if suggestion.puzzle is not None:
        frame["puzzle"] = suggestion.puzzle
    if suggestion.room is not None:
        frame["room"] = suggestion.room
    return frame


def counted(settings: dict[str, Any]) -> tuple[Progress, ...]:
    """Return the kinds of progress that loop-breaking counts in an episode with these settings."""
    return AdventureSettings.model_validate(settings.get("adventure", {})).stuck.velocity.progress


def stuck_frame(record: StuckRecord, counted: tuple[Progress, ...]) -> StuckFrame:
    """Return what loop-breaking sees, which counts these kinds of progress."""
    frame = StuckFrame(
        idle=record.idle_turns(counted),
        loops={
            kind.value: PatternFrame(since=pattern.since, what=pattern.what)
            for kind, pattern in record.patterns.items()
        },
        escaping=record.escaping,
    )
    if record.warned is not None and frame["idle"] >= record.warned_at:
        frame["warned"] = record.warned.value
    return frame


def maze_frame(group: MazeGroup) -> MazeFrame:
    """Return a maze as the page shows it."""
    frame = MazeFrame(
        phase=group.phase.value,
        rooms=list(group.room_ids),
        markers={str(room): name for room, name in group.markers.items()},
        carried=group.in_hand,
        traits={trait.value: detail for trait, detail in group.traits.items()},
        spent=group.spent,
        budget=group.budget,
        mapped=group.fully_mapped,
    )
    if group.reason:
        frame["reason"] = group.reason
    if group.entry_room_id is not None:
        frame["entry"] = group.entry_room_id
    return frame
