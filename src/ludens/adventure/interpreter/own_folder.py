"""Folders for children that must write files: private, and gone when nobody owns them any more.

A folder is owned as long as somebody holds its lock, which the kernel lets go when the owner ends,
however it ends. So a folder that was left behind is found, and removed, when the next is made.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import weakref
from pathlib import Path

_PREFIX = "ludens-interpreter-"


class OwnFolder:
    """A new empty folder that only this user may enter; removed by `close` or when collected."""

    def __init__(self) -> None:
        self.path, lock = _make_folder()
        self.close = weakref.finalize(self, _remove, self.path, lock)
        """Remove the folder. Safe to call twice."""


def sweep_folders() -> int:
    """Remove the folders of owners that have ended; return how many those were."""
    swept = 0
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        lock = _take_lock(path)
        if lock is not None:
            _remove(path, lock)
            swept += 1
    return swept


def _make_folder() -> tuple[Path, int]:
    sweep_folders()
    while True:
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = _take_lock(path)
        # Another process may have swept it between these two lines.
        if lock is not None and path.is_dir():
            return path, lock


def _take_lock(path: Path) -> int | None:
    """Return an open descriptor that holds a folder's lock; None if another holds it."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _remove(path: Path, lock: int) -> None:
    shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.close(lock)
