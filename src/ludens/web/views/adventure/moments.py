"""The moments and periods of an adventure that the scrubber marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.adventure.events import GameWon, PlayerDied, ScoreChanged, StoryRestored
from ludens.adventure.mazes.events import OVER, MazeDetected, MazePhaseBegan, Phase
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleKind, PuzzleSolved
from ludens.adventure.stuck.events import (
    LoopDetected,
    LoopEnded,
    StuckExploration,
    StuckRewind,
    StuckTermination,
    StuckWarning,
)
from ludens.adventure.stuck.record import GAINS
from ludens.adventure.stuck.settings import Progress
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import RoomFound
from ludens.episode.events import (
    EpisodeEnded,
    EpisodeForked,
    EpisodeReopened,
    EpisodeStarted,
    Event,
)
from ludens.episode.state import merged
from ludens.web.views.adventure.company import counted
from ludens.web.views.view import LogLine, Mark, Marks, Span, common_marks, sentence

MARKING: Sequence[type[Event]] = (
    EpisodeStarted,
    RoomFound,
    ItemFound,
    ScoreChanged,
    PlayerDied,
    GameWon,
    PuzzleFound,
    PuzzleSolved,
    MazeDetected,
    MazePhaseBegan,
    LoopDetected,
    LoopEnded,
    StuckWarning,
    StuckExploration,
    StuckRewind,
    StuckTermination,
    StoryRestored,
    EpisodeForked,
    EpisodeReopened,
    EpisodeEnded,
)

GAINED = {event.type: progress for event, progress in GAINS.items()}
ACTS = (StuckExploration.type, StuckRewind.type, StuckTermination.type)


def marks_of(lines: Iterable[LogLine]) -> Marks:
    """Return the marks and spans of a log, given its marking events in order."""
    maker = _Maker()
    for line in lines:
        maker.take(line)
    return Marks(marks=maker.marks, spans=sorted(maker.spans, key=lambda span: span["first"]))


@dataclass(slots=True)
class _Maker:
    """Marks being made, line by line."""

    marks: list[Mark] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    score: int | None = None
    scores: set[int] = field(default_factory=set)
    """Scores that were had."""
    restored: int = -1
    """The last turn in which the story was put back to an earlier one."""
    settings: dict[str, Any] = field(default_factory=dict)
    gains: frozenset[Progress] = frozenset(counted({}))
    """What counts as progress in this episode."""
    puzzles: dict[str, str] = field(default_factory=dict)
    lasting: dict[str, Span] = field(default_factory=dict)
    """Periods that go on, by what they are of."""

    def take(self, line: LogLine) -> None:
        """Take in one line."""
        turn, data = line.turn, line.data
        if line.type == ScoreChanged.type:
            self._score(turn, int(data["score"]))
        elif line.type == RoomFound.type and turn > 0:
            self._mark(turn, "room", str(data["name"]))
        elif line.type == PlayerDied.type:
            self._mark(turn, "death", "The player died")
        elif line.type == GameWon.type:
            self._mark(turn, "victory", "The story is won")
        elif line.type == PuzzleFound.type:
            self.puzzles[data["puzzle"]] = str(data["summary"])
            if data["kind"] not in (PuzzleKind.MAZE, PuzzleKind.CLUE):
                self._mark(turn, "puzzle", sentence(str(data["summary"])))
        elif line.type == PuzzleSolved.type:
            self._mark(turn, "solved", f"Solved: {sentence(self.puzzles.get(data['puzzle'], ''))}")
        elif line.type == EpisodeStarted.type:
            self._set(data["settings"])
        elif line.type == StoryRestored.type:
            self.restored = turn
        else:
            if line.type in (EpisodeForked.type, EpisodeReopened.type):
                self._set(merged(self.settings, data["changes"]))
            self._periods(line)
            self.marks += common_marks(line)
        if line.type in GAINED:
            self._gain(GAINED[line.type], turn)

    def _set(self, settings: dict[str, Any]) -> None:
        self.settings, self.gains = settings, frozenset(counted(settings))

    def _gain(self, kind: Progress, turn: int) -> None:
        if kind in self.gains:
            self._end("idle", turn)

    def _periods(self, line: LogLine) -> None:
        turn, data = line.turn, line.data
        if line.type == MazeDetected.type:
            self._begin(f"maze {data['group']}", turn, "maze", "In a maze")
        elif line.type == MazePhaseBegan.type:
            if Phase(data["phase"]) in (*OVER, Phase.INTERRUPTED):
                self._end(f"maze {data['group']}", turn)
            else:
                self._begin(f"maze {data['group']}", turn, "maze", "In a maze")
        elif line.type == LoopDetected.type:
            self._begin(f"loop {data['kind']}", turn, "loop", f"In circles: {data['what']}")
        elif line.type == LoopEnded.type:
            self._end(f"loop {data['kind']}", turn)
        elif line.type == StuckWarning.type:
            first = max(0, turn - int(data["idle"]))
            self._begin("idle", first, "stuck", "Nothing gained")
        elif line.type in ACTS:
            self._mark(turn, "stuck", f"Stuck for {data['idle']} turns")
            self._end("idle", turn)

    def _score(self, turn: int, new: int) -> None:
        before = (
            0 if self.score is None and turn > 0 else self.score
        )  # its first is told as it comes
        if before is not None and new != before:
            self._mark(turn, "score", f"Score {new} ({new - before:+d})")
        if turn != self.restored:
            self._gain(Progress.CHANGES, turn)
            if new not in self.scores:
                self._gain(Progress.SCORE, turn)
        self.scores.add(new)
        self.score = new

    def _mark(self, turn: int, kind: str, text: str) -> None:
        self.marks.append(Mark(turn=turn, kind=kind, text=text))

    def _begin(self, what: str, turn: int, kind: str, text: str) -> None:
        if what not in self.lasting:
            self.lasting[what] = Span(first=turn, kind=kind, text=text)
            self.spans.append(self.lasting[what])

    def _end(self, what: str, turn: int) -> None:
        span = self.lasting.pop(what, None)
        if span is not None:
            span["last"] = turn
