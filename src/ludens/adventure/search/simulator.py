"""What the search knows of a machine: states by number, and what commands do from each of them.

A state that is kept is a packed snapshot in this process, so a child that hangs or crashes costs
one restart and no state; the command at which it failed is an outcome with a fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

from ludens.adventure.interpreter.jericho import DEFAULT_DEADLINE, JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Wants
from ludens.adventure.interpreter.story_file import StoryFile

StateKey = NewType("StateKey", int)
"""A state that is kept, counted from 0 in the order of keeping."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one command."""

    command: str
    text: str
    status: str | None = None
    wants: Wants = Wants.LINE
    memory: bytes | None = None
    """Dynamic memory afterwards, where it was asked for."""
    fault: InterpreterFault | None = None
    """How the interpreter failed at this command, if it did: there is no state then."""


class Simulator:
    """A machine in a child of its own that can be put into any of the states that are kept.

    It is jericho's: dfrotz shows no memory.
    """

    def __init__(
        self, story: StoryFile, *, seed: int = 0, deadline: float = DEFAULT_DEADLINE
    ) -> None:
        self._interpreter = JerichoInterpreter(story, seed=seed, deadline=deadline)
        self._kept: dict[StateKey, bytes] = {}
        self._next = 0
        self._from = StateKey(0)
        self._tried: list[str] = []
        self._held: dict[int, int] = {}

    def root(self, snapshot: bytes) -> StateKey:
        """Keep a state from a snapshot of the interpreter."""
        key = StateKey(self._next)
        self._next += 1
        self._kept[key] = snapshot
        return key

    def try_all(self, key: StateKey, commands: Sequence[str], *, memory: bool) -> list[Outcome]:
        """Try each command from a state: one step each."""
        self._from, self._tried, self._held = key, list(commands), {}
        outcomes: list[Outcome] = []
        while len(outcomes) < len(commands):
            begun = len(outcomes)
            trials = self._interpreter.branch(self._kept[key], commands[begun:], memory=memory)
            for place, trial in enumerate(trials):
                seen = trial.observation
                if seen is None:
                    outcomes.append(Outcome(trial.command, "", fault=trial.fault))
                    self._held = {}
                    continue
                self._held[begun + place] = place
                outcomes.append(
                    Outcome(trial.command, seen.text, seen.status, seen.wants, trial.memory)
                )
        return outcomes

    def keep(self, index: int) -> StateKey:
        """Keep the state of an outcome of the last `try_all`, which has no fault.

        A child that failed further on has taken its states with it: then the command is run again,
        which gives the same, for the dice are part of a state.
        """
        if index not in self._held:
            again = [self._tried[index]]
            self._interpreter.branch(self._kept[self._from], again, memory=False)
            self._held = {index: 0}
        return self.root(self._interpreter.branched(self._held[index]))

    def snapshot(self, key: StateKey) -> bytes:
        """Return a state as a snapshot, from which the interpreter goes on."""
        return self._kept[key]

    def forget(self, key: StateKey) -> None:
        """Keep a state no longer."""
        self._kept.pop(key, None)

    def close(self) -> None:
        """End the child. Safe to call twice."""
        self._interpreter.close()
