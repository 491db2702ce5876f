"""Trying a few commands on the opening of a story, to learn how to read its memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludens.adventure.interpreter.protocol import (
    Interpreter,
    InterpreterFault,
    Observation,
    Wants,
)
from ludens.adventure.interpreter.zmachine.calibration import Calibration, infer_calibration
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.trials import (
    DIRECTIONS,
    Evidence,
    Intent,
    Trial,
    intent_of,
)
from ludens.adventure.interpreter.zmachine.walks import shows_a_walk
from ludens.adventure.interpreter.zmachine.zstory import ZStory

MOST_COMMANDS: Final = 200
"""However a story behaves, no more commands than this are tried."""

_KEYS: Final = 12
"""Key presses that an opening may ask for before the first command."""
_OPENERS: Final = ("stand", "get up", "out", "exit", "yes", "no", "look", "wait", "1", "")
"""What may get a player who cannot walk at once to where walking is possible."""
_NONSENSE: Final = "zqxjkv"
_SURVEY: Final = (
    "look",
    "inventory",
    "wait",
    "score",
    "take all",
    "drop all",
    "examine me",
    _NONSENSE,
    # Sentences of many shapes overwrite what the parser keeps of the last one, so that few
    # variables go on holding a number by accident.
    "put all in all",
    "look under all then wait",
    "ask all about the the the the",
    "open me with me",
)
_SECOND_ROUND: Final = ("wait", "take all", "inventory", "score")
_WALKS_FOLLOWED: Final = 3
"""From so many of the rooms next to the opening, a second round is tried."""


def calibrate(interpreter: Interpreter, story: bytes, opening: Observation) -> Calibration:
    """Learn how to read a story's memory by trying commands on its opening.

    `opening` is what the interpreter answered last. The interpreter is left in the state it
    was in. Faults of the interpreter cost the trial during which they happen. An engine that
    shows no memory gives a calibration that knows nothing but the compiler.
    """
    zstory = ZStory(story)
    start = interpreter.snapshot()
    try:
        trials = _Experiment(interpreter, zstory).run(opening)
    finally:
        interpreter.restore(start)
    return infer_calibration(zstory, trials)


class _Experiment:
    """One calibration at work."""

    def __init__(self, interpreter: Interpreter, story: ZStory) -> None:
        self._interpreter = interpreter
        self._story = story
        self._left = MOST_COMMANDS
        known = story.dictionary
        # Stories in other languages know other directions; Infocom's dictionary marks them.
        self._directions = [word for word in DIRECTIONS if known.knows(word) or not len(known)]
        marked = known.of(PartOfSpeech.DIRECTION)
        if not self._directions:
            self._directions = list(marked[:16])

    def run(self, opening: Observation) -> list[Trial]:
        """Try commands at the opening, or behind the first opener that makes walking possible."""
        if self._interpreter.memory() is None or opening.wants is Wants.NOTHING:
            return []
        self._press_keys(opening)
        base = self._interpreter.snapshot()
        walks, reached = self._walk_from(base)
        if reached:
            return walks + self._try_all(base, _SURVEY)
        for opener in _OPENERS:
            self._interpreter.restore(base)
            trial = self._send(opener)
            if trial is None or trial.before == trial.after:
                continue
            behind = self._interpreter.snapshot()
            walks_behind, reached = self._walk_from(behind)
            if reached:
                # What went before may have been a question, when the game had not begun.
                opened = [trial] if trial.intent is Intent.LEAVE else []
                return opened + walks_behind + self._try_all(behind, _SURVEY)
        return walks + self._try_all(base, _SURVEY)

    def _walk_from(self, base: bytes) -> tuple[list[Trial], int]:
        """Try every direction, and from the first rooms reached a second round.

        Returns the trials, and how many rooms were reached.
        """
        trials: list[Trial] = []
        reached = 0
        for direction in self._directions:
            self._interpreter.restore(base)
            trial = self._send(direction)
            if trial is None:
                continue
            trials.append(trial)
            evidence = Evidence.of(self._story, [trial])
            if reached >= _WALKS_FOLLOWED or not shows_a_walk(self._story, evidence, trial):
                continue
            reached += 1
            there = self._interpreter.snapshot()
            back = DIRECTIONS.get(direction, direction)
            trials += self._try_all(there, [back, *_SECOND_ROUND])
        return trials, reached

    def _try_all(self, base: bytes, commands: Iterable[str]) -> list[Trial]:
        trials = []
        for command in commands:
            self._interpreter.restore(base)
            trial = self._send(command)
            if trial is not None:
                trials.append(trial)
        return trials

    def _send(self, command: str) -> Trial | None:
        """Try one command where the story stands; None if it ends the story or fails."""
        before = self._interpreter.memory()
        if self._left <= 0 or before is None:
            return None
        self._left -= 1
        try:
            observation = self._interpreter.send(command)
            after = self._interpreter.memory()
        except InterpreterFault:
            return None
        if after is None or observation.wants is Wants.NOTHING:
            return None
        intent = Intent.NONSENSE if command == _NONSENSE else intent_of(command, self._directions)
        return Trial(command, before, after, observation.text, observation.status, intent)

    def _press_keys(self, opening: Observation) -> None:
        """Get past title pages and quotations that wait for a key."""
        wants = opening.wants
        for _ in range(_KEYS):
            if wants is not Wants.KEY:
                return
            wants = self._interpreter.send(" ").wants
