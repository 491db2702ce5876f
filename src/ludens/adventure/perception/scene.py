"""One command and what is there after it, as both readers of items are given it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import dropwhile

from ludens.adventure.perception.mentions import BARE, Mentions
from ludens.adventure.perception.presence import Thing
from ludens.adventure.world.belongings import FUNCTION_WORDS
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import ItemId, RoomId

ALL = re.compile(r"\b(?:all|everything|them|it|both)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to tell items by."""

    command: str
    short: dict[str, str]
    """The command's words after the verb, each with what the dictionary keeps of it."""
    text: str
    answer: str
    """What the text says before it shows a place."""
    room: RoomId
    player: int
    things: list[Thing]
    """What is about the player, outer things first."""
    parent: Callable[[int], int]
    """What an object is directly in, also far away; 0: nothing."""
    is_room: Callable[[int], bool]
    """Whether an object is a room that is known."""
    called: Callable[[int], frozenset[str]]
    """The words for an object."""
    lit: bool
    """The player can see what is in the room."""
    shown: bool
    """The room was described, so what is missing is missed."""
    too_much: bool
    """The story says that the player carries too much."""
    listed: tuple[str, ...] = ()
    """What the story says is carried, where it was asked."""
    restored: dict[int, RoomId | int] | None = None
    """After UNDO and the like: the room or holder of each known item, by object number."""


def printed(thing: Thing, text: str) -> str:
    """Return the words for a thing as a text prints them: "shiny can", not "shiny can coke".

    They are the most in a row before a stop or a word that names nothing; else the first word for
    the thing, where the text has it. A dictionary keeps but the beginnings of long words.
    """
    longest = max(map(len, thing.words), default=0)
    best: list[str] = []
    run: list[str] = []
    for word in [*re.findall(r"[a-z'-]+|[^a-z\s]", text.lower()), "."]:
        if word[:longest] in thing.words:
            run = [*run, word]
            continue
        named = [*dropwhile(FUNCTION_WORDS.__contains__, run)]
        ends = word in FUNCTION_WORDS or not word[0].isalpha()
        best = named if ends and len(named) > max(1, len(best)) else best
        run = []
    first = thing.name.partition(" ")[0]
    named_alone = re.search(rf"\b{re.escape(first)}\b", text, re.IGNORECASE) is not None
    return " ".join(best) or (first if named_alone else thing.name)


@dataclass(slots=True)
class Cast:
    """Which object is which item, as far as it is known by now."""

    items: Items
    scene: Scene
    ids: dict[int, ItemId] = field(init=False)
    said: Mentions = field(init=False)
    typed: Mentions = field(init=False)

    def __post_init__(self) -> None:
        known = self.items.known.items()
        self.ids = {item.number: id_ for id_, item in known if item.number is not None}
        self.said = Mentions(self.scene.text)
        self.typed = Mentions(" ".join(self.scene.command.split()[1:]))

    def sees(self, thing: Thing) -> bool:
        """Return whether the player can see a thing where it is."""
        if thing.shut_away is not None:
            return (thing.carried or self.scene.lit) and not thing.shut_away
        return (thing.carried or self.scene.lit) and self._is_in_the_open(thing)

    def _is_in_the_open(self, thing: Thing) -> bool:
        """Return whether a thing is in nothing, or in something that this turn is about.

        Where no attribute tells whether a box is open, a word for what is in it may have another
        reason; so the box must be spoken of too, or be known to be open.
        """
        holder = next((one for one in self.scene.things if one.number == thing.holder), None)
        if holder is None:
            return True
        known = self.ids.get(holder.number)
        if known in self.items.known and self.items.known[known].open is not None:
            return self.items.known[known].open is True or self.handles(holder)
        return self.said.of(holder.name) or self.handles(holder)

    def mentions(self, thing: Thing) -> bool:
        """Return whether the text speaks of a thing and of no other one about."""
        others = [
            other.name
            for other in self.scene.things
            if other.number != thing.number and other.name != thing.name
        ]
        return self.said.of(self.name_of(thing), others)

    def name_of(self, thing: Thing) -> str:
        """Return what a thing is called, by the text where the story keeps no name of it."""
        return printed(thing, self.scene.text) if thing.nameless else thing.name

    def handles(self, thing: Thing) -> bool:
        """Return whether the command is about a thing, or about all there are."""
        return self.names(thing.name, thing.words) or ALL.search(self.scene.command) is not None

    def names(self, name: str, words: frozenset[str]) -> bool:
        """Return whether the command names what is so called."""
        return not words.isdisjoint(self.scene.short.values()) or self.typed.of(name)

    def meant_by(self, phrase: str) -> list[Thing]:
        """Return the known things about that a phrase of the command may mean."""
        words = [word for word in phrase.lower().split() if word not in BARE]
        return [
            thing
            for thing in self.scene.things
            if thing.number in self.ids
            and words
            and all(self._calls(word, thing) for word in words)
        ]

    def _calls(self, word: str, thing: Thing) -> bool:
        if word in thing.name.lower().split():
            return True
        short = self.scene.short.get(word, word)
        return short in thing.words
