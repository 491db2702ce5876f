"""Noise: slots that change whatever one types, so that their values are no news.

Clocks, what the parser notes, who wanders about by themselves. It is learnt from commands that do
nothing, and from how often and to how many values a slot changes during the search. What says
where the player is changes with every walk and is never noise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from ludens.adventure.search.facts import SLOT

COMMON = 0.1
"""The share of commands after which a slot has changed that makes it noise."""
LEAST = 25
"""Changes of a slot before its share is judged."""
VALUES = 12
"""Values of a slot that are too many for a fact."""


class Noise:
    """The slots that tell nothing, as far as they are known by now."""

    def __init__(self, is_lasting: Callable[[int], bool], is_moving: Callable[[int], bool]) -> None:
        """Take what tells whether a slot is never noise, and whether it is an object's parent."""
        self._is_lasting = is_lasting
        self._is_moving = is_moving
        self.slots: set[int] = set()
        """Slots that are noise."""
        self.dull: set[int] = set()
        """Facts that are changes, and no news."""
        self._changes: dict[int, int] = defaultdict(int)
        self._values: dict[int, set[int]] = defaultdict(set)
        self._steps = 0

    def hear(self, changed: Iterable[int]) -> None:
        """Learn from a command that did nothing which facts changed all the same."""
        for fact in changed:
            self._add(fact >> SLOT)

    def count(self, changed: Iterable[int]) -> None:
        """Learn from an ordinary command which facts changed."""
        self._steps += 1
        for slot in {fact >> SLOT for fact in changed}:
            self._changes[slot] += 1
            times = self._changes[slot]
            if times > LEAST and times > COMMON * self._steps:
                self._add(slot)

    def note_value(self, fact: int) -> None:
        """Learn of a new value of a slot: too many make it noise, but for where things are."""
        slot = fact >> SLOT
        if not self._is_moving(slot):
            values = self._values[slot]
            values.add(fact)
            if len(values) > VALUES:
                self._add(slot)

    def without(self, facts: Iterable[int]) -> list[int]:
        """Return the facts that are no noise."""
        return [fact for fact in facts if fact >> SLOT not in self.slots]

    def news(self, facts: Iterable[int]) -> list[int]:
        """Return the facts that are neither noise nor dull."""
        return [fact for fact in facts if fact >> SLOT not in self.slots and fact not in self.dull]

    def _add(self, slot: int) -> None:
        if not self._is_lasting(slot):
            self.slots.add(slot)
