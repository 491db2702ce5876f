"""Making many lasting objects at once without the garbage collector going through them all."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 500
"""Rooms from which it is worth it."""


@contextmanager
def building(rooms: int) -> Iterator[None]:
    """Let the collector rest while something is made of many rooms.

    None of it is garbage, yet the collector would look at all of it again with each quarter by
    which it grows: at 10,000 rooms most of the time went there.
    """
    if rooms < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
