"""Codes: numbers and words that a text gives away, to be set, typed or said somewhere else."""

from __future__ import annotations

import re
from itertools import islice

MOST = 8
"""Codes taken of one text."""

_NUMBER = re.compile(
    r"(?<![\w.,$£#-])(\d{1,3}(?:[- ]\d{1,3}){1,3}|\d{2,6})(?![\w%]|[.,]\d|(?:st|nd|rd|th)\b)"
)
_MEASURED = re.compile(
    r"^\W*(?:pounds?|feet|foot|ft|inches|miles?|yards?|paces|years?|hours?|minutes?|days?|times"
    r"|people|men|points?|turns?|o'clock|[ap]\.?m\b|percent|(?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)",
    re.IGNORECASE,
)
"""What follows a number that counts something."""
_FORMAL = re.compile(
    r"\b(?:serial number|release|version|copyright|score|page|chapter)\W*$", re.IGNORECASE
)
"""What stands before a number that is no code."""
_WORD = re.compile(
    r"\b(?:pass ?word|code ?word|magic word|secret word|the (?:right )?word|incantation|spell)"
    r"\W{1,3}(?:(?:is|was|to be)\W{1,3})?[\"'“]?([A-Za-z]{3,14})\b"
    r"|\b(?:say|speak|whisper|utter) [\"'“]([A-Za-z]{3,14})\b"
    r"|\b(?:say|speak|whisper|utter) ([A-Z]{3,14})\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“]([A-Za-z]{3,14})[.!,]?[\"”]")
"""A single word in quotation marks."""


def numbers_in(text: str) -> list[str]:
    """Return the numbers of a text that count nothing it names, each once, in order."""
    found: dict[str, None] = {}
    for match in _NUMBER.finditer(text):
        after, before = text[match.end() :], text[: match.start()]
        if _MEASURED.match(after) is None and _FORMAL.search(before) is None:
            found.setdefault(match[1])
    return list(islice(found, MOST))


def words_in(text: str) -> list[str]:
    """Return the words that a text holds out to be said, in small letters, each once."""
    found: dict[str, None] = {}
    for match in _WORD.finditer(text):
        word = next(filter(None, match.groups()))
        if word.lower() not in _COMMON and (match[3] is None or word.isupper()):
            found.setdefault(word.lower())
    for match in _QUOTED.finditer(text):
        if match[1].lower() not in _COMMON:
            found.setdefault(match[1].lower())
    return list(islice(found, MOST))


_COMMON = frozenset(
    (
        "the and you yes not but for with what who how why here there this that them then again "
        "something nothing anything them him her out over into about help look good well please "
        "hello hint hints info quit save restore restart"
    ).split()
)
"""Words that are no passwords."""
