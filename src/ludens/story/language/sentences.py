"""Sentences of a paragraph, with their places; a quotation is not cut from what says it."""

from __future__ import annotations

import re
from typing import NamedTuple

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s+[\"'“‘«(\[]?[^\W_a-z])")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st prof rev hon esq capt col gen lieut lt sgt no vol vs etc messrs mme mlle "
    "jr sr fig ch p pp".split()
)
LONGEST = 4000
"""Characters of a sentence: what compares two of them takes time by the square."""
LONGEST_ABBREVIATION = 12
"""Characters before a full stop that are looked at: so that a text is gone through once."""
_LAST_WORD = re.compile(r"([^\W\d_]+)\.$")


class Sentence(NamedTuple):
    """A sentence where it stands."""

    text: str
    start: int


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text in order; together they hold all of it but outer spaces.

    One of more than `LONGEST` characters is cut between words.
    """
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        near = max(start, match.end() - LONGEST_ABBREVIATION)
        last = _LAST_WORD.search(text, near, match.end())
        if last and match[0] == "." and _is_abbreviation(last[1]):
            continue
        _add(found, text, start, match.end())
        start = match.end()
    _add(found, text, start, len(text))
    return found


def _is_abbreviation(word: str) -> bool:
    return word.lower() in _ABBREVIATIONS or (len(word) == 1 and word != "I")


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    while end - start > LONGEST:
        space = text.rfind(" ", start + 1, start + LONGEST)
        cut = space + 1 if space > 0 else start + LONGEST
        _add(found, text, start, cut)
        start = cut
    whole = text[start:end]
    stripped = whole.strip()
    if stripped:
        found.append(Sentence(stripped, start + whole.index(stripped[0])))
