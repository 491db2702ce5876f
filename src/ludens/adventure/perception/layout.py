"""The layout of an observation: its lines, with what tells a heading from prose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

WRAP_WIDTH = 80
"""Lines longer than this prove that the engine does not wrap."""
WRAP_NARROWEST = 72
"""Text that never comes near the width was not wrapped at it."""
WRAP_MINIMUM = 50
"""A shorter line ended because the story wanted it to."""

SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
ABBREVIATIONS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Lt|Sgt|Col|Gen|Rev|No|vs|etc)\.$|^[\"'(\[]*[A-Z]\.$"
)
"""What ends with a full stop and no sentence; an initial by itself is none."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story's own, unwrapped."""

    text: str
    """Without the space around it."""
    indent: int
    """Columns before the text."""
    paragraph: int
    """Which paragraph it belongs to: blank lines part them."""
    opens: bool
    """It is the first of its paragraph."""
    closes: bool
    """It is the last of its paragraph."""

    @property
    def bracketed(self) -> bool:
        """Whether the whole line stands in brackets, as remarks of the game do."""
        return self.text[0] + self.text[-1] in ("[]", "()")


@lru_cache(maxsize=256)
def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines that hold words, joined again where an engine wrapped them."""
    paragraphs: list[list[tuple[int, str]]] = [[]]
    for raw in text.replace("\t", "    ").splitlines():
        body = raw.rstrip()
        if body.strip() in {"", ">"}:
            if paragraphs[-1]:
                paragraphs.append([])
            continue
        paragraphs[-1].append((len(body) - len(body.lstrip()), body.strip()))
    width = max((indent + len(body) for p in paragraphs for indent, body in p), default=0)
    if WRAP_NARROWEST <= width <= WRAP_WIDTH:
        paragraphs = [_unwrapped(paragraph, width) for paragraph in paragraphs]
    return tuple(
        Line(body, indent, number, place == 0, place == len(paragraph) - 1)
        for number, paragraph in enumerate(p for p in paragraphs if p)
        for place, (indent, body) in enumerate(paragraph)
    )


def text_of(lines: Sequence[Line]) -> str:
    """Return lines as text again, with their indents and the blank lines between paragraphs."""
    written: list[str] = []
    for place, line in enumerate(lines):
        if line.opens and place:
            written.append("")
        written.append(" " * line.indent + line.text)
    return "\n".join(written)


def _unwrapped(paragraph: list[tuple[int, str]], width: int) -> list[tuple[int, str]]:
    """Join a line to the one before it when its first word would not have fitted there."""
    joined: list[tuple[int, str]] = []
    last = 0
    for indent, body in paragraph:
        first_word = body.split(maxsplit=1)[0]
        if joined and indent == 0 and last >= WRAP_MINIMUM and last + 1 + len(first_word) > width:
            joined[-1] = (joined[-1][0], f"{joined[-1][1]} {body}")
        else:
            joined.append((indent, body))
        last = indent + len(body)
    return joined


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a piece of prose, each with its closing mark."""
    pieces = SENTENCE_END.split(text.strip())
    sentences: list[str] = []
    for piece in pieces:
        if sentences and ABBREVIATIONS.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {piece}"
        elif piece:
            sentences.append(piece)
    return sentences


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """Return text for comparing: lower case, words and numbers only, single spaces."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower().replace("'", "")))
