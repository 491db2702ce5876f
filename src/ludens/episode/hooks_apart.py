"""A person's own hooks, each in a process of its own.

Whatever such a hook does (sleep, exit, set a timer, close files, read what is typed) it does to its
own process: the game neither waits for it nor hears of it.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Full, Queue
from typing import IO, Any

from ludens.episode.hook_loading import HookError
from ludens.episode.hook_process import LEAVING_SECONDS, LENGTH
from ludens.episode.hooks import Hook, Moment
from ludens.episode.logger import warn
from ludens.episode.settings import HookChoice

MAKING_SECONDS = 60.0
"""How long importing and making a hook may take."""
PRINTING_SECONDS = 0.5
"""How long what a hook printed may take to be printed when its process has ended."""
PART = 65_536
"""Bytes of it that are printed at once."""
MOST_WAITING = 10_000
"""Moments that wait for a hook; what comes when there are so many is dropped."""
PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; from ludens.episode.hook_process import main; main()"
)
"""What a hook's process runs: it finds modules where this one does."""


def load_apart(
    choices: Iterable[str | HookChoice], folder: Path = Path("hooks")
) -> list[HookApart]:
    """Return the hooks in order, each made in its own process; raises HookError."""
    named = [HookChoice(use=each) if isinstance(each, str) else each for each in choices]
    hooks = [HookApart(each, folder.absolute()) for each in named]
    for hook in hooks:
        hook.require_made()
    return hooks


class HookApart(Hook):
    """Stands for a hook, and hands it what happens.

    Its process ends when the object is collected, at the latest with this process.
    """

    def __init__(self, choice: HookChoice, folder: Path) -> None:
        """Begin to make the hook in its process. Raises HookError."""
        self.name = choice.use
        self.hears: frozenset[str] = frozenset()
        self._dropped = False
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that Ctrl-C in the terminal is the house's affair
            )
        except OSError as error:
            raise HookError(f"the hook {self.name!r} has no process: {error}") from error
        assert process.stdin and process.stdout and process.stderr
        self._told: Queue[bytes | None] = Queue(MOST_WAITING)
        self._told.put(_framed((self.name, choice.model_dump(), str(folder))))
        self._answers = _Answers(self.name, process)
        self._begin(_tell, self._told, process.stdin)
        self._begin(_listen, self._answers, process.stdout)
        relay = self._begin(_relay, process.stderr)
        self._end = weakref.finalize(self, _end, process, self._told, self._answers, relay)

    def _begin(self, work: Callable[..., None], *given: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=given, name=f"hook {self.name}", daemon=True)
        thread.start()
        return thread

    def require_made(self) -> None:
        """Wait until the hook is made. Raises HookError."""
        try:
            self.hears = self._answers.made.result(MAKING_SECONDS)
        except LateError:
            raise HookError(
                f"the hook {self.name!r} was not ready after {MAKING_SECONDS:g} seconds"
            ) from None

    def hear(self, method: str, moment: Moment) -> None:
        """Let the hook have a moment when it comes to it."""
        if self._answers.ended:
            return
        try:
            self._told.put_nowait(_framed((method, moment)))
        except Full:
            if not self._dropped:
                self._dropped = True
                warn("hook_behind", hook=self.name, waiting=MOST_WAITING)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            warn("hook_not_told", hook=self.name, error=repr(error))

    def finished(self) -> Future[None]:
        """Return what is done when the hook has had everything up to now."""
        number, done = self._answers.expect()
        with suppress(Full):
            self._told.put_nowait(_framed(("", number)))
        return done


class _Answers:
    """What a hook's process has said, and what it still owes."""

    def __init__(self, name: str, process: subprocess.Popen[bytes]) -> None:
        self.name, self.process = name, process
        self.made: Future[frozenset[str]] = Future()
        self.ended = False
        """Whether no more answers come."""
        self.is_left = False
        """Whether nobody waits for any."""
        self._owed: dict[int, Future[None]] = {}
        self._numbers = count()
        self._lock = threading.Lock()

    @property
    def is_made(self) -> bool:
        """Whether there is a hook."""
        return self.made.done() and self.made.exception() is None

    def expect(self) -> tuple[int, Future[None]]:
        """Return a number, and what is done when the process says so or has ended."""
        done: Future[None] = Future()
        with self._lock:
            number = next(self._numbers)
            if self.ended:
                done.set_result(None)
            else:
                self._owed[number] = done
        return number, done

    @property
    def are_owed(self) -> bool:
        """Whether the hook has not had everything that was asked after."""
        return bool(self._owed)

    def take(self, answer: dict[str, Any]) -> None:
        """Take an answer of the process."""
        if self.made.done() and "done" not in answer:
            raise ValueError("it was made already")
        if "hears" in answer:
            self.made.set_result(frozenset(answer["hears"]))
        elif "error" in answer:
            self.made.set_exception(HookError(answer["error"]))
        else:
            with self._lock:
                done = self._owed.pop(answer["done"])
            _settle(done)

    def end(self) -> None:
        """Note that the process says nothing more, and why if nobody has told it to end."""
        with self._lock:
            self.ended = True
            owed, self._owed = self._owed, {}
        for done in owed.values():
            _settle(done)
        if self.is_left or (self.made.done() and self.made.exception() is not None):
            return
        status = None
        with suppress(subprocess.TimeoutExpired):
            status = self.process.wait(LEAVING_SECONDS)
        if self.made.done():
            warn("hook_ended", hook=self.name, status=status)
        else:
            why = f"the hook {self.name!r} could not be made: its process ended (status {status})"
            self.made.set_exception(HookError(why))


def _settle(done: Future[None]) -> None:
    """Say that something is done; whoever waited for it may have given up."""
    if done.set_running_or_notify_cancel():
        done.set_result(None)


def _framed(what: Any) -> bytes:
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def _tell(told: Queue[bytes | None], stream: IO[bytes]) -> None:
    """Write what a hook is told, until there is nothing more or nobody who reads it."""
    with suppress(OSError), stream:
        while (data := told.get()) is not None:
            stream.write(data)
            if told.empty():
                stream.flush()


def _listen(answers: _Answers, stream: IO[bytes]) -> None:
    with stream:
        for line in stream:
            try:
                answers.take(json.loads(line))
            except (ValueError, KeyError, TypeError):  # a hook that writes where it should not
                break
    answers.end()


def _relay(stream: IO[bytes]) -> None:
    """Print what a hook prints.

    It has no stream of the game's own: what it starts may outlive the game, and whoever reads what
    the game prints would wait for that.
    """
    with stream:
        while data := os.read(stream.fileno(), PART):
            with suppress(OSError):  # nobody reads it; the hook goes on all the same
                while data:
                    data = data[os.write(2, data) :]


def _end(
    process: subprocess.Popen[bytes],
    told: Queue[bytes | None],
    answers: _Answers,
    relay: threading.Thread,
) -> None:
    """End a hook's process, in order unless the hook is late already, and print what it printed."""
    _end_process(process, told, answers)
    relay.join(PRINTING_SECONDS)


def _end_process(
    process: subprocess.Popen[bytes], told: Queue[bytes | None], answers: _Answers
) -> None:
    answers.is_left = True
    late = answers.are_owed or not answers.is_made
    try:
        told.put_nowait(None)
    except Full:
        late = True
    if not late:
        with suppress(subprocess.TimeoutExpired):
            process.wait(LEAVING_SECONDS)
            return
    process.kill()
    process.wait()
