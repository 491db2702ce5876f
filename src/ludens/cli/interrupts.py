"""What Ctrl-C and SIGTERM do while an episode is played: they always work, within two seconds.

The first one lets the turn in hand be finished, if that takes no longer than a moment. Then, and at
a second one, the turn is dropped: whatever waits for a model is cancelled, whatever waits for
anything else is interrupted, and what cannot be interrupted is left. Nothing is lost by any of
these: the log ends with its last whole turn.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from ludens.cli.ending import SIGNALS, hear
from ludens.episode.control import Control

Result = TypeVar("Result")

FINISHING = 1.0
"""Seconds that the turn in hand may take after the first signal."""
CANCELLING = 0.3
"""Seconds after which what was cancelled is interrupted, and then left."""


class InterruptedTurn(BaseException):
    """Raised wherever the process is when a turn is dropped."""


def _without_our_own(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say what a task that nobody waits for any more ended with, unless it was dropped by us."""
    if not isinstance(context.get("exception"), InterruptedTurn):
        loop.default_exception_handler(context)


class Interrupts:
    """Handles the signals for as long as the block lasts."""

    def __init__(self, control: Control, *, at_once: bool = False) -> None:
        """With `at_once` the first signal drops the turn: a person is asked, and has answered."""
        self.control = control
        self.at_once = at_once
        self._before: dict[int, Any] = {}
        self._task: asyncio.Task[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stage = 0
        self._signal = signal.SIGINT

    def __enter__(self) -> Self:
        """Take the signals over, where this thread may."""
        if threading.current_thread() is threading.main_thread():
            for each in SIGNALS:
                self._before[each] = signal.signal(each, self._asked)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the signals back; what one of them would still interrupt is over."""
        while self._before:
            with suppress(InterruptedTurn):
                signal.setitimer(signal.ITIMER_REAL, 0)
                for each, handler in self._before.items():
                    signal.signal(each, handler)
                self._before = {}

    async def heed(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do some work that a signal may end."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(_without_our_own)
        task = asyncio.create_task(work)
        self._task = task
        return await task

    def _asked(self, number: int, _frame: FrameType | None) -> None:
        self._signal = signal.Signals(number)
        hear(number)
        first, self.control.pause = not self.control.pause, True
        if first and not self.at_once:
            self._arm(FINISHING)
        else:
            self._go_on()

    def _arm(self, seconds: float) -> None:
        signal.signal(signal.SIGALRM, lambda *_: self._go_on())
        self._stage = max(self._stage, 1)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def _go_on(self) -> None:
        """Go one step further: cancel, interrupt, leave."""
        self._stage += 1
        if self._stage <= 2 and self._task is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._arm(CANCELLING)
        elif self._stage <= 3:
            self._stage = 3
            self._arm(CANCELLING)
            raise InterruptedTurn
        else:
            self._leave()

    def _leave(self) -> None:
        """End the process here and now."""
        if sys.stdout.isatty():
            os.write(1, b"\x1b[?25h\n")  # the cursor, should a steady line have hidden it
        os._exit(128 + self._signal)
