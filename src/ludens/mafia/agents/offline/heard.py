"""Which of the offline players' sentences were heard at the table already."""

from __future__ import annotations

import re
from functools import lru_cache


def heard(sentence: str, words: str) -> int:
    """Return how often a sentence, about whomever, stands in words that were said."""
    return words.count(_core(sentence))


@lru_cache(maxsize=512)
def _core(sentence: str) -> str:
    """Return the longest part of a sentence that stays the same whoever it is about."""
    return max(re.split(r"\{\w+\}", sentence), key=len).strip()
