"""The state of an adventure: the fold of its log."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ludens.adventure.agents.allowance import Consultations
from ludens.adventure.dialogue import Dialogue
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    GameWon,
    InterpreterFailed,
    PlayerDied,
    ScoreChanged,
    StoryOpened,
    StoryRestored,
    StorySaved,
    TextObserved,
)
from ludens.adventure.frontier import REWOUND, Archive
from ludens.adventure.interpreter.protocol import FaultKind, Wants
from ludens.adventure.lessons.book import LessonBook
from ludens.adventure.mazes.groups import Mazes
from ludens.adventure.memory.record import Memory
from ludens.adventure.perception.memory import TextMemory
from ludens.adventure.plan import CommandsTried, UnderWay, told
from ludens.adventure.plans import Plans
from ludens.adventure.puzzles.book import PuzzleBook
from ludens.adventure.review.calibration import CriticRecord
from ludens.adventure.scoring import Tally
from ludens.adventure.search.record import Searches
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import Progress
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import PlayerMoved, RoomFound
from ludens.adventure.world.places import INVENTORY
from ludens.episode.events import Event
from ludens.episode.state import ModelState

MEMORY = 20
"""Commands with their answers that the state keeps at hand; the log has them all."""


class AdventureState(ModelState):
    """Everything known at a turn."""

    title: str = ""
    engine: str = ""
    perception: str = ""
    calibration: dict[str, Any] | None = None
    map: WorldMap = Field(default_factory=WorldMap)
    items: Items = Field(default_factory=Items)
    text_memory: TextMemory = Field(default_factory=TextMemory)
    """What text perception tells places apart by; empty under state perception."""
    mazes: Mazes = Field(default_factory=Mazes)
    puzzles: PuzzleBook = Field(default_factory=PuzzleBook)
    stuck: StuckRecord = Field(default_factory=StuckRecord)
    critic: CriticRecord = Field(default_factory=CriticRecord)
    lessons: LessonBook = Field(default_factory=LessonBook)
    consultations: Consultations = Field(default_factory=Consultations)
    searches: Searches = Field(default_factory=Searches)
    frontier: Archive = Field(default_factory=Archive)
    tally: Tally = Field(default_factory=Tally)
    score: int | None = None
    max_score: int | None = None
    command: str = ""
    text: str = ""
    status: str | None = None
    wants: Wants = Wants.LINE
    recent: list[tuple[str, str]] = Field(default_factory=list)
    """The last commands with their answers, newest last."""
    opening: str = ""
    transcript: list[tuple[str, str]] = Field(default_factory=list)
    """Every command with its answer; kept only for a player who is told nothing else."""
    put_back: bool = False
    """The next text is that of an earlier turn, and no answer; told with the transcript."""
    memory: Memory = Field(default_factory=Memory)
    plans: Plans = Field(default_factory=Plans)
    plan: UnderWay = Field(default_factory=UnderWay)
    dialogue: Dialogue = Field(default_factory=Dialogue)
    """What the player's model said and what came of it; nearly empty where none plays."""
    looks: int = 0
    """LOOKs that the senses asked for."""
    decided_by: list[str] = Field(default_factory=list)
    """Who decided so far, for lists: `human`, `company`."""
    slots: list[int] = Field(default_factory=list)
    """Turns that are saved, oldest first."""
    returns: list[int] = Field(default_factory=list)
    """Turns in which the company went back to a save."""
    deaths: int = 0
    faults: int = 0
    hangs: int = 0
    won: bool = False
    progress_turn: int = 0
    """The last turn that found a room or an item, or changed the score."""

    @property
    def goes_on(self) -> bool:
        """Whether a person's plan is under way."""
        return self.plan.plan is not None and self.plan.by is By.HUMAN

    def _carried(self, event: Event) -> list[str]:
        """Return the names of what is carried where a command was judged."""
        held = self.items.at(INVENTORY) if isinstance(event, CommandJudged) else ()
        return [self.items.known[id_].name for id_ in held]

    def _note_decider(self, by: By) -> None:
        """Keep who decided; what the senses ask for within a person's plan is part of it."""
        who = "human" if by is By.HUMAN or (by is By.SENSES and self.goes_on) else "company"
        if who not in self.decided_by:
            self.decided_by.append(who)

    def _note_fault(self, event: InterpreterFailed) -> None:
        self.faults += 1
        self.hangs += event.kind is FaultKind.HANG

    def apply(self, event: Event) -> None:
        """Fold one event."""
        super().apply(event)
        gained = None
        if isinstance(event, ScoreChanged) and self.score is not None:
            gained = event.score - self.score
        left_out, cut_short = self.plan.left_out(event), self.plan.cuts_short(event)
        room = self.map.rooms.get(self.map.here) if self.map.here is not None else None
        called = room.name if room is not None else ""
        self.plan.apply(event, self.score, self.turn, self.map.here, called)
        self.map.apply(event, self.turn)
        self.items.apply(event, self.turn)
        self.memory.apply(event, self.turn, self.items, self.score)
        self.plans.apply(event, self.turn, self.map.here, self._carried(event))
        self.mazes.apply(event, self.turn)
        self.puzzles.apply(event, self.turn)
        self.stuck.apply(event, self.turn)
        self.critic.apply(event, self.turn)
        self.lessons.apply(event, self.turn, self.map.here)
        self.consultations.apply(event, self.turn)
        self.searches.apply(event, self.turn, self.score)
        self.text_memory.apply(event, self.turn)
        match event:
            case StoryOpened():
                self.title = event.title
                self.engine, self.perception = event.engine, event.perception
                self.calibration = event.calibration
                self.max_score = event.max_score
            case CommandChosen():
                self.command = event.command
                self.looks += event.by is By.SENSES
                self._note_decider(event.by)
            case TextObserved():
                self._hear(event)
            case InterpreterFailed():
                self._note_fault(event)
            case ScoreChanged():
                self.score = event.score
                self.max_score = event.max_score if event.max_score is not None else self.max_score
                self.progress_turn = self.turn
            case RoomFound() | ItemFound():
                self.progress_turn = self.turn
            case PlayerDied():
                self.deaths += 1
            case CommandsTried():
                answers = {said: one.answer for one in event.trials for said in one.commands}
                self.memory.keep_tried(event.failed, answers, self.turn, self.items, self.score)
                if self._is_bare:
                    wanted = " | ".join(c for trial in event.trials for c in trial.commands)
                    self.transcript.append((f"try: {wanted}", told(event)))
            case StorySaved():
                size = max(1, self.settings.get("adventure", {}).get("save_slots", 3))
                self.slots = sorted({*self.slots, event.to_turn})[-size:]
            case StoryRestored():
                self.slots = [turn for turn in self.slots if turn <= event.to_turn]
                self._return(event)
                if self._is_bare:
                    self._tell_more(
                        f"[The story was put back to turn {event.to_turn}: {event.reason}.]"
                    )
                    self.put_back = True
            case GameWon():
                self.won = True
        self.dialogue.apply(event, self.turn, self.text, self.opening, gained, cut_short=cut_short)
        if left_out is not None:
            self.dialogue.leave_out(str(left_out))
        if isinstance(event, PlayerMoved) and self.map.here is not None:
            name = self.map.rooms[self.map.here].name
            if len(self.map.called_like(name)) > 1:
                self.dialogue.tell_which(f"{name} ({self.map.here})")
        self.frontier.apply(event, self.turn, self.map.here, self.score)
        self.tally.apply(event, self.turn, self.map.here)

    @property
    def has_full_score(self) -> bool:
        """Whether every point that there is has been scored, as far as the story tells."""
        return bool(self.max_score) and self.score == self.max_score

    def score_changed(self, score: int, max_score: int | None) -> ScoreChanged:
        """Return what tells that the score is another than now."""
        idle = self.stuck.idle[Progress.CHANGES]
        return ScoreChanged(
            score=score, max_score=max_score, old_score=self.score, was_stuck_for=idle
        )

    def _return(self, event: StoryRestored) -> None:
        if event.reason == REWOUND:
            self.progress_turn = self.turn
        else:
            self.returns = [*self.returns[-9:], self.turn]

    def _hear(self, event: TextObserved) -> None:
        self.text, self.status, self.wants = event.text, event.status, event.wants
        if self.turn == 0:
            self.opening += event.text
            return
        self.recent = [*self.recent[-MEMORY + 1 :], (self.command, event.text)]
        if self.put_back:
            self.put_back = False
            self._tell_more(event.text)
        elif self._is_bare:
            self.transcript.append((self.command, event.text))

    def _tell_more(self, text: str) -> None:
        """Add to the last answer of the transcript what no command of the player's brought."""
        if self.transcript:
            command, answer = self.transcript.pop()
            self.transcript.append((command, f"{answer.strip()}\n\n{text.strip()}"))

    @property
    def _is_bare(self) -> bool:
        player = self.settings.get("adventure", {}).get("player", {})
        return bool(player.get("kind") == "bare")
