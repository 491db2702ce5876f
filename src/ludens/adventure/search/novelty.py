"""Novelty: what a state is the first to make true, at its score.

Width 1: a fact, or a place. Width 2, of which only the telling part: a fact that has changed since
this score was reached, at a place. So to carry a thing to another room is new once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import IntEnum

from ludens.adventure.search.facts import View
from ludens.adventure.search.noise import Noise


class Level(IntEnum):
    """How new a state is."""

    KNOWN = 0
    PAIR = 1
    """A changed fact, at a place where it was not so before."""
    FACT = 2
    """A fact or a place, for the first time at this score."""
    UNHEARD = 3
    """A fact or a place that was so at no score."""
    SCORE = 4
    """A score, for the first time."""


@dataclass(slots=True)
class _Score:
    """What has been true at one score."""

    base: frozenset[int]
    facts: set[int] = field(default_factory=set)
    places: set[Hashable] = field(default_factory=set)
    pairs: set[tuple[Hashable, int]] = field(default_factory=set)


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
            told = self._scores[view.score] = _Score(view.facts)
            level = Level.SCORE
        if view.place not in told.places:
            told.places.add(view.place)
            level = max(level, Level.FACT)
        if view.place not in self.places:
            self.places.add(view.place)
            level = max(level, Level.UNHEARD)
        self._noise.dull.update(fact for fact in view.dull if fact not in self._facts)
        for fact in self._noise.news(view.facts - told.base):
            if fact not in told.facts:
                told.facts.add(fact)
                level = max(level, Level.FACT if fact in self._facts else Level.UNHEARD)
                if fact not in self._facts:
                    self._facts.add(fact)
                    self._noise.note_value(fact)
            pair = (view.place, fact)
            if pair not in told.pairs:
                told.pairs.add(pair)
                level = max(level, Level.PAIR)
        return level

    def has_been(self, place: Hashable, score: int) -> bool:
        """Tell whether a place was reached at a score."""
        told = self._scores.get(score)
        return told is not None and place in told.places

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
        if place not in told.places:
            return Level.FACT
        level = Level.KNOWN
        moved = place != view.place
        for fact in self._noise.news((view.facts - removed if moved else frozenset()) | added):
            if fact in told.base:
                continue
            if fact not in told.facts:
                return Level.FACT
            if (place, fact) not in told.pairs:
                level = Level.PAIR
        return level
