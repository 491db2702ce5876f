"""Headings of plain text: `Chapter 3`, `III. The Well`, `PROLOGUE`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludens.story.corpus.reading.blocks import Block

_NUMBER = (
    r"(?:\d{1,3}|[IVXLC]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|"
    r"the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last))"
)
_NAMED = re.compile(
    rf"(?:(?:chapter|part|book|volume|act|scene|letter|canto|stave|section)\s+{_NUMBER}"
    rf"(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)(?:\s*[.:\u2014-]\s*.{{0,80}}|\s+(?-i:[A-Z“\"]).{{0,80}})?$",
    re.IGNORECASE,
)
_LONG_NAMED = re.compile(rf"chapter\s+{_NUMBER}\s*[.:]\s+(?P<title>\S.*)$", re.IGNORECASE)
_ALONE = re.compile(
    r"(?:prologue|epilogue|preface|introduction|foreword|afterword|interlude|conclusion)[.:]?$",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"[IVXLC]{1,8}\.?(?:\s*[.:\u2014-]\s*[A-Z].{0,70})?$")
_LONGEST = 90
_LONGEST_IN_CAPITALS = 300
"""Characters of a heading that goes on over several lines, each word of it with a capital."""
_SMALL_WORD = 3
"""Letters of the longest words that titles write small: `and`, `the`."""
_PARTS = re.compile(r"(?:part|book|volume|act)\b", re.IGNORECASE)


WEAK = 6
"""The level of a line that is only written in capitals: it may be a sign or a shout."""


def heading_level(line: str) -> int:
    """Return 1 or 2 for a line that is a heading, WEAK for one that may be, 0 for another."""
    if len(line) > _LONGEST:
        return 2 if _is_long_title(line) else 0
    if line.endswith((",", ";")):
        return 0
    if _NAMED.match(line) and (line[-1:] != "." or len(line.split()) <= 6):
        return 1 if _PARTS.match(line) else 2
    if _ALONE.match(line) or (_ROMAN.match(line) and line not in {"I", "I."}) or line == "I.":
        return 2
    letters = [c for c in line if c.isalpha()]
    if len(letters) >= 4 and line == line.upper() and not line.endswith(("!", "?", '"', "”")):
        return WEAK
    return 0


def _is_long_title(line: str) -> bool:
    """Tell whether a line is a chapter's number and a title of many words."""
    found = _LONG_NAMED.match(line) if len(line) <= _LONGEST_IN_CAPITALS else None
    return found is not None and all(
        word[0].isupper()
        for word in re.findall(r"[^\W\d_]+", found["title"])
        if len(word) > _SMALL_WORD
    )


FEWEST_CHAPTERS = 3
SHORTEST_CHAPTER = 600
"""Characters between lines in capitals, on the average, where these are a book's only headings."""


def with_settled_headings(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks in which lines in capitals are headings or none.

    They are where they follow a heading (its second line), and where a book has no others, has
    several of them, and chapters' worth of text between.
    """
    strong = any(block.level and block.level != WEAK for block in blocks)
    weak = sum(block.level == WEAK for block in blocks)
    told = sum(len(block.text) for block in blocks if not block.level)
    chapters = not strong and weak >= FEWEST_CHAPTERS and told >= weak * SHORTEST_CHAPTER
    settled: list[Block] = []
    for block in blocks:
        after_heading = bool(settled) and settled[-1].level > 0
        level = 2 if chapters or after_heading else 0
        settled.append(block._replace(level=level) if block.level == WEAK else block)
    return settled
