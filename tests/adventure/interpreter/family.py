"""The processes that a test begins."""

from __future__ import annotations

import psutil

_others: set[psutil.Process] = set()


def leave_out_others() -> None:
    """Count from now on: other tests' servers and pools are there already."""
    _others.clear()
    _others.update(psutil.Process().children(recursive=True))


def children() -> list[psutil.Process]:
    """Return the processes that the test has begun and that are still there."""
    return [each for each in psutil.Process().children(recursive=True) if each not in _others]
