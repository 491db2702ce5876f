"""A scene: what is at hand in a room, and what the story's sentences say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.offline.things import Thing


@dataclass(frozen=True, slots=True)
class Scene:
    """What is at hand in a room."""

    around: tuple[Thing, ...]
    held: tuple[Thing, ...]
    is_here: bool
    """The player is there, and may use what is carried by itself."""
    proven: tuple[Thing, ...]
    """Those around that the story has answered to."""
    spoken_of: tuple[Thing, ...]
    """Those about which the story's sentences are asked."""
    names: frozenset[str]
    """What these are called."""

    @classmethod
    def of(cls, around: list[Thing], held: tuple[Thing, ...], *, is_here: bool) -> Scene:
        """Sort what is at hand."""
        proven = [thing for thing in around if thing.proven]
        in_hand = held if is_here else ()
        spoken_of = (*around, *in_hand)
        names = frozenset([thing.name for thing in spoken_of])
        return cls(tuple(around), held, is_here, tuple(proven), spoken_of, names)


@dataclass(slots=True)
class Spoken:
    """What the story's sentences say of a thing."""

    version: int
    """Of the hints from which it was made."""
    words: Mapping[str, float]
    """The words that sentences join with it, and how strongly."""
    acts: list[Opportunity] = field(default_factory=list)
    uses: dict[Thing, tuple[Opportunity, ...]] = field(default_factory=dict)
    """For each thing that was carried, what to do with it here."""
    verbs: dict[str, float] = field(init=False)
    deeds: dict[str, float] = field(default_factory=dict)
    """The same of the verbs that the story knows, each by its first word."""

    def __post_init__(self) -> None:
        self.verbs = {word[1:]: by for word, by in self.words.items() if word[0] == "@"}
