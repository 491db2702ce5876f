"""The default engine: Jericho's library, in a child of ours (worker.py)."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ludens.adventure.interpreter.child import ChildFailed, WithChild, start_python
from ludens.adventure.interpreter.commands import AFTER_THE_END, CommandRefused, check_command
from ludens.adventure.interpreter.machine_state import SnapshotUnfit, check_snapshot
from ludens.adventure.interpreter.protocol import (
    EngineMissing,
    FaultKind,
    InterpreterFault,
    Observation,
    SnapshotRefused,
    Trial,
    Wants,
)
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.installing import engine_command

DEFAULT_DEADLINE = 5.0
"""Seconds that a command may take; ordinary ones take less than one thousandth of that."""
_STARTING = 30.0
"""Seconds that a child may take to come up, on a machine busy with other things."""
_MOST_SEED = 0x7FFFFFFF
_BUILT = Path(__file__).parent / "engine" / "libfrotz.so"
"""The library that comes with the package (`packaging/engine.py` builds it)."""


def find_library() -> Path:
    """Return the path of Jericho's C library, without importing Jericho. Raises EngineMissing.

    It comes with the package; where it does not, Jericho's own package may be installed.
    """
    if _BUILT.is_file():
        return _BUILT
    found = importlib.util.find_spec("jericho")
    for folder in (found.submodule_search_locations or []) if found else []:
        path = Path(folder) / "libfrotz.so"
        if path.is_file():
            return path
    raise EngineMissing(f"the jericho engine was not built; get it with: {engine_command()}")


class JerichoInterpreter(WithChild):
    """An Interpreter (see protocol.py) on Jericho's library."""

    def __init__(
        self, story: StoryFile, *, seed: int = 0, deadline: float = DEFAULT_DEADLINE
    ) -> None:
        """Prepare to play; the child comes up at `start` or `restore`.

        `seed` is any whole number: the same one gives the same random numbers, also after the
        story restarts itself. `deadline` is in seconds, for each command. Raises EngineMissing.
        """
        self._story = story
        self._seed = seed & _MOST_SEED
        self._deadline = deadline
        self._library = find_library()
        self._fingerprint = bytes.fromhex(story.sha256)
        self._confinement: tuple[str, ...] = ()
        self._wants = Wants.NOTHING
        self._asked: set[bytes] = set()
        self._held: dict[bytes, bytes] = {}

    @property
    def confinement(self) -> tuple[str, ...]:
        """Which ways of confining the child this kernel offers; empty before the first start."""
        return self._confinement

    def start(self) -> Observation:
        """Begin the story anew and return its opening text."""
        self._ensure_child("start")
        self._held.clear()
        observation = self._observe("start", self._ask("start", b"start"))
        self._wants = observation.wants
        return observation

    def send(self, command: str) -> Observation:
        """Type one command or key and return the answer."""
        typed = check_command(command)
        self._running(command)
        if self._wants is Wants.NOTHING:
            raise CommandRefused(AFTER_THE_END)
        # What was asked for after the last command is sent along with the answer to this one:
        # two questions fewer to the child, which is most of what a command costs.
        wanted = b"".join(sorted(name[:1] for name in self._asked))
        self._asked.clear()
        self._held.clear()
        *answer, memory, snapshot = self._ask(command, b"send", typed.encode(), wanted)
        observation = self._observe(command, answer)
        self._held = {b"memory": memory, b"snapshot": snapshot}
        self._wants = observation.wants
        return observation

    def snapshot(self) -> bytes:
        """Return the whole state of the machine as opaque bytes."""
        return self._after_command(b"snapshot")

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of the same story; starts the child if there is none."""
        try:
            check_snapshot(snapshot, self._fingerprint)
        except SnapshotUnfit as error:
            raise SnapshotRefused(str(error)) from None
        self._ensure_child("restore")
        self._held.clear()
        reply = self._exchange("restore", b"restore", snapshot)
        if reply[0] != b"ok":
            raise SnapshotRefused(_text(reply[1:]))
        self._wants = Wants(reply[1].decode())

    def memory(self) -> bytes | None:
        """Return the machine's dynamic memory."""
        return self._after_command(b"memory")

    def _after_command(self, name: bytes) -> bytes:
        """Return what came with the last answer, or ask for it."""
        self._running(name.decode())
        self._asked.add(name)
        return self._held.get(name) or self._ask(name.decode(), name)[0]

    def branch(
        self, snapshot: bytes, commands: Sequence[str], *, memory: bool = False
    ) -> list[Trial]:
        """Try each command from a snapshot; starts the child if there is none.

        At a fault it ends with that trial, and the child is gone; else what came of each command
        can be had from `branched`. Where the machine is afterwards is not said: restore it.
        """
        typed = [check_command(command).encode() for command in commands]
        try:
            check_snapshot(snapshot, self._fingerprint)
        except SnapshotUnfit as error:
            raise SnapshotRefused(str(error)) from None
        self._ensure_child("branch")
        self._held.clear()
        until = time.monotonic() + self._deadline
        try:
            self._running("branch").send_frame(
                b"branch", b"m" * memory, snapshot, *typed, until=until
            )
        except ChildFailed as failure:
            raise self._lost(failure, "branch") from None
        trials: list[Trial] = []
        for command in commands:
            trials.append(self._take_trial(command, memory=memory))
            if trials[-1].fault:
                break
        return trials

    def branched(self, index: int) -> bytes:
        """Return the snapshot after a command of the last `branch`, counted from 0."""
        return self._ask("branched", b"branched", index.to_bytes(4))[0]

    def _ensure_child(self, command: str) -> None:
        if self._child:
            return
        try:
            self._child = start_python("worker", _temporary_folder())
        except ChildFailed as failure:
            raise self._lost(failure, command) from None
        held = self._exchange(
            command,
            str(self._library).encode(),
            self._story.data,
            self._seed.to_bytes(4),
            self._fingerprint,
            seconds=_STARTING,
        )
        if held[0] != b"ok":
            self.close()
            raise EngineMissing(f"the jericho engine does not fit: {_text(held[1:])}")
        self._confinement = tuple(_text(held[1:]).split())

    def _ask(self, command: str, *fields: bytes) -> list[bytes]:
        """Return the fields of an answer. Raises InterpreterFault, having ended the child."""
        return self._expect(command, self._exchange(command, *fields))

    def _exchange(self, command: str, *fields: bytes, seconds: float | None = None) -> list[bytes]:
        child = self._running(command)
        until = time.monotonic() + (self._deadline if seconds is None else seconds)
        try:
            child.send_frame(*fields, until=until)
            return child.receive_frame(until)
        except ChildFailed as failure:
            raise self._lost(failure, command) from None
        except BaseException:  # such as Ctrl-C: an answer that is still to come would be misread
            self.close()
            raise

    def _expect(self, command: str, reply: list[bytes]) -> list[bytes]:
        """Return the fields of a reply; a refusal ends the child: its machine cannot go on."""
        if reply and reply[0] == b"ok":
            return reply[1:]
        self.close()
        if reply and reply[0] == b"refused":
            raise InterpreterFault(FaultKind.REFUSED, command, _text(reply[1:]))
        raise InterpreterFault(FaultKind.PIPE, command, "it spoke nonsense")

    def _observe(self, command: str, fields: list[bytes]) -> Observation:
        try:
            text, has_status, status, wanted = fields
            wants = Wants(wanted.decode())
            return Observation(text.decode(), status.decode() if has_status else None, wants)
        except ValueError:
            self.close()
            raise InterpreterFault(FaultKind.PIPE, command, "it spoke nonsense") from None

    def _take_trial(self, command: str, *, memory: bool) -> Trial:
        try:
            try:
                reply = self._running(command).receive_frame(time.monotonic() + self._deadline)
            except ChildFailed as failure:
                raise self._lost(failure, command) from None
            *answer, ram, _ = self._expect(command, reply)
            return Trial(command, self._observe(command, answer), ram if memory else None)
        except InterpreterFault as fault:
            return Trial(command, None, fault=fault)


def _temporary_folder() -> str:
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:  # nowhere can be written; the child does not need to
        return "/"


def _text(fields: list[bytes]) -> str:
    return b" ".join(fields).decode(errors="replace")
