"""Finding a corpus: a path, or the tale that comes with Ludens."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from ludens.story.corpus.book import Book
from ludens.story.corpus.reading.read import read_book
from ludens.story.errors import CorpusRefusedError

_ADDRESS = re.compile(r"[a-z]+://", re.IGNORECASE)
BUNDLED = {
    "bell_at_low_harrow": (
        "bell_at_low_harrow.md",
        "The Bell at Low Harrow",
        "A ferry town wakes to a bell that did not ring. Ask who was on the river that night.",
    )
}
"""The tales that come with Ludens, by name: file, title, blurb; the first is the default."""


class Tale(NamedTuple):
    """What a list of tales shows."""

    name: str
    title: str
    blurb: str


def bundled_tales() -> list[Tale]:
    """Return the tales that come with Ludens."""
    return [Tale(name, *about) for name, (_, *about) in BUNDLED.items()]


def find_book(name: str | None = None) -> Book:
    """Return the book that a path or a bundled tale's name means; raises CorpusRefusedError."""
    if name is None:
        name = next(iter(BUNDLED))
    if name in BUNDLED and not Path(name).exists():
        with as_file(files("ludens.story.tales").joinpath(BUNDLED[name][0])) as path:
            return read_book(path)
    if _ADDRESS.match(name):
        raise CorpusRefusedError(f"{name} is an address; save what it shows, and give that file")
    path = Path(name).expanduser()
    if not path.exists():
        known = ", ".join(BUNDLED)
        raise CorpusRefusedError(f"there is no file or folder {name}; bundled: {known}")
    return read_book(path)
