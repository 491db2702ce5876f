"""Titles: what they say of who bears them. The table is data/titles.json."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Titles(NamedTuple):
    """Words that stand before names, and words that name people by what they are."""

    gender: dict[str, str]
    """Each title: `m`, `f`, or empty for both."""
    offices: frozenset[str]
    """Titles by which their bearer is spoken of alone: `the captain`."""
    married: frozenset[str]
    unmarried: frozenset[str]
    before_first: frozenset[str]
    """Titles that stand before first names: `Sir Thomas`, `Aunt Juley`."""
    nouns: dict[str, str]
    """Nouns that name people, by gender: `mother`, `gentleman`, `girl`."""
    saying: frozenset[str]
    """Verbs that stand beside what is said."""
    thinking: frozenset[str]
    """Those that stand beside what is only thought."""
    never: frozenset[str]
    """Words that are written with a capital and name nobody."""
    times: frozenset[str]
    """Those of them that may begin a name after `the`: `the March Hare`."""
    places: frozenset[str]
    """Words that end the names of places and times."""
    prepositions: frozenset[str]
    """Words before those to whom something is done: `said he to Emma`."""
    writings: frozenset[str]
    """What somebody writes as `I`, as headings call it: `Ada's diary`."""


@lru_cache(maxsize=1)
def titles() -> Titles:
    """Return the table that ships with Ludens."""
    read = json.loads(files("ludens.story.cast").joinpath("data", "titles.json").read_text("utf-8"))

    def by_gender(key: str) -> dict[str, str]:
        return {
            word: {"m": "m", "f": "f", "both": ""}[gender]
            for gender, words in read[key].items()
            for word in words.split()
        }

    def plain(key: str) -> frozenset[str]:
        return frozenset(read[key].split())

    return Titles(
        by_gender("titles"),
        plain("offices"),
        plain("married"),
        plain("unmarried"),
        plain("before_first"),
        by_gender("nouns"),
        plain("saying"),
        plain("thinking"),
        plain("never"),
        plain("times"),
        plain("places"),
        plain("prepositions"),
        plain("writings"),
    )
