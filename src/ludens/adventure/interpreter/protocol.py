"""What the rest of the house knows of an interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ludens.episode.errors import LudensError


class Wants(StrEnum):
    """What a story waits for after an observation."""

    LINE = "line"  # a command
    KEY = "key"  # a single key press
    NOTHING = "nothing"  # the story has ended: it quit or halted


class FaultKind(StrEnum):
    """How an interpreter failed."""

    HANG = "hang"  # no answer before the deadline
    CRASH = "crash"  # the child ended by a signal or an exit code
    PIPE = "pipe"  # the connection closed or spoke nonsense
    REFUSED = "refused"  # the engine reported an error of its own


@dataclass(frozen=True, slots=True)
class Observation:
    """What a story answers with."""

    text: str
    """The story's words, whole: lines kept, without the prompt and without the status line."""
    status: str | None = None
    """The status line, where the engine appends one."""
    wants: Wants = Wants.LINE
    """What the story waits for next."""


class InterpreterFault(Exception):
    """The child failed at a command. It is gone; `restore` of a snapshot starts another one."""

    def __init__(self, kind: FaultKind, command: str, detail: str) -> None:
        self.kind = kind
        self.command = command
        self.detail = detail
        super().__init__(f"the interpreter failed ({kind}) at {command!r}: {detail}")

    def __reduce__(self) -> tuple[type[InterpreterFault], tuple[FaultKind, str, str]]:
        """Have a copy sent to another process made of the same parts."""
        return type(self), (self.kind, self.command, self.detail)


class SnapshotRefused(LudensError):
    """Bytes that are no snapshot of this story and engine, in one line. Nothing has changed."""


class EngineMissing(LudensError):
    """An engine is not installed: one line, with how to get it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying one command, without it having happened."""

    command: str
    observation: Observation | None
    """None when the interpreter failed at this command."""
    memory: bytes | None = None
    """Dynamic memory after the command, where it is known."""
    snapshot: bytes | None = None
    """The machine after the command, when asked for."""
    fault: InterpreterFault | None = None
    """How the interpreter failed at this command, if it did."""


class Interpreter(Protocol):
    """A Z-machine in a child process. Every method raises InterpreterFault when the child fails.

    After a fault the object is still usable: `start` or `restore` brings up a new child; until
    then there is nothing to send to, and every other method raises InterpreterFault again.
    """

    def start(self) -> Observation:
        """Begin the story anew and return its opening text."""
        ...

    def send(self, command: str) -> Observation:
        """Type one command (or, when the story wants a key, that key) and return the answer.

        Raises CommandRefused (see commands.py), with nothing sent, when it cannot be typed. When a
        key is wanted, the command's first character is that key, nothing is Enter, and the names
        in `keys.KEYS` are the keys without a character.
        """
        ...

    def snapshot(self) -> bytes:
        """Return the whole state of the machine, random generator included, as opaque bytes."""
        ...

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of the same story; starts the child if there is none.

        Raises SnapshotRefused, with nothing changed, for bytes that are no such snapshot.
        """
        ...

    def memory(self) -> bytes | None:
        """Return the machine's dynamic memory for the probe; None if the engine cannot show it."""
        ...

    def close(self) -> None:
        """End the child and remove its folder. Safe to call twice."""
        ...


def explore(
    interpreter: Interpreter, commands: Sequence[str], *, snapshots: bool = False
) -> list[Trial]:
    """Try each command from here and come back: none of them has happened afterwards.

    A command at which the interpreter fails is a trial with a fault; the others go on.
    `snapshots` says whether to keep the machine after each.
    """
    here, trials = interpreter.snapshot(), []
    for command in commands:
        try:
            observation, memory = interpreter.send(command), interpreter.memory()
            after = interpreter.snapshot() if snapshots else None
            trials.append(Trial(command, observation, memory, after))
        except InterpreterFault as fault:
            trials.append(Trial(command, None, fault=fault))
        finally:
            interpreter.restore(here)
    return trials
