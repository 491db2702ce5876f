"""Everybody who works on one episode, with the story before them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludens.adventure.agents.critic import Critic
from ludens.adventure.agents.keeper import Keeper
from ludens.adventure.agents.llm_judge import LLMJudge
from ludens.adventure.agents.player import Player
from ludens.adventure.agents.pursuing import Pursuer
from ludens.adventure.agents.puzzle_agent import PuzzleAgent
from ludens.adventure.agents.settings import PlayerKind
from ludens.adventure.events import InterpreterFailed, StoryOpened
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.protocol import (
    Interpreter,
    InterpreterFault,
    Observation,
    SnapshotRefused,
)
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import read_zstory
from ludens.adventure.perception.by_state import StatePerception
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.protocol import Perception
from ludens.adventure.perception.readers import Readers
from ludens.adventure.search.searcher import Searcher
from ludens.adventure.settings import AdventureSettings, PerceptionKind
from ludens.adventure.state import AdventureState
from ludens.adventure.story_library import catalogued_score
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Past, Turn
from ludens.llm.models import Models


def senses_for(story: StoryFile, calibration: Calibration | None) -> Perception:
    """Return the perception that what is known of the story allows.

    A story whose memory does not tell where the player is is read by its text.
    """
    read = read_zstory(story.data)
    if calibration is not None and tells_the_place(calibration):
        return StatePerception(Probe(read, calibration))
    return TextPerception(frozenset(word.text for word in read.dictionary.words))


def tells_the_place(calibration: Calibration) -> bool:
    """Return whether memory tells the room, by a variable or by the player's place in the tree."""
    by_tree = calibration.player is not None and calibration.room_parent is not None
    return bool(calibration.location_globals) or by_tree


READING = "(memory)"
"""What is recorded as the command at which the interpreter failed when its memory was read."""
OPENINGS = 3
"""How often a story's opening is tried."""


