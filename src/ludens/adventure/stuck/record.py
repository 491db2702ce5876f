"""What loop-breaking remembers: the fold of the log, small whatever the episode's length."""

from __future__ import annotations

from collections import Counter

from pydantic import Field

from ludens.adventure.events import By, CommandChosen, CommandJudged, ScoreChanged, StoryRestored
from ludens.adventure.models import Frozen, Part
from ludens.adventure.puzzles.events import PuzzleSolved
from ludens.adventure.stuck.events import (
    EscapeEnded,
    LoopDetected,
    LoopEnded,
    LoopKind,
    StuckExploration,
    StuckRewind,
    StuckTermination,
    StuckWarning,
    Urgency,
)
from ludens.adventure.stuck.settings import Progress
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import PlayerMoved, RoomFound, RoomsMerged
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

MEMORY = 60
"""Strides that are kept; no mechanism looks back further."""

STALLS = 8
"""Rooms of which it is remembered that the company got stuck there."""

UNCOUNTED = frozenset({By.SENSES, By.SOLVER, By.BREAKER, By.SEARCH})
"""Whose commands are neither progress nor the want of it: they have their own bounds."""


GAINS: dict[type[Event], Progress] = {
    RoomFound: Progress.ROOMS,
    ItemFound: Progress.ITEMS,
    PuzzleSolved: Progress.PUZZLES,
}


class Stride(Frozen):
    """One turn of the player's, as loop-breaking sees it."""

    turn: int
    room: RoomId | None
    """Where the player was at its end."""
    command: str
    progress: tuple[Progress, ...] = ()


class Pattern(Part):
    """A loop that goes on."""

    since: int
    """The turn in which it was noticed."""
    what: str
    rooms: tuple[RoomId, ...] = ()


class StuckRecord(Part):
    """The last strides, what was gained when, and the loops that go on; changed by events only."""

    strides: list[Stride] = Field(default_factory=list)
    idle: dict[Progress, int] = Field(default_factory=lambda: dict.fromkeys(Progress, 0))
    """For each kind of progress, the player's turns without it."""
    eased: dict[Progress, int] = Field(default_factory=dict)
    """The same at the last intervention, from which the countdown begins again."""
    turn: int = 0
    """The newest turn that was judged."""
    scores: list[int] = Field(default_factory=list)
    """Scores that were had."""
    patterns: dict[LoopKind, Pattern] = Field(default_factory=dict)
    warned: Urgency | None = None
    """The last warning's level, while nothing was gained since."""
    warned_at: int = 0
    """Turns without progress at that warning."""
    stalls: dict[RoomId, int] = Field(default_factory=dict)
    """Where the company was until it was stuck, with the turns spent there; the worst."""
    escaping: bool = False
    """Whether loop-breaking is walking the company to an untried exit."""
    escape_ends: int = 0
    """The turn after which that walk is given up."""
    here: RoomId | None = None
    by: By = By.PLAYER
    restored: int = -1
    fresh: list[Progress] = Field(default_factory=list)
    """What this turn gained so far."""

    def since(self, kinds: tuple[Progress, ...]) -> list[Stride]:
        """Return the last strides, without those up to the last progress of these kinds."""
        found: list[Stride] = []
        for stride in reversed(self.strides):
            if stride.progress and not set(stride.progress).isdisjoint(kinds):
                break
            found.append(stride)
        return found[::-1]

    def idle_turns(self, kinds: tuple[Progress, ...]) -> int:
        """Return the player's turns without any of these kinds of progress."""
        return min((self.idle.get(kind, 0) for kind in kinds), default=0)

    def countdown(self, kinds: tuple[Progress, ...]) -> int:
        """Return the same, counted from the last intervention."""
        return min((self.idle.get(kind, 0) - self.eased.get(kind, 0) for kind in kinds), default=0)

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case CommandChosen():
                self.by = event.by
            case RoomFound() | ItemFound() | PuzzleSolved():
                self._gain(GAINS[type(event)])
            case ScoreChanged():
                self._score(event.score, turn)
            case StoryRestored():
                self.restored = turn
            case PlayerMoved():
                self.here = event.room
            case RoomsMerged():
                self._merge(event.room, event.into)
            case CommandJudged():
                self._stride(event, turn)
            case _:
                self._note(event, turn)

    def _note(self, event: Event, turn: int) -> None:
        """Fold what loop-breaking itself said."""
        match event:
            case LoopDetected():
                self.patterns[event.kind] = Pattern(since=turn, what=event.what, rooms=event.rooms)
            case LoopEnded():
                self.patterns.pop(event.kind, None)
            case StuckWarning():
                self.warned, self.warned_at = event.urgency, event.idle
            case StuckTermination():
                self._stalled(event.idle)
            case StuckExploration():
                self._stalled(event.idle)
                self.eased, self.warned = dict(self.idle), None
                self.escaping, self.escape_ends = True, turn + event.patience
            case StuckRewind():
                self._stalled(event.idle)
                self.eased, self.warned = dict(self.idle), None
            case EscapeEnded():
                self.escaping = False

    def _stalled(self, idle: int) -> None:
        rooms = Counter(stride.room for stride in self.strides[-idle:] if stride.room is not None)
        turns = Counter(self.stalls) + rooms
        self.stalls = dict(turns.most_common(STALLS))

    def _gain(self, kind: Progress) -> None:
        if kind not in self.fresh:
            self.fresh.append(kind)

    def _score(self, score: int, turn: int) -> None:
        new = score not in self.scores
        if new:
            self.scores.append(score)
        if turn != self.restored:
            self._gain(Progress.CHANGES)
            if new:
                self._gain(Progress.SCORE)

    def _stride(self, event: CommandJudged, turn: int) -> None:
        self.turn = turn
        news = set(self.fresh) - {Progress.CHANGES}
        if self.by not in UNCOUNTED:
            for kind in self.idle:
                self.idle[kind] = 0 if kind in self.fresh else self.idle[kind] + 1
                if kind in self.fresh:
                    self.eased.pop(kind, None)
            stride = Stride(
                turn=turn, room=self.here, command=event.command, progress=tuple(self.fresh)
            )
            self.strides = [*self.strides[-MEMORY + 1 :], stride]
        elif self.fresh:
            for kind in self.fresh:
                self.idle[kind] = 0
                self.eased.pop(kind, None)
            self.strides = [] if news else self.strides
        self.fresh = []

    def _merge(self, room: RoomId, into: RoomId) -> None:
        self.strides = [
            stride.model_copy(update={"room": into}) if stride.room == room else stride
            for stride in self.strides
        ]
        if self.here == room:
            self.here = into
        if room in self.stalls:
            self.stalls[into] = self.stalls.pop(room) + self.stalls.get(into, 0)
