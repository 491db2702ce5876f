"""What a text announces of its own accord about what stood in the way: the tide has gone out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ludens.adventure.agents.offline.counsel import Advised
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.naming import paragraphs_of
from ludens.adventure.puzzles.naming import COMMON, speaks_of, telling_words
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus

ANNOUNCED = 0.8
"""Going a barred way again once the story has told something of what its refusal speaks of."""
FRESH = 3
"""Turns for which such news holds."""


def announced(state: AdventureState) -> Iterator[Advised]:
    """Yield the barred ways of which the last answers tell something besides what they answer."""
    here = state.map.here
    if here is None:
        return
    barred = [
        (direction, telling_words(way.reason) - COMMON - _UNTELLING)
        for direction, way in state.map.rooms[here].exits.items()
        if way.status in (ExitStatus.BLOCKED, ExitStatus.CLOSED) and way.reason
    ]
    if not barred:
        return
    for ago, (command, answer) in enumerate(islice(reversed(state.recent), FRESH)):
        if command in DIRECTIONS or command == "look":
            break  # what is shown on the way in is no news
        news = telling_words(" ".join(islice(paragraphs_of(answer), 1, None)))
        told = state.turn - 1 - ago
        for direction, words in barred:
            attempt = state.journal.attempt(here, direction)
            if attempt is None or attempt.effect is not Effect.NOTHING or attempt.turn >= told:
                continue
            if _shared(words, news):
                reason = "The story has told something of what stood against it."
                yield here, Opportunity(direction, ANNOUNCED, reason, since=told, due=True)


def _shared(words: frozenset[str], news: frozenset[str]) -> bool:
    """Tell whether news speak of what a refusal does."""
    return any(speaks_of(news, word) for word in words)


_UNTELLING = frozenset("out open closed wait long way yet still again".split())
