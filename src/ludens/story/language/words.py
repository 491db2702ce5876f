"""Tokens: the words of a text with their places and the stems they are compared by."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import NamedTuple

import Stemmer

from ludens.story.language.irregular import BASES

WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:[-'’][^\W\d_]+)*")
"""A number, or letters with hyphens and apostrophes inside."""

_POSSESSIVE = re.compile(r"['’]s?$")
_LOCAL = threading.local()
"""Snowball stemmers keep a state, so each thread has its own."""

CONTRACTIONS = {
    "n't": "not",
    "n’t": "not",
    "can't": "not",
    "can’t": "not",
    "won't": "not",
    "won’t": "not",
    "shan't": "not",
    "shan’t": "not",
}


class Word(NamedTuple):
    """A word where it stands."""

    text: str
    start: int
    """Offset of its first character."""
    stem: str

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.start + len(self.text)

    @property
    def is_capitalised(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[:1].isupper()


def words(text: str) -> list[Word]:
    """Return the words of a text in order; the parts of a hyphenated word stand alone."""
    found: list[Word] = []
    for match in WORD.finditer(text):
        start = match.start()
        for part in match[0].split("-"):
            if part:
                found.append(Word(part, start, stem(part)))
            start += len(part) + 1
    return found


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return what a word is compared by: its base form's stem, in lower case."""
    lower = word.lower().replace("’", "'")
    if lower.endswith("n't"):
        return "not"
    lower = _POSSESSIVE.sub("", lower)
    for tail in ("'ll", "'ve", "'re", "'d", "'m"):
        lower = lower.removesuffix(tail)
    return str(_stemmer().stemWord(BASES.get(lower, lower)))


def _stemmer() -> Stemmer.Stemmer:
    stemmer = getattr(_LOCAL, "stemmer", None)
    if stemmer is None:
        stemmer = _LOCAL.stemmer = Stemmer.Stemmer("english")
    return stemmer
