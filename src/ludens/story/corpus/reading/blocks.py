"""What every reader returns: the blocks of one document, in order."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_BYTES = 64_000_000
"""A file that is larger is refused before it is read."""

_SPACES = re.compile(r"\s+")


class Block(NamedTuple):
    """A heading or a paragraph."""

    text: str
    level: int = 0
    """1 to 6 for a heading, 0 for a paragraph."""


class Document(NamedTuple):
    """One file, read."""

    name: str
    title: str
    blocks: list[Block]


def one_line(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return _SPACES.sub(" ", text.replace("\u00ad", "").replace("\u2060", "")).strip()
