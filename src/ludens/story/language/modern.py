"""Words of our age, which a book that lacks them is not about: what makes an anachronism."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from ludens.story.language.words import stem


@lru_cache(maxsize=1)
def table() -> dict[str, str]:
    """Return the table of words that tell what kind of prompt one is."""
    data = files("ludens.story.language").joinpath("data", "prompts.json").read_text("utf-8")
    read: dict[str, str] = json.loads(data)
    return read


MODERN = frozenset(stem(word) for word in table()["modern"].split())
"""The stems."""
PHRASES = tuple(table()["phrases"].split("|"))
"""Phrases of which every word may be old."""
