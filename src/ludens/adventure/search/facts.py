"""What is so at a state: facts by number, the place, the score and what is within reach.

A fact is a whole number: its slot in the upper bits, the slot's value in the lower ones. How the
machine's memory is read as facts stands in `memory_facts.py`, how text is in `text_facts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

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

    @property
    def reads_memory(self) -> bool:
        """Whether outcomes must bring the machine's memory."""
        ...

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
        ...

    def is_soft(self, slot: int) -> bool:
        """Tell whether a slot may be a note that the parser makes, of no meaning afterwards."""
        ...

    def is_moving(self, slot: int) -> bool:
        """Tell whether a slot may have many values and be no noise: what an object is in."""
        ...
