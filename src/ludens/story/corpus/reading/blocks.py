"""What every reader returns: the blocks of one document, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_BYTES = 64_000_000
"""A file that is larger is refused before it is read."""

PIECE = 100_000
"""Characters of which a search keeps nobody waiting; no paragraph has more."""
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
    told = text.replace("\u00ad", "").replace("\u2060", "")
    line = "".join(_SPACES.sub(" ", piece) for piece in pieces(told))
    while "  " in line:  # where two pieces meet
        line = line.replace("  ", " ")
    return line.strip()


def pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces that are searched in no time: others are served between two."""
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))
