"""Trying a few commands on the opening of a story, to learn how to read its memory."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.adventure.interpreter.protocol import (
    FaultKind,
    Interpreter,
    Observation,
    Trial,
    Wants,
    explore,
)
from ludens.adventure.interpreter.zmachine.calibration import Calibration, infer_calibration
from ludens.adventure.interpreter.zmachine.direction_words import direction_words
from ludens.adventure.interpreter.zmachine.evidence import (
    DIRECTIONS,
    Evidence,
    Intent,
    Sample,
    intent_of,
)
from ludens.adventure.interpreter.zmachine.whereabouts import shows_a_walk
from ludens.adventure.interpreter.zmachine.zstory import ZStory, read_zstory

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
_AT_ONCE: Final = 4
"""Commands that are tried together."""
_MOST_HANGS: Final = 2
"""A story that did not answer so often is tried no further."""
_WALKS_FOLLOWED: Final = 3
"""From so many of the rooms next to the opening, a second round is tried."""


def calibrate(
    interpreter: Interpreter, story: bytes, opening: Observation, *, until: float = math.inf
) -> Calibration:
    """Learn how to read a story's memory by trying commands on its opening.

    `opening` is what the interpreter answered last. The interpreter is left in the state it
    was in. A command at which it fails tells nothing, and the others go on; only a failure to
    get anywhere raises InterpreterFault. Nothing more is tried after `until` (of time.monotonic),
    nor on a story that keeps silent again and again. An engine that shows no memory
    gives a calibration that knows nothing but the compiler.
    """
    zstory = read_zstory(story)
    start = interpreter.snapshot()
    try:
        samples = _Experiment(interpreter, zstory, until).run(opening)
    finally:
        interpreter.restore(start)
    return infer_calibration(zstory, samples)


class _Experiment:
    """One calibration at work."""

    def __init__(self, interpreter: Interpreter, story: ZStory, until: float) -> None:
        self._interpreter = interpreter
        self._until = until
        self._hangs = 0
        self._story = story
        self._left = MOST_COMMANDS
        self._directions = direction_words(story)

    def run(self, opening: Observation) -> list[Sample]:
        """Try commands at the opening, or behind the first opener that makes walking possible."""
        if self._interpreter.memory() is None or self._press_keys(opening) is not Wants.LINE:
            return []
        base = self._interpreter.snapshot()
        walks, reached = self._walk_from(base)
        if reached:
            return walks + self._samples(base, _SURVEY)
        openers = self._explore(base, _OPENERS, snapshots=True)
        for opener in openers:
            if opener.snapshot is None or opener.sample.before == opener.sample.after:
                continue
            walks_behind, reached = self._walk_from(opener.snapshot)
            if reached:
                # What went before may have been a question, when the game had not begun.
                opened = [opener.sample] if opener.sample.intent is Intent.LEAVE else []
                return opened + walks_behind + self._samples(opener.snapshot, _SURVEY)
        # Nobody got anywhere, but who leaves a seat is seen.
        left = [opener.sample for opener in openers if opener.sample.intent is Intent.LEAVE]
        return left + walks + self._samples(base, _SURVEY)

    def _walk_from(self, base: bytes) -> tuple[list[Sample], int]:
        """Try every direction, and from the first rooms reached a second round.

        Returns the samples, and how many rooms were reached.
        """
        samples: list[Sample] = []
        reached = 0
        for tried in self._explore(base, self._directions, snapshots=True):
            samples.append(tried.sample)
            evidence = Evidence.of(self._story, [tried.sample])
            walked = shows_a_walk(self._story, evidence, tried.sample)
            if walked and tried.snapshot and reached < _WALKS_FOLLOWED:
                reached += 1
                back = DIRECTIONS.get(tried.sample.command, tried.sample.command)
                samples += self._samples(tried.snapshot, (back, *_SECOND_ROUND))
        return samples, reached

    def _samples(self, base: bytes, commands: Sequence[str]) -> list[Sample]:
        return [tried.sample for tried in self._explore(base, commands)]

    def _explore(
        self, base: bytes, commands: Sequence[str], *, snapshots: bool = False
    ) -> list[_Tried]:
        """Try commands from a snapshot; those that end the story or break the interpreter, or
        that there is no allowance for, are left out. Only from where the story waits for a line
        is there a snapshot.
        """
        commands = commands[: self._left]
        if not commands:
            return []
        self._left -= len(commands)
        self._interpreter.restore(base)
        before = self._interpreter.memory()
        tried = []
        for trial in self._trials(commands, snapshots=snapshots):
            seen = trial.observation
            if (
                seen is None
                or before is None
                or trial.memory is None
                or seen.wants is Wants.NOTHING
            ):
                continue
            command = trial.command
            intent = Intent.NONSENSE if command == _NONSENSE else self._intent_of(command)
            sample = Sample(command, before, trial.memory, seen.text, seen.status, intent)
            waits = seen.wants is Wants.LINE
            tried.append(_Tried(sample, trial.snapshot if waits else None))
        return tried

    def _trials(self, commands: Sequence[str], *, snapshots: bool) -> Iterator[Trial]:
        """Try commands a few at a time, so that a story that hangs is not tried to the end."""
        for first in range(0, len(commands), _AT_ONCE):
            few = commands[first : first + _AT_ONCE]
            for trial in explore(self._interpreter, few, snapshots=snapshots):
                self._hangs += trial.fault is not None and trial.fault.kind is FaultKind.HANG
                yield trial
            if self._hangs >= _MOST_HANGS or time.monotonic() > self._until:
                self._left = 0
                return

    def _intent_of(self, command: str) -> Intent:
        return Intent.MOVE if command in self._directions else intent_of(command)

    def _press_keys(self, opening: Observation) -> Wants:
        """Get past title pages and quotations that wait for a key; returns what is wanted then."""
        wants = opening.wants
        for _ in range(_KEYS):
            if wants is not Wants.KEY:
                break
            wants = self._interpreter.send(" ").wants
        return wants


@dataclass(frozen=True, slots=True)
class _Tried:
    """A command tried, with the machine after it if wanted."""

    sample: Sample
    snapshot: bytes | None
