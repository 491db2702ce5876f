"""What trying taught: how kinds of sentences fared, what is in vain, what takes its time."""

from __future__ import annotations

import re
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import CommandJudged, Effect, Fault
from ludens.adventure.kinds import LOOKING, SHIFTING
from ludens.adventure.world.places import RoomId


class VerbRecord(BaseModel):
    """How often a kind of sentence was typed, and how often it did something."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    tries: int = 0
    hits: int = 0
    common: int = 0
    """How often it was answered by what was answered to others before."""
    unknown: int = 0
    """How often the story did not understand it."""

    def count(self, event: CommandJudged, *, gainful: bool, common: bool) -> None:
        """Count a sentence that was typed: whether it changed the world, how it was answered."""
        moved_own = event.effect is Effect.CHANGED and SHIFTING.match(event.command)
        told = event.novel and LOOKING.match(event.command) is not None
        self.tries += 1
        self.hits += (gainful and not moved_own) or event.affirmed or told
        self.common += common
        self.unknown += event.fault is Fault.GRAMMAR


class Attempt(BaseModel):
    """The last time that a command was typed in a room."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    turn: int
    effect: Effect
    gains: int
    """How much had been gained by then; when more is, it may be worth another try."""
    times: int = 1
    typed: int = 0
    """How often of those it was really typed, and not only tried on a snapshot."""
    telling: bool = False
    """The reply was unlike all before it: no common refusal."""
    affirmed: bool = False
    """The reply sounded as if something happened, and was new."""
    stirred: int = 0
    """How often something had happened in the room by then."""


class Futility(BaseModel):
    """How often one kind of sentence about one thing met a common refusal."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    turn: int
    """The last time."""
    times: int = 1


class Bide(BaseModel):
    """Something that takes time."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    turn: int
    command: str
    """What was answered so."""


class Experience(NamedTuple):
    """A fingerprint of what was tried in a room and of what was gained since; it tells no more."""

    page: int
    hands: int
    """Of what was tried with what one carries."""
    gains: int
    stirred: int
    touched: int
    """Of the things that something was done with."""


GAINFUL = frozenset({Effect.CHANGED, Effect.MOVED, Effect.SCORED})
"""Effects that changed the world."""
STORAGE = re.compile(
    r"\b(?:chest|box|case|crate|cabinet|bag|sack|basket|satchel|backpack|rucksack|knapsack|pouch"
    r"|pockets?|coat|purse|wallet|drawers?|desk|cupboard|trunk|bin|barrel|locker|wardrobe|safe"
    r"|envelope|bucket|suitcase|mailbox|dresser|refrigerator|fridge|shelf|table|stove|oven"
    r"|microwave|freezer|bowl)$"
)
"""What things are only kept in."""


def fits(event: CommandJudged) -> bool:
    """Tell whether something was put where it seems to belong: into what is no mere storage."""
    is_put = _PUTTING.match(event.command) is not None and len(event.things) == 2
    done = is_put and (event.effect is Effect.CHANGED or event.affirmed)
    return done and STORAGE.search(event.things[1]) is None


_PUTTING = re.compile(r"^put .+ (?:in|into|on|onto) ")


def proposal(room: RoomId | None, command: str) -> str:
    """Return by what a refused command is known: a way, and any single word, by its room."""
    return command if " " in command else f"{room}: {command}"
