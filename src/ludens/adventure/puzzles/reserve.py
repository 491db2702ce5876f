"""The reserve: what is not given away while the story says that it is wanted for something else."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.puzzles.book import Puzzle
from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.naming import head, speaks_of, telling_words
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item import Item

HANDING = frozenset({"give", "feed", "offer", "pay", "throw"})
"""Verbs by which somebody gets a thing."""
RESERVED = 0.05
"""What is left of the chance of an idea that gives away what is wanted elsewhere."""
_ONLY = re.compile(r"\b(?:only|last) (?P<what>[\w'-]+)", re.IGNORECASE)
_TASTE = re.compile(
    r"\b(?:fool for|partial to|fond of|sweet tooth|weakness for|craves?|loves?|likes?|will want"
    r"|'ll want)\b",
    re.IGNORECASE,
)
"""What says that somebody would have a thing: that is no other use of it."""
_CHOICE = re.compile(r"\b([\w'-]+),? or (?:an? |the |some )?([\w'-]+)", re.IGNORECASE)


def kept(state: AdventureState) -> frozenset[str]:
    """Return the names of the carried things that are not to be given to anybody.

    That is the only one of its kind, as it is described; and where one thing or another is asked
    for, what a text names for another use.
    """
    wishes = [p for p in state.puzzles.puzzles.values() if p.command and _choices(p.quote)]
    items = [state.items.known[id_] for id_ in state.items.carried()]
    return frozenset(
        item.name
        for item in items
        if _is_only(item.name, item.description)
        or any(_is_chosen(state, wish, item) for wish in wishes)
    )


@lru_cache(maxsize=4000)
def _is_only(name: str, description: str) -> bool:
    """Tell whether a description says that there is no other."""
    own = {*telling_words(name), "one"}
    return any(said["what"].lower() in own for said in _ONLY.finditer(description))


@lru_cache(maxsize=4000)
def _choices(wish: str) -> tuple[frozenset[str], ...]:
    """Return the pairs of things of which either would do: silver or honey."""
    return tuple(telling_words(f"{one} {other}") for one, other in _CHOICE.findall(wish))


def _is_chosen(state: AdventureState, wish: Puzzle, item: Item) -> bool:
    """Tell whether a wish names a thing and another instead, and a text names it for other use."""
    if not any(speaks_of(pair, item.name) for pair in _choices(wish.quote)):
        return False
    own = {head(thing) for thing in wish.things}
    return any(
        speaks_of(words, item.name) and own.isdisjoint(words)
        for other in state.puzzles.puzzles.values()
        if other.kind is PuzzleKind.CLUE and other.room != wish.room
        for sentence in _sentences(other.quote)
        if _TASTE.search(sentence) is None
        for words in (telling_words(sentence),)
    )


@lru_cache(maxsize=1000)
def _sentences(quote: str) -> tuple[str, ...]:
    return tuple(sentences_of(quote))