@dataclass(slots=True)
class Company:
    """The interpreter, the senses and the agents of one episode."""

    settings: AdventureSettings
    story: StoryFile
    vocabulary: Vocabulary
    interpreter: Interpreter
    player: Player
    models: Models
    pursuer: Pursuer
    """Works for the goals that a mind sets."""
    past: Past[AdventureState]
    """The episode as it was after any earlier turn."""
    critic: Critic | None = None
    """Who scores proposals; None: loop-breaking alone does."""
    readers: Readers | None = None
    """Models that read what the rules are not sure of; None where no model is set for it."""
    puzzle_agent: PuzzleAgent | None = None
    """None where nobody looks for puzzles."""
    judge: LLMJudge | None = None
    """Asked where the rules are unsure of the outcome; None: the rules alone judge."""
    keeper: Keeper | None = None
    """None where no lessons are drawn."""
    on_command: Callable[[str], None] | None = None
    """Told of the command of a turn as soon as it is decided."""
    senses: Perception | None = None
    """Made when the probe's findings are known: at the opening, or from the log."""
    searcher: Searcher | None = None
    """Who has searched in this episode; made again from the record where it is resumed."""
    saved: bytes = b""
    """The engine's snapshot after the last command that worked."""
    opened: StoryOpened | None = None
    """In a replay: what was found out at the opening, in the time that there was."""
    failing: deque[InterpreterFailed] = field(default_factory=deque)
    """In a replay: where the interpreter failed in the turn in hand; a clock may have said so."""

    @property
    def player_is_alone(self) -> bool:
        """Whether the player is a baseline, to whom nobody lends a hand."""
        return self.settings.player.kind is not PlayerKind.COMPANY

    def begin(self) -> tuple[Observation, StoryOpened]:
        """Start the story, and find out what its memory tells.

        Raises InterpreterFault when not even that works.
        """
        self._fail_as_recorded("")
        observation = self.interpreter.start()
        self.saved = self.interpreter.snapshot()
        calibration = None
        if self.opened is not None:
            calibration = read_calibration(self.opened.calibration)
        elif self.settings.perception is PerceptionKind.STATE:
            until = time.monotonic() + self.settings.opening_seconds
            calibration = calibrate(self.interpreter, self.story.data, observation, until=until)
        self.prepare(calibration)
        opened = StoryOpened(
            title=self.story.name,
            version=self.story.version,
            release=self.story.release,
            serial=self.story.serial,
            checksum=self.story.checksum,
            engine=self.settings.engine,
            perception=self.settings.perception,
            calibration=calibration.model_dump(mode="json") if calibration else None,
            max_score=catalogued_score(self.story),
        )
        return observation, opened

    def prepare(self, calibration: Calibration | None) -> None:
        """Make the senses ready; None when the machine's memory is not to be read."""
        self.senses = senses_for(self.story, calibration)

    def type(self, turn: Turn[AdventureState], command: str) -> Observation | None:
        """Type a command and return the answer.

        After a failure of the interpreter the story is put back to where it was, and there is no
        answer; too many failures end the episode. A command that cannot be typed is answered by
        the reason.
        """
        try:
            self._fail_as_recorded(command)
            observation = self.interpreter.send(self.vocabulary.typed(command))
            self.saved = self.interpreter.snapshot()
        except CommandRefused as refusal:
            return Observation(text=f"({refusal})", wants=turn.state.wants)
        except InterpreterFault as fault:
            turn.emit(InterpreterFailed(kind=fault.kind, command=command, detail=fault.detail))
            self._restored(turn, self.saved)
            return None
        return observation

    def memory(self, turn: Turn[AdventureState]) -> bytes | None:
        """Return the machine's memory after the answer; the story is put back where that fails.

        None when the engine cannot show it, or, with the episode ended, has failed too often.
        """
        while True:
            try:
                self._fail_as_recorded(READING)
                return self.interpreter.memory()
            except InterpreterFault as fault:
                turn.emit(InterpreterFailed(kind=fault.kind, command=READING, detail=fault.detail))
                if not self._restored(turn, self.saved):
                    return None

    def return_to(self, turn: Turn[AdventureState], target: int) -> Observation | None:
        """Put the story back to where it was after an earlier turn, and look round there.

        None, with the episode ended, when the interpreter cannot.
        """
        there = self.past.engine(target)
        while self._restored(turn, there, f"could not go back to turn {target}"):
            try:
                self._fail_as_recorded("look")
                observation = self.interpreter.send("look")
                self.saved = self.interpreter.snapshot()
            except InterpreterFault as fault:
                turn.emit(InterpreterFailed(kind=fault.kind, command="look", detail=fault.detail))
            except CommandRefused as fault:
                reason = f"the interpreter could not go back to turn {target}: {told(fault)}"
                turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
                return None
            else:
                return observation
        return None

    def open(self, turn: Turn[AdventureState]) -> tuple[Observation, StoryOpened] | None:
        """Begin, again where the interpreter fails; None, with the episode ended, if it cannot."""
        while True:
            try:
                return self.begin()
            except InterpreterFault as fault:
                turn.emit(InterpreterFailed(kind=fault.kind, command="", detail=fault.detail))
                if turn.state.faults >= OPENINGS or self._is_given_up(turn):
                    reason = f"the story cannot be played: {told(fault)}"
                    turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
                    return None
            except SnapshotRefused as refusal:
                reason = f"the story cannot be played: {refusal}"
                turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
                return None

    def _restored(
        self, turn: Turn[AdventureState], snapshot: bytes, what: str = "could not be restarted"
    ) -> bool:
        """Put the interpreter back, again where it fails at that too.

        `what` says of a failure what was meant to be done. False, with the episode ended, when it
        has failed too often.
        """
        while not self._is_given_up(turn):
            try:
                self._fail_as_recorded("")
                self.interpreter.restore(snapshot)
            except InterpreterFault as fault:
                turn.emit(InterpreterFailed(kind=fault.kind, command="", detail=fault.detail))
            except SnapshotRefused as refusal:
                reason = f"the interpreter {what}: {refusal}"
                turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
                return False
            else:
                return True
        state = turn.state
        reason = f"the interpreter failed {state.faults} times, {state.hangs} of them by silence"
        turn.emit(EpisodeEnded(outcome=Outcome.FAILED, reason=reason))
        return False

    def _fail_as_recorded(self, command: str) -> None:
        """Raise InterpreterFault where the interpreter failed at this in the recorded turn."""
        if self.failing and self.failing[0].command == command:
            failed = self.failing.popleft()
            raise InterpreterFault(failed.kind, command, failed.detail)

    def _is_given_up(self, turn: Turn[AdventureState]) -> bool:
        """Return whether the interpreter has failed, or kept silent, more often than allowed."""
        state, settings = turn.state, self.settings
        return state.faults > settings.max_faults or state.hangs > settings.max_hangs


def read_calibration(found: dict[str, Any] | None) -> Calibration | None:
    """Return what the record has of how a story's memory is read."""
    return Calibration.model_validate(found) if found is not None else None


def told(error: Exception) -> str:
    """Return what went wrong in the interpreter, for one line that says what it meant to do."""
    return error.detail if isinstance(error, InterpreterFault) else str(error)
