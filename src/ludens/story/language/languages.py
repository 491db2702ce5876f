"""Which language a book is in, told by its commonest words: data/languages.json."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from importlib.resources import files

from ludens.story.corpus.book import Book

SAMPLE = 20_000
"""Words of a book that are looked at."""
LEAST = 0.08
"""Share of a text that the commonest words of its language have at least; English prose has a
quarter and more, a list of names next to nothing."""
FEWEST = 40
"""Words from which a text tells its language."""
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[str, frozenset[str]]]:
    data = files("ludens.story.language").joinpath("data", "languages.json").read_text("utf-8")
    return {
        key: (name, frozenset(common.split())) for key, (name, common) in json.loads(data).items()
    }


def language_name(key: str) -> str:
    """Return a language's name in English."""
    return _table()[key][0] if key in _table() else "an unknown language"


@lru_cache(maxsize=8)
def language_of(book: Book) -> str:
    """Return the language of a book by its key (ISO 639-1); empty where nothing tells."""
    found: Counter[str] = Counter()
    left = SAMPLE
    for chapter in book.chapters:
        for paragraph in chapter.paragraphs:
            words = _WORD.findall(paragraph.lower())[:left]
            found.update(words)
            left -= len(words)
            if left <= 0:
                return _likeliest(found)
    return _likeliest(found)


def _likeliest(found: Counter[str]) -> str:
    whole = sum(found.values())
    if whole < FEWEST:
        return "en"
    shares = {
        key: sum(found[word] for word in common) / whole for key, (_, common) in _table().items()
    }
    best = max(shares, key=lambda key: shares[key])
    return best if shares[best] >= LEAST else ""
