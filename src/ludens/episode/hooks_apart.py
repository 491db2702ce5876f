"""A person's own hooks, each in a thread of its own.

Whatever such a hook does (sleep, exit, swallow its cancellation, never return) stays in its thread:
the game neither waits for it nor hears of it, and the process ends without it.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from ludens.episode.hook_loading import HookError, load_hook
from ludens.episode.hooks import HOOK_METHODS, Hook, Moment
from ludens.episode.logger import warn
from ludens.episode.settings import HookChoice

MAKING_SECONDS = 60.0
"""How long importing and making a hook may take."""
MOST_WAITING = 10_000
"""Moments that wait for a hook; what comes when there are so many is dropped."""


def load_apart(
    choices: Iterable[str | HookChoice], folder: Path = Path("hooks")
) -> list[HookApart]:
    """Return the hooks in order, each made in its own thread; raises HookError."""
    named = [HookChoice(use=each) if isinstance(each, str) else each for each in choices]
    return [HookApart(each.use, partial(load_hook, each, folder)) for each in named]


class HookApart(Hook):
    """Stands for a hook, and hands it what happens."""

    def __init__(self, name: str, make: Callable[[], Hook]) -> None:
        """Make the hook in its thread. Raises HookError."""
        self.name = name
        self._waiting = 0
        self._dropped = 0
        self._lock = threading.Lock()
        made: Future[frozenset[str]] = Future()
        self._loop = asyncio.new_event_loop()
        self._queue: asyncio.Queue[tuple[str, Moment | Future[None]]] = asyncio.Queue()
        threading.Thread(
            target=self._live, args=(make, made), name=f"hook {name}", daemon=True
        ).start()
        try:
            self.hears = made.result(MAKING_SECONDS)
        except LateError:
            raise HookError(
                f"the hook {name!r} was not ready after {MAKING_SECONDS:g} seconds"
            ) from None

    def hear(self, method: str, moment: Moment) -> None:
        """Let the hook have a moment when it comes to it."""
        with self._lock:
            if self._waiting >= MOST_WAITING:
                self._dropped += 1
                if self._dropped == 1:
                    warn("hook_behind", hook=self.name, waiting=self._waiting)
                return
            self._waiting += 1
        mine = deepcopy(moment)  # what it does to it, it does to nobody else
        self._loop.call_soon_threadsafe(self._queue.put_nowait, (method, mine))

    def finished(self) -> Future[None]:
        """Return what is done when the hook has had everything up to now."""
        done: Future[None] = Future()
        self._loop.call_soon_threadsafe(self._queue.put_nowait, ("", done))
        return done

    def _live(self, make: Callable[[], Hook], made: Future[frozenset[str]]) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            hook = make()
            heard = frozenset(
                name
                for name in HOOK_METHODS
                if getattr(type(hook), name, None) is not getattr(Hook, name)
            )
        except HookError as error:
            made.set_exception(error)
            return
        except BaseException as error:  # also sys.exit
            made.set_exception(HookError(f"the hook {self.name!r} could not be made: {error!r}"))
            return
        made.set_result(heard)
        while True:
            try:
                self._loop.run_until_complete(self._serve(hook))
            except BaseException as error:  # what the hook began beside its methods
                warn("hook_failed", hook=self.name, method="", error=repr(error))

    async def _serve(self, hook: Hook) -> None:
        while True:
            method, given = await self._queue.get()
            if isinstance(given, Future):
                given.set_result(None)
                continue
            with self._lock:
                self._waiting -= 1
            try:
                result: Any = getattr(hook, method)(given)
                if inspect.isawaitable(result):
                    await result
            except BaseException as error:  # also sys.exit, and a cancellation of its own
                warn("hook_failed", hook=type(hook).__name__, method=method, error=repr(error))
