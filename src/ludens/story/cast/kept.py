"""Who is in a book and what they say, kept with its world and beside its index: a book that is
opened again is there at once.

    casts/KEY-people.json    the people, the most often named first
    casts/KEY-lines.json     what each of them says, in the book's order

KEY is the SHA-256 of the book, of the length of its passages, of the cards that the player has
changed, and of the tables by which people and speakers are found.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from ludens.story.cast.cards import Card
from ludens.story.cast.names import Person
from ludens.story.persona import Line

FORMAT = 10
"""Grows when the rules find other people or speakers by the same tables."""
TABLES = ("attribution.json", "first_names.json", "names.json", "titles.json")

_PEOPLE = TypeAdapter(list[Person])
_LINES = TypeAdapter(dict[str, list[Line]])
_Kept = TypeVar("_Kept")


class KeptCast:
    """One book's people and lines: in memory, and in files where there is a folder for them."""

    def __init__(
        self, folder: Path | None, sha256: str, passage_words: int, cards: tuple[Card, ...]
    ) -> None:
        whole = f"{sha256} {passage_words} {[card.model_dump_json() for card in cards]} {tables()}"
        key = hashlib.sha256(whole.encode()).hexdigest()[:32]
        self._stem = None if folder is None else folder / "casts" / key
        self._lines: dict[str, list[Line]] | None = None

    def people(self) -> list[Person] | None:
        """Return who is in the book; None where that is not known or its file is damaged."""
        return self._load("people", _PEOPLE)

    def lines(self) -> dict[str, list[Line]] | None:
        """Return what each of them says; None likewise."""
        if self._lines is None:
            self._lines = self._load("lines", _LINES)
        return self._lines

    def keep_people(self, people: list[Person]) -> None:
        """Keep who is in the book."""
        self._write("people", _PEOPLE.dump_json(people))

    def keep_lines(self, lines: dict[str, list[Line]]) -> None:
        """Keep what each of them says."""
        self._lines = lines
        self._write("lines", _LINES.dump_json(lines))

    def _load(self, what: str, shape: TypeAdapter[_Kept]) -> _Kept | None:
        if self._stem is None:
            return None
        try:
            return shape.validate_json(Path(f"{self._stem}-{what}.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def _write(self, what: str, data: bytes) -> None:
        if self._stem is None:
            return
        self._stem.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(f"{self._stem}-{what}.{os.getpid()}.part")
        partial.write_bytes(data)
        partial.replace(f"{self._stem}-{what}.json")


@lru_cache(maxsize=1)
def tables() -> str:
    """Return what people and speakers are found by, in short: what was drawn by others is stale."""
    data = files("ludens.story.cast").joinpath("data")
    digest = hashlib.sha256(str(FORMAT).encode())
    for name in TABLES:
        digest.update(data.joinpath(name).read_bytes())
    return digest.hexdigest()
