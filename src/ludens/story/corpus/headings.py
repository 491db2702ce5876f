"""Headings of plain text: `Chapter 3`, `PROLOGUE`; `III. The Well` where such lines count on."""

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
_COUNTED = re.compile(
    r"[\[(]?(?P<number>\d{1,3}|[IVXLC]{1,8})[\])]?[.:]?"
    r"(?:(?<=[.:])\s*(?:[.:\u2014-]\s*)?(?P<title>[A-Z“\"‘'\d].{0,70}))?$"
)
_FIRST = re.compile(
    r"prologue\b|(?:(?:chapter|part|book|volume|act|scene|letter|canto|stave|section)\s+)"
    r"(?:1|I|one|the first)(?![\w-])|[\[(]?(?:1|I)(?:[\]).:]|$)",
    re.IGNORECASE,
)
"""How the title of a story's first chapter begins."""
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_QUOTES_CLOSE = ('"', "”", "'", "’")
_LONGEST = 90
_LONGEST_IN_CAPITALS = 300
"""Characters of a heading that goes on over several lines, each word of it with a capital."""
_SMALL_WORD = 3
"""Letters of the longest words that titles write small: `and`, `the`."""
_PARTS = re.compile(r"(?:part|book|volume|act)\b", re.IGNORECASE)


WEAK = 6
"""The level of a line that is only written in capitals: it may be a sign or a shout."""
SHOUTED = 7
"""The level of one that ends like speech: it is a title only below a heading."""


def heading_level(line: str) -> int:
    """Return 1 or 2 for a line that is a heading, WEAK or SHOUTED for one that may be, 0 for
    another."""
    if len(line) > _LONGEST:
        return 2 if _is_long_title(line) else 0
    if line.endswith((",", ";")):
        return 0
    if _NAMED.match(line) and (line[-1:] != "." or len(line.split()) <= 6):
        return 1 if _PARTS.match(line) else 2
    if _ALONE.match(line):
        return 2
    letters = [c for c in line if c.isalpha()]
    if len(letters) >= 4 and line == line.upper():
        return SHOUTED if line.endswith(("!", "?", *_QUOTES_CLOSE)) else WEAK
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
    """Return blocks in which lines in capitals and lines with numbers are headings or none.

    Lines in capitals are where they follow a heading (its second line), and where a book has no
    others, has several of them, and chapters' worth of text between. Lines with numbers (`12`,
    `3. The Well`) are where they count on from one, with text between. Below a heading, a line that
    ends like no sentence is the chapter's title.
    """
    blocks = _counted(blocks)
    strong = any(block.level and block.level < WEAK for block in blocks)
    weak = sum(block.level == WEAK for block in blocks)
    told = sum(len(block.text) for block in blocks if not block.level)
    chapters = not strong and weak >= FEWEST_CHAPTERS and told >= weak * SHORTEST_CHAPTER
    settled: list[Block] = []
    for block in blocks:
        after_heading = bool(settled) and settled[-1].level > 0
        level = 0 if block.level >= WEAK else block.level
        if (chapters and block.level == WEAK) or (after_heading and _may_be_title(block)):
            level = level or 2
        settled.append(block._replace(level=level))
    return settled


def _counted(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks in which lines that count on are headings."""
    found = [
        (at, number_of(counted["number"]))
        for at, block in enumerate(blocks)
        if block.level in {0, WEAK, SHOUTED} and (counted := _COUNTED.match(block.text))
    ]
    headings: list[int] = []
    run: list[int] = []
    for at, number in [*found, (len(blocks), 0)]:
        if number == len(run) + 1:
            run.append(at)
        elif number in {0, 1}:
            if len(run) >= FEWEST_CHAPTERS and _is_between(blocks, run):
                headings += run
            run = [at]
    settled = list(blocks)
    for at in headings:
        settled[at] = settled[at]._replace(level=2)
    return settled


def number_of(text: str) -> int:
    """Return what a number in digits or Roman numerals counts."""
    if text.isdigit():
        return int(text)
    values = [_ROMAN[letter] for letter in text]
    after = [*values[1:], 0]
    return sum(v if v >= n else -v for v, n in zip(values, after, strict=True))


def begins_story(title: str) -> bool:
    """Tell whether a chapter's title says that the story begins with it: `Prologue`, `Chapter I`,
    `1. The Well`; and not a preface."""
    parts = title.split(" · ")
    return any(_FIRST.match(part) for part in parts)


def chapter_names(titles: Sequence[str]) -> list[str]:
    """Return what a reader sees of each chapter: its title, or its number where it has none."""
    names = [title or f"Chapter {number}" for number, title in enumerate(titles, 1)]
    if titles and not titles[0] and any(titles):
        names[0] = "Before the first chapter"
    return names


def _is_between(blocks: Sequence[Block], numbered: Sequence[int]) -> bool:
    """Tell whether chapters' worth of text stands between lines with numbers."""
    told = sum(len(b.text) for b in blocks[numbered[0] : numbered[-1]] if not b.level)
    return told >= (len(numbered) - 1) * SHORTEST_CHAPTER


def _may_be_title(block: Block) -> bool:
    """Tell whether what stands below a heading is the chapter's title: capitals, or a line that
    ends like no sentence."""
    line = block.text
    ended = line.rstrip("\"”'’").endswith((".", "!", "?", ",", ";", ":", "-", "—"))
    return block.level >= WEAK or (len(line) <= _LONGEST and line[:1].isupper() and not ended)
