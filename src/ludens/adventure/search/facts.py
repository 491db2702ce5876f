"""What is so at a state: facts by number, the place, the score and what is within reach.

A fact is a whole number: its slot in the upper bits, the slot's value in the lower ones. How the
machine's memory is read as facts stands in `memory_facts.py`, how text is in `text_facts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ludens.adventure.search.simulator import Outcome

SLOT = 16
"""Bits of a fact that are its value."""

Ask = Callable[[Sequence[str]], list[Outcome]]
"""Tries commands from the state that is being read."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a command may name."""

    key: Hashable
    """What tells it from others: the object's number, or its name."""
    name: str
    held: bool = False
    words: frozenset[str] = frozenset()
    """All words for it that are known, as the dictionary keeps them."""
    likeness: Hashable = None
    """How it stands; while it stands the same, the same happens to it."""


@dataclass(frozen=True, slots=True)
class View:
    """One state as the search sees it."""

    place: Hashable
    score: int
    facts: frozenset[int]
    """What differs from the first beginning."""
    dull: tuple[int, ...] = ()
    """Those of them that have just come to be so, and are no news: what was put down lies here."""
    carried: frozenset[int] = frozenset()
    """Those of them that go wherever the player goes: what is held, and how it stands."""
    held: frozenset[int] = frozenset()
    """The things that the player carries, by number."""
    riches: int = 0
    """How much has been brought about: what stands otherwise than at first, and what is held."""


class Facts(Protocol):
    """How states are read."""

    reads_memory: ClassVar[bool] = False
    """Whether outcomes must bring the machine's memory."""

    def begin(self, outcome: Outcome, ask: Ask) -> View:
        """Read a beginning; from the first one facts differ."""
        ...

    def view(self, outcome: Outcome, before: View, noise: Collection[int], ask: Ask) -> View:
        """Read what came of a command. What changes in slots of `noise` alone is no change."""
        ...

    def things(self, outcome: Outcome, view: View) -> tuple[Thing, ...]:
        """Return what is known to be within reach, besides what the place's text names."""
        ...

    def is_lasting(self, slot: int) -> bool:
        """Tell whether a slot is news however often it changes: where the player is."""
        return False

    def is_soft(self, slot: int) -> bool:
        """Tell whether a slot may be a note that the parser makes, of no meaning afterwards."""
        return False

    def is_moving(self, slot: int) -> bool:
        """Tell whether a slot may have many values and be no noise: what an object is in."""
        return False


COMMON = 0.1
"""The share of commands after which a slot has changed that makes it noise."""
LEAST = 25
"""Changes of a slot before its share is judged."""
VALUES = 12
"""Values of a slot that are too many for a fact."""


class Noise:
    """The slots that tell nothing, as far as they are known by now.

    They change whatever one types: clocks, what the parser notes, who wanders about by themselves.
    It is learnt from commands that do nothing, and from how often and to how many values a slot
    changes during the search. What says where the player is changes with every walk and is never
    noise.
    """

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
