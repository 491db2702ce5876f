"""Novelty: what a state is the first to make true, at its score.

Width 1: a fact, or a place. Width 2, of which only the telling part: what is carried, and how it
stands, at a place. What else was brought about is told apart by its amount alone: a state is new
that comes to a place with more than any before it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations

from ludens.adventure.search.facts import View
from ludens.adventure.search.noise import Noise


class Level(IntEnum):
    """How new a state is."""

    KNOWN = 0
    ASIDE = 1
    """Something that is known stands so while the player is where it was not so before."""
    PAIR = 2
    """Something is carried to a place where it was not so before, or with another thing."""
    ANEW = 3
    """A fact that is known from another score."""
    RICHER = 4
    """More has been brought about than in any state at this place and score."""
    PLACE = 5
    """A place, for the first time at this score."""
    UNHEARD = 6
    """A fact or a place that was so at no score."""
    SCORE = 7
    """A higher score, for the first time."""


@dataclass(slots=True)
class _Score:
    """What has been true at one score."""

    base: frozenset[int]
    facts: set[int] = field(default_factory=set)
    riches: dict[Hashable, int] = field(default_factory=dict)
    """The most that was brought about at each place."""
    pairs: set[tuple[Hashable, int]] = field(default_factory=set)
    together: set[tuple[int, int]] = field(default_factory=set)
    """Things that were carried at once."""


class Novelty:
    """What has been true so far."""

    def __init__(self, noise: Noise) -> None:
        self._noise = noise
        self._scores: dict[int, _Score] = {}
        self._facts: set[int] = set()
        self.places: set[Hashable] = set()
        """Places that have been reached at any score."""

    def take(self, view: View) -> Level:
        """Note a state; return how new it is."""
        level = Level.KNOWN
        told = self._scores.get(view.score)
        if told is None:
            level = Level.SCORE if view.score > max(self._scores, default=-_LOW) else Level.PLACE
            told = self._scores[view.score] = _Score(view.facts)
        if view.place not in told.riches:
            level = max(level, Level.PLACE)
        if view.place not in self.places:
            self.places.add(view.place)
            level = max(level, Level.UNHEARD)
        self._noise.dull.update(fact for fact in view.dull if fact not in self._facts)
        for fact in self._noise.news(view.facts - told.base):
            if fact not in told.facts:
                told.facts.add(fact)
                level = max(level, Level.ANEW if fact in self._facts else Level.UNHEARD)
                if fact not in self._facts:
                    self._facts.add(fact)
                    self._noise.note_value(fact)
        for fact in self._noise.news(view.facts - told.base):
            pair = (view.place, fact)
            if pair not in told.pairs:
                told.pairs.add(pair)
                level = max(level, Level.PAIR if fact in view.carried else Level.ASIDE)
        for both in combinations(sorted(view.held), 2):
            if both not in told.together:
                told.together.add(both)
                level = max(level, Level.PAIR)
        if view.riches > told.riches.get(view.place, -1):
            told.riches[view.place] = view.riches
            level = max(level, Level.RICHER)
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
        told = self._scores.get(score)
        if told is None:
            return Level.SCORE
        if place not in told.riches:
            return Level.PLACE
        fresh = self._noise.news(added - view.facts)
        riches = view.riches
        if place == view.place:
            riches += len(fresh) - len(self._noise.without(removed & view.facts))
        if riches > told.riches[place]:
            return Level.RICHER
        if any(fact not in told.facts and fact not in told.base for fact in fresh):
            return Level.ANEW
        if place != view.place and any(
            (place, fact) not in told.pairs and fact not in told.base
            for fact in self._noise.news(view.carried)
        ):
            return Level.PAIR
        return Level.KNOWN


_LOW = 1 << 31
"""Below any score."""
