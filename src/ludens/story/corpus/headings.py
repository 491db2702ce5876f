"""Headings of plain text: `Chapter 3`, `III. The Well`, `PROLOGUE`."""

from __future__ import annotations

import re

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
_ALONE = re.compile(
    r"(?:prologue|epilogue|preface|introduction|foreword|afterword|interlude|conclusion)[.:]?$",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"[IVXLC]{1,8}\.?(?:\s*[.:\u2014-]\s*[A-Z].{0,70})?$")
_LONGEST = 90
_PARTS = re.compile(r"(?:part|book|volume|act)\b", re.IGNORECASE)


def heading_level(line: str) -> int:
    """Return 1 or 2 for a line that is a heading, 0 for one that is not."""
    if len(line) > _LONGEST or line.endswith((",", ";")):
        return 0
    if _NAMED.match(line) and (line[-1:] != "." or len(line.split()) <= 6):
        return 1 if _PARTS.match(line) else 2
    if _ALONE.match(line) or (_ROMAN.match(line) and line not in {"I", "I."}) or line == "I.":
        return 2
    letters = [c for c in line if c.isalpha()]
    if len(letters) >= 4 and line == line.upper() and not line.endswith(("!", "?", '"', "”")):
        return 2
    return 0
