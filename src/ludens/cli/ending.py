"""What Ctrl-C does while no game has taken the signals over: it ends the program, always.

Python raises KeyboardInterrupt wherever the program is, and there are places from which it goes
nowhere (a callback of the collector, of an import), and code that catches it. So the first Ctrl-C
also sets a clock, at which the process ends by itself; a second one ends it at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
LATEST = 1.5
"""Seconds that putting things in order may take after the first Ctrl-C."""
STATUS = 128 + signal.SIGINT

_heard: list[int] = []
"""Signals that paused the work in hand."""


def end_at_interrupts() -> None:
    """Take Ctrl-C over, for the whole process; for entry points only."""
    signal.signal(signal.SIGINT, interrupted)
    sys.unraisablehook = _unraisable


def let_nothing_interrupt() -> None:
    """End the process at a further Ctrl-C instead of raising: there is nothing left to undo."""
    signal.signal(signal.SIGINT, leave)


def _unraisable(what: sys.UnraisableHookArgs, /) -> None:
    """Say nothing of a Ctrl-C that went nowhere, nor of what it left half made: the clock runs."""
    if what.exc_type is not KeyboardInterrupt and not is_leaving():
        sys.__unraisablehook__(what)


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, and end the process where that leads nowhere."""
    leave_soon()
    raise KeyboardInterrupt


def hear(number: int) -> None:
    """Note that a signal has paused the work: the program's status will say so."""
    _heard.append(number)


def status_after(code: int) -> int:
    """Return the status to end with instead of `code`: 128 + number if a signal paused the work."""
    return 128 + _heard[0] if _heard else code


def wait_for_signal() -> None:
    """Wait for Ctrl-C or SIGTERM; after it the program has its time to put things in order."""
    before = signal.signal(signal.SIGTERM, interrupted)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        stay()
    finally:
        signal.signal(signal.SIGTERM, before)


def leave_soon() -> None:
    """End the process in a moment, and at once if it was to end already."""
    if is_leaving():
        leave()
    signal.signal(signal.SIGALRM, leave)
    signal.setitimer(signal.ITIMER_REAL, LATEST)


def stay() -> None:
    """Take back that the process ends: what had to be put in order is."""
    signal.setitimer(signal.ITIMER_REAL, 0)


def is_leaving() -> bool:
    """Tell whether the process is about to end, whatever it does."""
    return signal.getitimer(signal.ITIMER_REAL)[0] > 0


def leave(_number: int = signal.SIGINT, _frame: FrameType | None = None) -> None:
    """End the process here and now."""
    os._exit(STATUS)
