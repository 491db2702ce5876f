"""The child: a machine behind a pipe.

Started by jericho.py with nothing but a pipe in, a pipe out and this package's folder. It reads
the story from the pipe, confines itself, and only then lets the story run. A frame in is a
request, its first field the name; a frame out is `ok` and what was asked for, or `refused` and
the reason. Light imports only: a start must take milliseconds.
"""

from __future__ import annotations

import os

from ludens.adventure.interpreter.confinement import (
    confine_machine,
    die_with_parent,
    enter_nameless_folder,
)
from ludens.adventure.interpreter.frames import read_frame, write_frame
from ludens.adventure.interpreter.libfrotz import LibraryUnfit
from ludens.adventure.interpreter.machine import Answer, Machine, StoryBroken
from ludens.adventure.interpreter.machine_state import (
    MachineState,
    SnapshotUnfit,
    pack_state,
    unpack_state,
)

TYPE_CHECKING = False  # known to type checkers; `typing` itself is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_IN = 0
_NOTHING = b""
Reply = tuple[bytes, ...]


def main(parent: str, temporary: str) -> None:
    """Serve until the pipe closes. `parent` is a process number, `temporary` a folder."""
    die_with_parent(int(parent))
    os.set_blocking(2, False)  # nobody may be reading its complaints
    out = _take_output()
    enter_nameless_folder(temporary)
    request = read_frame(_IN)
    if request is None:
        return
    library, story, seed, fingerprint = request
    try:
        machine = Machine(library.decode(), story, int.from_bytes(seed))
    except LibraryUnfit as error:
        write_frame(out, b"refused", str(error).encode())
        return
    held = confine_machine()
    write_frame(out, b"ok", " ".join(held).encode())
    server = _Server(machine, fingerprint)
    while (request := read_frame(_IN)) is not None:
        for reply in server.serve(request):
            write_frame(out, *reply)


def _take_output() -> int:
    """Keep the pipe out to ourselves: what the C library prints goes nowhere."""
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return out


class _Server:
    """Answers requests with a machine."""

    def __init__(self, machine: Machine, fingerprint: bytes) -> None:
        self._machine = machine
        self._fingerprint = fingerprint
        self._requests: dict[bytes, Callable[..., Reply]] = {
            b"start": self._start,
            b"send": self._send,
            b"snapshot": self._snapshot,
            b"restore": self._restore,
            b"memory": self._memory,
            b"branched": self._branched,
        }
        self._branches: list[MachineState] = []

    def serve(self, request: list[bytes]) -> Iterator[Reply]:
        name, *fields = request
        try:
            if name == b"branch":
                yield from self._branch(*fields)
            else:
                yield (b"ok", *self._requests[name](*fields))
        except (StoryBroken, SnapshotUnfit) as error:
            yield (b"refused", str(error).encode())

    def _start(self) -> Reply:
        return pack_answer(self._machine.start())

    def _send(self, command: bytes, wanted: bytes) -> Reply:
        answer = pack_answer(self._machine.answer(command.decode()))
        try:
            return (*answer, *self._besides(wanted))
        except SnapshotUnfit:  # whoever asks for the snapshot itself is told why there is none
            return (*answer, _NOTHING, _NOTHING)

    def _snapshot(self) -> Reply:
        return (pack_state(self._machine.state(), self._machine.story, self._fingerprint),)

    def _restore(self, snapshot: bytes) -> Reply:
        state = unpack_state(snapshot, self._machine.story, self._fingerprint)
        self._machine.set_state(state)
        return (self._machine.wants().encode(),)

    def _memory(self) -> Reply:
        return (self._machine.memory(),)

    def _branch(self, wanted: bytes, snapshot: bytes, *commands: bytes) -> Iterator[Reply]:
        """Try each command from a snapshot, one reply a command, and keep what came of each."""
        here = unpack_state(snapshot, self._machine.story, self._fingerprint)
        self._branches.clear()
        for command in commands:
            self._machine.set_state(here)
            answer = self._machine.answer(command.decode())
            self._branches.append(self._machine.state())
            yield (b"ok", *pack_answer(answer), *self._besides(wanted))

    def _branched(self, index: bytes) -> Reply:
        """Return the snapshot after a command of the last branching."""
        state = self._branches[int.from_bytes(index)]
        return (pack_state(state, self._machine.story, self._fingerprint),)

    def _besides(self, wanted: bytes) -> Reply:
        """Return memory and snapshot, as far as their letters are among those wanted."""
        return (
            self._machine.memory() if b"m" in wanted else _NOTHING,
            *(self._snapshot() if b"s" in wanted else (_NOTHING,)),
        )


def pack_answer(answer: Answer) -> Reply:
    """Return the fields of an answer: its text, whether it has a status line, that, its want."""
    return (
        answer.text.encode(),
        b"" if answer.status is None else b"1",
        (answer.status or "").encode(),
        answer.wants.encode(),
    )
