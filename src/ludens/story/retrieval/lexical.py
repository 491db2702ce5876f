"""BM25 over the stems of passages."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache

import bm25s
import numpy as np
from numpy.typing import NDArray

from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

logging.getLogger("bm25s").setLevel(logging.WARNING)

K1, B = 1.5, 0.75
"""Lucene's form with the usual parameters."""


def content_stems(text: str) -> list[str]:
    """Return the stems of a text that say something."""
    return [word.stem for word in words(text) if word.stem not in STOPWORDS]


@lru_cache(maxsize=16)
def asked_stems(query: str) -> tuple[str, ...]:
    """Return the same of a query, which one search asks for again and again."""
    return tuple(content_stems(query))


class Lexical:
    """Finds passages by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        self._stems = [content_stems(text) for text in texts]
        self._index = bm25s.BM25(k1=K1, b=B, method="lucene")
        if any(self._stems):
            self._index.index(self._stems, show_progress=False)

    def scores(self, query: str) -> NDArray[np.float32]:
        """Return the BM25 score of each passage; 0 where no word is shared."""
        asked = [s for s in asked_stems(query) if s in self._vocabulary()]
        if not asked:
            return np.zeros(self._size, np.float32)
        found: NDArray[np.float32] = self._index.get_scores(asked)
        return found

    def stems(self, passage: int) -> list[str]:
        """Return the stems of a passage that say something; none beyond the last passage."""
        return self._stems[passage] if passage < self._size else []

    def shared(self, query: str, passage: int) -> tuple[str, ...]:
        """Return the query's stems that a passage has, each once, in the query's order."""
        own = set(self._stems[passage])
        return tuple(dict.fromkeys(s for s in asked_stems(query) if s in own))

    def _vocabulary(self) -> dict[str, int]:
        known: dict[str, int] = getattr(self._index, "vocab_dict", {})
        return known
