"""A recorded episode against the detectors: where would they have acted, and what was saved?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from ludens.adventure.events import ScoreChanged
from ludens.adventure.models import Frozen, Part
from ludens.adventure.stuck.events import STUCK_EVENTS, LoopDetected, LoopEnded
from ludens.adventure.stuck.patterns import changes, detected
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import StuckSettings
from ludens.adventure.stuck.velocity import idle_turns, is_stuck, warning
from ludens.adventure.world.map_events import PlayerMoved, RoomChanged, RoomFound
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Period(Frozen):
    """A stretch of turns, both ends included."""

    first: int
    last: int

    @property
    def turns(self) -> int:
        """How long it was."""
        return self.last - self.first + 1


class Action(Frozen):
    """A point at which loop-breaking would have acted."""

    turn: int
    kind: str
    """A loop's kind, `warning` or `stuck`."""
    what: str


class Analysis(Part):
    """What the detectors make of an episode."""

    turns: int = 0
    scores: list[tuple[int, int]] = Field(default_factory=list)
    """Turn and score, whenever it changed."""
    places: list[tuple[int, str]] = Field(default_factory=list)
    """Turn and room, whenever the player came into one."""
    visits: dict[str, int] = Field(default_factory=dict)
    """Turns spent in each room, by name; the most first."""
    stuck: list[Period] = Field(default_factory=list)
    """Stretches without progress, as long as it takes to be warned, or longer."""
    loops: list[tuple[str, Period]] = Field(default_factory=list)
    """Loops with the turns they lasted."""
    actions: list[Action] = Field(default_factory=list)
    termination: int | None = None
    """The first turn at which the episode would have been ended."""
    turns_saved: int = 0
    calls_saved: int = 0


def analyse(
    turns: Iterable[tuple[int, Sequence[Event]]],
    settings: StuckSettings,
    calls: dict[int, int] | None = None,
) -> Analysis:
    """Return what loop-breaking under these settings makes of an episode's events, turn by turn.

    The record is folded anew, so what loop-breaking did when the episode was played does not
    count. `calls` are the model calls of each turn.
    """
    watcher = _Watcher(settings)
    for turn, events in turns:
        watcher.watch(turn, events)
    return watcher.finish(calls or {})


class _Watcher:
    """Plays the detectors over an episode."""

    def __init__(self, settings: StuckSettings) -> None:
        self.settings = settings
        self.record = StuckRecord()
        self.result = Analysis()
        self.rooms: dict[RoomId, str] = {}
        self.idle_since: int | None = None

    def watch(self, turn: int, events: Sequence[Event]) -> None:
        self.result.turns = turn
        for event in events:
            if not isinstance(event, STUCK_EVENTS):
                self.record.apply(event, turn)
                self._note(turn, event)
        if self.record.here is not None:
            name = self.rooms.get(self.record.here, self.record.here)
            self.result.visits[name] = self.result.visits.get(name, 0) + 1
        self._loops(turn)
        self._warn(turn)
        self._period(turn)
        if is_stuck(self.record, self.settings):
            idle = idle_turns(self.record, self.settings)
            self._act(turn, "stuck", f"no progress for {idle} turns")
            if self.result.termination is None:
                self.result.termination = turn

    def finish(self, calls: dict[int, int]) -> Analysis:
        result = self.result
        self._close(result.turns)
        for kind, pattern in self.record.patterns.items():
            result.loops.append((kind.value, Period(first=pattern.since, last=result.turns)))
        result.loops.sort(key=lambda loop: loop[1].first)
        result.visits = dict(sorted(result.visits.items(), key=lambda room: -room[1]))
        if result.termination is not None:
            result.turns_saved = result.turns - result.termination
            result.calls_saved = sum(
                number for turn, number in calls.items() if turn > result.termination
            )
        return result

    def _note(self, turn: int, event: Event) -> None:
        match event:
            case RoomFound():
                self.rooms[event.room] = event.name
            case RoomChanged() if event.name is not None:
                self.rooms[event.room] = event.name
            case ScoreChanged():
                self.result.scores.append((turn, event.score))
            case PlayerMoved():
                self.result.places.append((turn, self.rooms.get(event.room, event.room)))

    def _loops(self, turn: int) -> None:
        loops = detected(
            self.record,
            self.settings,
            room_name=lambda room: self.rooms.get(room, room),
        )
        for event in changes(self.record, loops, turn):
            if isinstance(event, LoopDetected):
                self._end(event, turn)
                self._act(turn, event.kind.value, event.what)
            elif isinstance(event, LoopEnded):
                self._end(event, turn)
            self.record.apply(event, turn)

    def _end(self, event: LoopDetected | LoopEnded, turn: int) -> None:
        pattern = self.record.patterns.get(event.kind)
        if pattern is not None:
            period = Period(first=pattern.since, last=max(pattern.since, turn - 1))
            self.result.loops.append((event.kind.value, period))

    def _warn(self, turn: int) -> None:
        due = warning(self.record, self.settings)
        if due is not None:
            self._act(turn, "warning", f"{due.urgency.value}: {due.left} turns left")
            self.record.apply(due, turn)

    def _period(self, turn: int) -> None:
        idle = idle_turns(self.record, self.settings)
        if idle >= self.settings.warnings.after:
            if self.idle_since is None:
                self.idle_since = turn - idle + 1
        else:
            self._close(turn - 1)

    def _close(self, last: int) -> None:
        if self.idle_since is not None:
            self.result.stuck.append(Period(first=self.idle_since, last=last))
            self.idle_since = None

    def _act(self, turn: int, kind: str, what: str) -> None:
        self.result.actions.append(Action(turn=turn, kind=kind, what=what))
