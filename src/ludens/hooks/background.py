"""Work that a hook does beside the game: a bounded queue and one thread.

The game never waits. What does not fit in the queue is dropped and counted; the first time is
told at once, the sum at the end.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Callable
from queue import Empty, Full, Queue

from ludens.episode.errors import LudensError
from ludens.episode.logger import warn

WAITING = 64
"""Pieces of work that may wait, unless the hook says otherwise."""
FINISH_SECONDS = 8.0
"""How long the end waits for what is queued; less than `ludens.episode.hooks.DRAIN_SECONDS`."""


class OutsideError(LudensError):
    """Something beyond the game did not work. Its text never holds an address or a key."""


class Background:
    """Does work in order in a thread of its own. Its methods return at once, but `finish`."""

    def __init__(self, name: str, *, waiting: int = WAITING) -> None:
        self.name = name
        self.dropped = 0
        self.failed = 0
        self.stopping = threading.Event()
        """Set when nothing more is to be begun; long work should look at it."""
        self._queue: Queue[Callable[[], None]] = Queue(waiting)
        self._idle = threading.Condition()
        self._open = 0
        self._thread: threading.Thread | None = None

    def add(self, work: Callable[[], None]) -> None:
        """Queue a piece of work, or drop it if the queue is full."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            self._thread.start()
            atexit.register(self.finish)  # a game that is paused ends no episode
        with self._idle:
            try:
                self._queue.put_nowait(work)
            except Full:
                self.dropped += 1
                first = self.dropped == 1
            else:
                self._open += 1
                return
        if first:
            warn("hook_too_slow", hook=self.name, waiting=self._queue.maxsize)

    def finish(self, seconds: float = FINISH_SECONDS) -> None:
        """Wait for the work that is queued, at most `seconds`; drop the rest and tell the sums."""
        with self._idle:
            self._idle.wait_for(lambda: self._open == 0, timeout=seconds)
        self.stopping.set()
        while True:
            try:
                self._queue.get_nowait()
            except Empty:
                break
            with self._idle:
                self.dropped += 1
                self._open -= 1
        if self.dropped or self.failed:
            warn("hook_incomplete", hook=self.name, dropped=self.dropped, failed=self.failed)
            self.dropped = self.failed = 0
        self.stopping.clear()

    async def finish_beside(self) -> None:
        """Do `finish` without holding up the loop."""
        await asyncio.to_thread(self.finish)

    def _run(self) -> None:
        while True:
            work = self._queue.get()
            try:
                work()
            except Exception as error:
                self.failed += 1
                if self.failed == 1:
                    # Only our own errors are sure to hold no secret in their text.
                    told = str(error) if isinstance(error, OutsideError) else type(error).__name__
                    warn("hook_failed", hook=self.name, error=told)
            finally:
                with self._idle:
                    self._open -= 1
                    self._idle.notify_all()
