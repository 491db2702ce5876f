"""A book as the game holds it: chapters of paragraphs, whatever file it came from."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from ludens.story.errors import CorpusRefusedError

MOST_CHARACTERS = 32_000_000
"""Characters of a whole corpus; about 5 million words."""


class Chapter(BaseModel):
    """A stretch of the book that has a title, or none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = ""
    document: str = ""
    """The file it comes from, where the corpus has several."""
    paragraphs: tuple[str, ...]

    @property
    def key(self) -> str:
        """SHA-256 of what it says: the same chapter has the same key in every edition."""
        whole = json.dumps([self.title, self.paragraphs], ensure_ascii=False)
        return hashlib.sha256(whole.encode()).hexdigest()


class Book(BaseModel):
    """What is played in. It is kept with the episode, so that no file is needed to go on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    chapters: tuple[Chapter, ...]

    @property
    def words(self) -> int:
        """About how many words it has."""
        return sum(p.count(" ") + 1 for chapter in self.chapters for p in chapter.paragraphs)

    def to_bytes(self) -> bytes:
        """Return the book as compressed canonical JSON."""
        return zlib.compress(self.model_dump_json().encode(), 9)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the book that `to_bytes` wrote; raises CorpusRefusedError."""
        try:
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(data, MOST_CHARACTERS * 5)
            return cls.model_validate_json(text)
        except (zlib.error, ValidationError) as error:
            raise CorpusRefusedError("the corpus kept with this episode is damaged") from error

    @property
    def sha256(self) -> str:
        """SHA-256 of the whole content, whatever compressed it."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()
