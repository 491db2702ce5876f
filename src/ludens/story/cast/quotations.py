"""Quotations: what is said aloud, and where it stands."""

from __future__ import annotations

import re
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
_SINGLE = re.compile(r"(?<![\w’])‘((?:[^‘’]|’(?=\w))*)(’(?!\w)|$)")


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
    pattern = _PAIRS[which] if most >= whole.count("‘") else _SINGLE
    found: list[Quotation] = []
    for number, paragraph in enumerate(paragraphs):
        for match in pattern.finditer(paragraph):
            if match[1].strip():
                found.append(
                    Quotation(number, match.start(1), match.end(1), match[1].strip(), not match[2])
                )
    return found


def outside_of_speech(paragraphs: tuple[str, ...]) -> list[str]:
    """Return the paragraphs of a chapter with what is said aloud blanked out, every letter in its
    place, by whichever marks the chapter uses."""
    told = [without_speech(paragraph) for paragraph in paragraphs]
    for said in quotations(paragraphs):
        text = told[said.paragraph]
        first, last = said.start - 1, said.end + 1
        told[said.paragraph] = f"{text[:first]}{' ' * (last - first)}{text[last:]}"[: len(text)]
    return told
