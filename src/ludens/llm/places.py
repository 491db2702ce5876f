"""Places for a provider's calls that all processes of a machine share.

A place is a file that is locked while a call runs. The system lets go of the locks of a process
that dies, so that a killed worker takes no place with it.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

FIRST_WAIT, LONGEST_WAIT = 0.005, 0.1
"""Seconds between two looks for a place, doubled each time."""

_folder: Path | None = None


def share_places(folder: Path | None = None) -> None:
    """Let the calls of this process share their providers' limits with those of others.

    `folder` is where the locks are; by default one of this user's on this machine.
    """
    global _folder  # noqa: PLW0603 - a process shares its places or does not
    chosen = folder or _default_folder()
    chosen.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Somebody else's folder of that name: rather no sharing than their files.
    _folder = chosen if chosen.stat().st_uid == os.getuid() else None


def _default_folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime or tempfile.gettempdir()) / f"ludens-places-{os.getuid()}"


@asynccontextmanager
async def place(provider: str, most: int) -> AsyncIterator[None]:
    """Hold one of the provider's `most` places while a call runs; wait until one is free.

    Nothing is waited for in a process that shares no places.
    """
    if _folder is None or not provider:
        yield
        return
    name = hashlib.sha256(provider.encode()).hexdigest()[:16]
    wait = FIRST_WAIT
    while (held := _free(_folder, name, most)) is None:
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)
    try:
        yield
    finally:
        os.close(held)


def _free(folder: Path, name: str, most: int) -> int | None:
    """Return the open file of a place that is now ours, or None."""
    for number in range(most):
        opened = os.open(folder / f"{name}-{number}", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(opened)
            continue
        return opened
    return None
