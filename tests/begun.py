"""Stores in which nothing has been played."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ludens.episode.store import Store


@cache
def _begun() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        Store.open(str(path)).close()
        return path.read_bytes()


def begin_store(path: str | Path) -> None:
    """Put an empty store where there is none: a copy saves making the tables."""
    if not Path(path).exists():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(_begun())


def new_store(path: str | Path) -> Store:
    """Open a store, an empty one where there is none."""
    begin_store(path)
    return Store.open(str(path))
