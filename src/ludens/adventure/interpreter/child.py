"""A child process at the end of two pipes: started, asked within a deadline, ended for certain."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

import psutil

from ludens.adventure.interpreter.frames import FrameBroken, body_length, join_fields, split_fields
from ludens.adventure.interpreter.protocol import FaultKind, InterpreterFault

_HEADER_LENGTH = 4
_CHUNK = 1 << 18
_ENDING = 5.0
"""Seconds that a child which has closed its pipe may take to end, on a busy machine."""
_PROMPT = 1.0
"""Seconds after a deadline within which a process looks at the clock, unless it was stopped."""
_LONGEST_STOP = 60.0
"""Seconds that a child gets at most for those in which nobody ran."""
_ROOM = 1 << 19
"""Bytes that a child may answer before anybody reads: a batch of memories, without waiting."""
_LAST_WORDS = 2000
"""Bytes of what a child said on its way out that are kept."""
_Result = TypeVar("_Result")


class ChildFailed(Exception):
    """A child did not answer as it should; it has been ended and reaped."""

    def __init__(self, kind: FaultKind, detail: str, exit_code: int | None = None) -> None:
        self.kind = kind
        self.detail = detail
        self.exit_code = exit_code
        """Set when it had ended by itself; negative for a signal."""
        super().__init__(detail)


class Child:
    """One child. Not for two threads at once."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program with pipes for its input, output and errors and nothing else of ours.

        It gets no environment (so no keys), no open files, a session of its own (so that Ctrl-C
        in the terminal is the house's affair) and the root folder to begin in. Raises ChildFailed.
        """
        try:
            self._process = _starter.call(
                lambda: subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    env=_bare_environment(),
                    cwd="/",
                    start_new_session=True,
                )
            )
        except OSError as error:
            reason = f"it could not be started ({error.strerror})"
            raise ChildFailed(FaultKind.CRASH, reason) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._errors = self._process.stderr.fileno()
        for descriptor in (self._in, self._out, self._errors):
            os.set_blocking(descriptor, False)
        _widen(self._out)
        self._received = bytearray()
        self.close = weakref.finalize(self, _end, self._process)
        """End the child and reap it. Safe to call twice; called when the object is collected."""

    @property
    def pid(self) -> int:
        """The child's process number."""
        return self._process.pid

    def write(self, data: bytes, until: float) -> None:
        """Write to the child's input before `until` (of time.monotonic). Raises ChildFailed."""
        remaining = memoryview(data)
        while remaining:
            self._wait(self._in, select.POLLOUT, until)
            try:
                remaining = remaining[os.write(self._in, remaining) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self.fail(None) from None

    def read_some(self, until: float) -> bytes:
        """Read what there is of the child's output, waiting for it until then.

        Raises ChildFailed; at the end of output as well.
        """
        while True:
            self._wait(self._out, select.POLLIN, until)
            try:
                data = os.read(self._out, _CHUNK)
            except BlockingIOError:
                continue
            if not data:
                raise self.fail(None)
            return data

    def has_output(self, seconds: float) -> bool:
        """Return whether output can be read, waiting at most so long."""
        return _is_ready(self._out, select.POLLIN, seconds)

    def waits_for_input(self) -> bool:
        """Return whether the child has read all that it was sent and sleeps.

        For a program of one thread that waits for nothing but its input, while its output is
        being read, that means that it wants more.
        """
        unread = fcntl.ioctl(self._in, termios.FIONREAD, bytes(struct.calcsize("i")))
        if any(unread):
            return False
        try:
            return bool(psutil.Process(self.pid).status() == psutil.STATUS_SLEEPING)
        except psutil.Error:
            return False

    def send_frame(self, *fields: bytes, until: float) -> None:
        """Send a frame. Raises ChildFailed."""
        self.write(join_fields(*fields), until)

    def receive_frame(self, until: float) -> list[bytes]:
        """Return the fields of the next frame. Raises ChildFailed."""
        try:
            length = body_length(self._receive(_HEADER_LENGTH, until))
            return split_fields(self._receive(length, until))
        except FrameBroken as error:
            raise self.fail(FaultKind.PIPE, f"it spoke nonsense: {error}") from None

    def fail(self, kind: FaultKind | None, detail: str = "") -> ChildFailed:
        """End the child and return the failure to raise; with no kind, found from how it ended."""
        errors = self._last_words()
        code = None
        if kind is None:
            # It closed a pipe: mostly because it has ended, which may take it a moment longer.
            try:
                code = self._process.wait(timeout=_ENDING)
            except subprocess.TimeoutExpired:
                kind, detail = FaultKind.PIPE, "it closed its pipe"
            errors = errors or self._last_words()
        self.close()
        if kind is None:
            kind, detail = FaultKind.CRASH, _tell_ending(code, errors)
        return ChildFailed(kind, detail, code)

    def _receive(self, length: int, until: float) -> bytes:
        while len(self._received) < length:
            self._received += self.read_some(until)
        data = bytes(self._received[:length])
        del self._received[:length]
        return data

    def _wait(self, descriptor: int, event: int, until: float) -> None:
        if _is_ready(descriptor, event, until - time.monotonic()):
            return
        # Whoever was stopped (a frozen container) looks late at a child that was stopped as well.
        late = time.monotonic() - until
        if late < _PROMPT or not _is_ready(descriptor, event, min(late, _LONGEST_STOP)):
            raise self.fail(FaultKind.HANG, "it did not answer in time")

    def _last_words(self) -> str:
        try:
            words = os.read(self._errors, 1 << 16)[-_LAST_WORDS:].decode(errors="replace")
        except OSError:
            return ""
        lines = [line.strip() for line in words.splitlines() if line.strip()]
        return lines[-1] if lines else ""


class WithChild:
    """What an interpreter has in common with any other: a child. Also a context manager."""

    _child: Child | None = None

    def close(self) -> None:
        """End the child. Safe to call twice."""
        if self._child:
            self._child.close()
            self._child = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _running(self, command: str) -> Child:
        if self._child is None:
            raise InterpreterFault(FaultKind.PIPE, command, "there is no child: start or restore")
        return self._child

    def _lost(self, failure: ChildFailed, command: str) -> InterpreterFault:
        """Let go of a child that has failed; return the fault to raise."""
        self._child = None
        return InterpreterFault(failure.kind, command, failure.detail)


def start_python(module: str, *arguments: str) -> Child:
    """Start `main(parent, *arguments)` of a module of this package in a fresh Python.

    It sees the standard library and Ludens, and nothing that is installed beside it: so it starts
    in milliseconds, and what it imports cannot grow by accident.
    """
    program = (
        "import sys; sys.path.append(sys.argv[1]); "
        f"from {__package__}.{module} import main; main(*sys.argv[2:])"
    )
    root = str(Path(__file__).parents[len(__package__.split("."))])
    return Child([sys.executable, "-I", "-S", "-c", program, root, str(os.getpid()), *arguments])


class _Starter:
    """A thread from which children are started, and which lives as long as the process.

    Children ask the kernel to be ended with their parent, and the kernel means the thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None
        os.register_at_fork(after_in_child=self._forget)

    def call(self, start: Callable[[], _Result]) -> _Result:
        with self._lock:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="ludens-starter")
        return self._thread.submit(start).result()

    def _forget(self) -> None:
        """Have a fork of this process, to which threads are not copied, make its own."""
        self._lock = threading.Lock()
        self._thread = None


_starter = _Starter()


def _bare_environment() -> dict[str, str]:
    """Return what a child needs of the environment: where this Python's own libraries are."""
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}


def _is_ready(descriptor: int, event: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(descriptor, event)
    return bool(poll.poll(max(0, seconds * 1000)))


def _widen(pipe: int) -> None:
    """Give a pipe more room, where the system has that and grants it."""
    order = getattr(fcntl, "F_SETPIPE_SZ", None)
    if order is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, order, _ROOM)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()


def _tell_ending(code: int | None, last_words: str) -> str:
    if code is not None and code < 0:
        try:
            how = f"it was ended by {signal.Signals(-code).name}"
        except ValueError:
            how = f"it was ended by signal {-code}"
    else:
        how = f"it ended with exit code {code}"
    return f"{how} ({last_words})" if last_words else how
