"""The process in which one of a person's own hooks works (`ludens.episode.hooks_apart`).

It reads what the hook is told from what was its standard input, and answers through what was its
standard output. The hook has none of the two: it reads nothing, and what it prints goes to standard
error.
"""

from __future__ import annotations

import asyncio
import ctypes
import inspect
import io
import json
import os
import pickle
import select
import signal
import struct
import sys
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ludens.episode.events import Event
from ludens.episode.hook_loading import HookError, load_hook
from ludens.episode.hooks import HOOK_METHODS, Failures, Hook
from ludens.episode.logger import warn
from ludens.episode.settings import HookChoice

LENGTH = struct.Struct("!I")
"""What stands before each thing that is told: its bytes."""
LEAVING_SECONDS = 2.0
"""How long the hook's process may take to end when the game's has gone."""
LOOKING_SECONDS = 0.5
"""How often it is looked whether the game's process is there, while the hook is at work."""
PR_SET_PDEATHSIG = 1
"""What tells Linux to end a process when its parent ends (`prctl(2)`)."""
BROKEN = 70
"""The exit status of a hook's process that can do its work no more (`EX_SOFTWARE`)."""


def main() -> None:
    """Make the hook, and let it have what it is told until nobody tells it anything any more."""
    _die_with_parent()
    os.register_at_fork(after_in_child=_die_with_parent)
    told = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace", line_buffering=True)
    name, choice, folder = _Moments(io.BytesIO(_frame(told))).load()
    sys.argv = [name]
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    hearing = _Hearing(name, told, answers, loop)
    hearing.thread.start()
    hook = _made(hearing, HookChoice.model_validate(choice), Path(folder))
    if hook is None:
        return
    hearing.hook.set_result(hook)
    while not hearing.is_over:
        try:
            loop.run_forever()
        except BaseException as error:  # what the hook began beside its methods
            hearing.failures.tell(name, "", error)


def _die_with_parent() -> None:
    """Have Linux end this process when its parent ends, also in a call that lets no thread run."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _made(hearing: _Hearing, choice: HookChoice, folder: Path) -> Hook | None:
    try:
        hook = load_hook(choice, folder)
        heard = [
            method
            for method in HOOK_METHODS
            if getattr(type(hook), method, None) is not getattr(Hook, method)
        ]
    except HookError as error:
        hearing.answer({"error": str(error)})
    except BaseException as error:  # also sys.exit
        hearing.answer({"error": f"the hook {hearing.name!r} could not be made: {error!r}"})
    else:
        hearing.answer({"hears": heard})
        return hook
    return None


class _Hearing:
    """Hands the hook what it is told, one thing after the other, from a thread of its own."""

    def __init__(
        self, name: str, told: BinaryIO, answers: io.TextIOWrapper, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.name = name
        self.hook: Future[Hook] = Future()
        self.is_over = False
        self.failures = Failures()
        self._told, self._answers, self._loop = told, answers, loop
        self._hung_up = select.poll()
        self._hung_up.register(told, 0)  # that the other end was closed is told unasked
        self.thread = threading.Thread(target=self._hear, name="hearing", daemon=True)

    def answer(self, what: dict[str, Any]) -> None:
        """Answer the game's process."""
        self._answers.write(json.dumps(what) + "\n")
        self._answers.flush()

    def _hear(self) -> None:
        try:
            while frame := _frame(self._told):
                self._hand_over(frame)
            self._leave_soon()
        except BaseException as error:  # its modules, its files: whatever the hook has broken
            with suppress(BaseException):
                warn("hook_broken", hook=self.name, error=repr(error))
            os._exit(BROKEN)

    def _hand_over(self, frame: bytes) -> None:
        try:
            method, given = _Moments(io.BytesIO(frame)).load()
        except Exception as error:
            warn("hook_not_told", hook=self.name, error=repr(error))
            return
        if not method:
            self.answer({"done": given})
            return
        work = asyncio.run_coroutine_threadsafe(
            _had(self.hook.result(), method, given, self.failures), self._loop
        )
        while not work.done():
            with suppress(TimeoutError):
                work.exception(LOOKING_SECONDS)
            if not work.done() and self._hung_up.poll(0):
                self._leave_soon()

    def _leave_soon(self) -> None:
        """End this process: in order if the hook lets it, and in a moment whatever it does."""
        if not self.is_over:
            self.is_over = True
            late = threading.Timer(LEAVING_SECONDS, os._exit, (0,))
            late.daemon = True
            late.start()
            self._loop.call_soon_threadsafe(self._loop.stop)


async def _had(hook: Hook, method: str, moment: Any, failures: Failures) -> None:
    try:
        result: Any = getattr(hook, method)(moment)
        if inspect.isawaitable(result):
            await result
    except BaseException as error:  # also sys.exit, and a cancellation of its own
        failures.tell(type(hook).__name__, method, error)


class _Moments(pickle.Unpickler):
    """Reads what the hook is told.

    An event of a program's own script, which no other process can import, is told as one of the
    same name and values.
    """

    def find_class(self, module: str, name: str, /) -> Any:
        try:
            return super().find_class(module, name)
        except (ImportError, AttributeError):
            return type(name, (Event,), {})


def _frame(stream: BinaryIO) -> bytes:
    """Return the bytes of the next thing; none where there is nothing more."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return b""
    return stream.read(LENGTH.unpack(head)[0])
