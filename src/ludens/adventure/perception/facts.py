"""What a reader found in an observation: facts, each with its source and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludens.adventure.world.fact import Source


@dataclass(frozen=True, slots=True)
class ExitFact:
    """A way out that the text mentions."""

    direction: str
    quote: str
    """The sentence that says so."""
    confidence: float
    source: Source = Source.LEXICAL
    shut: bool = False
    """The text says that something is in it: bushes, a gate, a lock."""


class Holder(StrEnum):
    """Where a listed item is, as far as the sentence says."""

    ROOM = "room"
    INVENTORY = "inventory"
    CONTAINER = "container"
    SUPPORTER = "supporter"


class Trait(StrEnum):
    """What a listing says about an item besides its name and place."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    EMPTY = "empty"
    LIT = "lit"
    WORN = "worn"


@dataclass(frozen=True, slots=True)
class ItemFact:
    """An item that the text lists."""

    name: str
    """Without its article: `brass lantern`."""
    holder: Holder
    inside: str | None = None
    """The name of the container or supporter it is in or on."""
    traits: frozenset[Trait] = frozenset()
    quote: str = ""
    confidence: float = 0.9
    source: Source = Source.LEXICAL


@dataclass(frozen=True, slots=True)
class PlaceFact:
    """A place that the text shows: where the player is after what came before it."""

    title: str
    """Without decoration and without the vehicle; empty in the dark."""
    vehicle: str | None = None
    """What the player is in or on, from `Kitchen, in the cart` or `Kitchen (on the chair)`."""
    body: str = ""
    """What stands below the title, its lines and indents kept."""
    dark: bool = False
    printed: bool = True
    """The text shows it; otherwise only the status line names it."""
    apart: bool = False
    """A blank line stands between the title and what is told below it."""
    detached: bool = False
    """The same in a story that tells its descriptions right below their titles."""
    titled: bool = True
    """It has a title; otherwise its name is made from its description's first sentence."""
    confidence: float = 1.0
    """How sure it is that this is a place and not a heading that looks like one."""
    source: Source = Source.LEXICAL


class Ending(StrEnum):
    """How the text says that the story ended."""

    DEATH = "death"
    VICTORY = "victory"
    OVER = "over"
    """It ended, and the text does not say which."""


class Question(StrEnum):
    """What the story asks instead of waiting for a command."""

    YES_NO = "yes_no"
    WHICH = "which"
    """Which of several things was meant, or what a verb was meant for."""
    NAME = "name"
    """Who the player is."""
    RESTART = "restart"
    """What to do after the end: restart, restore, undo or quit."""


@dataclass(frozen=True, slots=True)
class ScoreFact:
    """A score that the text names: either the score itself or by how much it changed."""

    score: int | None = None
    maximum: int | None = None
    change: int | None = None

    def after(self, before: int | None) -> int | None:
        """Return the score that it comes to, after `before`."""
        return self.score if self.change is None else (before or 0) + self.change


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one observation says."""

    places: tuple[PlaceFact, ...] = ()
    """In the order of the text: several when a line held several commands or a death intervened."""
    dark: bool = False
    """The text says that it is too dark to see."""
    refusal: str | None = None
    """Why a command that names a way led nowhere, in the story's words."""
    exits: tuple[ExitFact, ...] = ()
    items: tuple[ItemFact, ...] = ()
    taken: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    inventory: bool = False
    """The items are the whole inventory."""
    too_much: bool = False
    """A take failed because the player carries too much."""
    score: ScoreFact | None = None
    ending: Ending | None = None
    question: Question | None = None
    messages: tuple[str, ...] = ()
    """What was printed before the first place: the answer to the command itself."""

    def answer(self, text: str) -> str:
        """Return what a text says before it shows a place; all of it where it says nothing first.

        A deed's answer may be followed by the room, in whose description other words stand.
        """
        return "\n".join(self.messages) if self.places and self.messages else text
