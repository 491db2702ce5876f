"""Quotations: what is said aloud, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Quotation(NamedTuple):
    """Something said in a paragraph."""

    paragraph: int
    """The paragraph's number in its chapter, from 0."""
    start: int
    """Offset in the paragraph of the first character inside the marks."""
    end: int
    text: str
    is_open: bool = False
    """Whether no mark closes it in its paragraph: the speaker goes on in the next one."""


_PAIRS = (
    re.compile(r"“([^“”]*)(”|$)"),
    re.compile(r"«([^«»]*)(»|$)"),
    re.compile(r"\"([^\"]*)(\"|$)"),
)
_MARK = re.compile(r"‘|’(?!\w)")
"""Single marks that open, and those that may close: `the smiths’ hammers` has one that does not."""


QUOTED = re.compile(r"[“«\"][^“”«»\"]*[”»\"]?")
"""What is said aloud somewhere in a text, or begins in it."""


def without_speech(text: str) -> str:
    """Return a text with what is said aloud blanked out, every letter in its place."""
    return QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)


def quotations(paragraphs: tuple[str, ...]) -> list[Quotation]:
    """Return the quotations of a chapter in order, by whichever marks the chapter uses."""
    whole = "\n".join(paragraphs)
    counts = [(whole.count("“"), 0), (whole.count("«"), 1), (whole.count('"') // 2, 2)]
    most, which = max(counts, key=lambda pair: pair[0])
    single = most < whole.count("‘")
    found: list[Quotation] = []
    for number, paragraph in enumerate(paragraphs):
        for start, end, closed in _single(paragraph) if single else _double(paragraph, which):
            text = paragraph[start:end].strip()
            if text:
                found.append(Quotation(number, start, end, text, not closed))
    return found


def _double(paragraph: str, which: int) -> Iterator[tuple[int, int, bool]]:
    """Yield where quotations begin and end within their marks, and whether a mark closes them."""
    for match in _PAIRS[which].finditer(paragraph):
        yield match.start(1), match.end(1), bool(match[2])


def _single(paragraph: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the same where single marks are used. Up to the next one that opens, a mark behind a
    stop closes rather than one behind a letter, which may stand for letters left out."""
    marks = [match.start() for match in _MARK.finditer(paragraph)]
    at = 0
    while at < len(marks):
        start = marks[at]
        if paragraph[start] != "‘" or _is_within_word(paragraph, start):
            at += 1
            continue
        end = at + 1
        while end < len(marks) and paragraph[marks[end]] == "’":
            end += 1
        closing = marks[at + 1 : end]
        stopped = (n for n in closing if not paragraph[n - 1].isalnum())
        closes = next(stopped, next(iter(closing), None))
        if closes is not None:
            yield start + 1, closes, True
        elif end == len(marks):
            yield start + 1, len(paragraph), False
        at = end


def _is_within_word(paragraph: str, at: int) -> bool:
    before = paragraph[at - 1 : at]
    return before.isalnum() or before in ("_", "’")


def outside_of_speech(paragraphs: tuple[str, ...]) -> list[str]:
    """Return the paragraphs of a chapter with what is said aloud blanked out, every letter in its
    place, by whichever marks the chapter uses."""
    told = [without_speech(paragraph) for paragraph in paragraphs]
    for said in quotations(paragraphs):
        text = told[said.paragraph]
        first, last = said.start - 1, said.end + 1
        told[said.paragraph] = f"{text[:first]}{' ' * (last - first)}{text[last:]}"[: len(text)]
    return told
