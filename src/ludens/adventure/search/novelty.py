"""Novelty: what a state is the first to make true at its score or above.

Width 1: a fact, or a place. Width 2, of which only the telling part: what is carried, and how it
stands, at a place. What else was brought about is told apart by its amount alone: a state is new
that comes to a place with more than any before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable
from enum import IntEnum
from itertools import combinations
from typing import TypeVar

from ludens.adventure.search.facts import Noise, View

_Key = TypeVar("_Key", bound=Hashable)


class Level(IntEnum):
    """How new a state is."""

    KNOWN = 0
    ASIDE = 1
    """Something that is known stands so while the player is where it was not so before."""
    PAIR = 2
    """Something is carried to a place where it was not so before, or with another thing."""
    ANEW = 3
    """A fact that is known from a lower score."""
    RICHER = 4
    """More has been brought about than in any state at this place, at this score or above."""
    PLACE = 5
    """A place, for the first time at this score or above."""
    UNHEARD = 6
    """A fact or a place that was so at no score."""
    SCORE = 7
    """A higher score, for the first time."""


class Novelty:
    """What has been true so far, each with the highest score at which it was."""

    def __init__(self, noise: Noise) -> None:
        self._noise = noise
        self._best = -_LOW
        self._facts: dict[int, int] = {}
        self._pairs: dict[Hashable, int] = {}
        self._riches: dict[Hashable, dict[int, int]] = defaultdict(dict)
        """The most that was brought about at each place, by score."""

    def forget(self) -> None:
        """Begin anew: nothing has been true so far."""
        self._best = -_LOW
        self._facts.clear()
        self._pairs.clear()
        self._riches.clear()

    @property
    def places(self) -> Collection[Hashable]:
        """Places that have been reached at any score."""
        return self._riches.keys()

    def take(self, view: View) -> Level:
        """Note a state; return how new it is."""
        level, score = Level.KNOWN, view.score
        if score > self._best:
            self._best, level = score, Level.SCORE
        most = self._most(view.place, score)
        if view.riches > most:
            unheard = Level.PLACE if view.place in self._riches else Level.UNHEARD
            level = max(level, unheard if most < 0 else Level.RICHER)
            self._riches[view.place][score] = view.riches
        self._noise.dull.update(fact for fact in view.dull if fact not in self._facts)
        news = self._noise.news(view.facts)
        for fact in news:
            if fact not in self._facts:
                level = max(level, Level.UNHEARD)
                self._noise.note_value(fact)
            if self._is_new(self._facts, fact, score):
                level = max(level, Level.ANEW)
            if self._is_new(self._pairs, (view.place, fact), score):
                level = max(level, Level.PAIR if fact in view.carried else Level.ASIDE)
        for both in combinations(sorted(view.held), 2):
            if self._is_new(self._pairs, both, score):
                level = max(level, Level.PAIR)
        return level

    def foresee(
        self,
        view: View,
        place: Hashable,
        score: int,
        added: frozenset[int],
        removed: frozenset[int],
    ) -> Level:
        """Return how new a state would be that differs from another by so much."""
        if score > self._best:
            return Level.SCORE
        most = self._most(place, score)
        if most < 0:
            return Level.PLACE
        fresh = self._noise.news(added - view.facts)
        riches = view.riches
        if place == view.place:
            riches += len(fresh) - len(self._noise.without(removed & view.facts))
        if riches > most:
            return Level.RICHER
        if any(self._facts.get(fact, -_LOW) < score for fact in fresh):
            return Level.ANEW
        if place != view.place and any(
            self._pairs.get((place, fact), -_LOW) < score for fact in self._noise.news(view.carried)
        ):
            return Level.PAIR
        return Level.KNOWN

    def _most(self, place: Hashable, score: int) -> int:
        """Return the most that was brought about at a place, at that score or a higher one."""
        known = self._riches.get(place, {})
        return max((riches for at, riches in known.items() if at >= score), default=-1)

    @staticmethod
    def _is_new(known: dict[_Key, int], key: _Key, score: int) -> bool:
        """Note what is true at a score; tell whether it was not, there or at a higher one."""
        if known.get(key, -_LOW) >= score:
            return False
        known[key] = score
        return True


_LOW = 1 << 31
"""Below any score."""
