"""Which of the offline players' and the narrator's sentences were heard already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random


def heard(sentence: str, words: str) -> int:
    """Return how often a sentence, about whomever, stands in words that were said."""
    return words.count(_core(sentence))


def freshest(sentences: Sequence[str], words: str, dice: Random) -> str:
    """Return one of the sentences by lot: of those heard least often in words that were said."""
    times = [heard(sentence, words) for sentence in sentences]
    least = min(times)
    return dice.choice([s for s, n in zip(sentences, times, strict=True) if n == least])


@lru_cache(maxsize=512)
def _core(sentence: str) -> str:
    """Return the longest part of a sentence that stays the same whoever it is about."""
    return max(re.split(r"\{\w+\}", sentence), key=len).strip()
