"""The things about the player, by the object tree: what is carried and what is in the room."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.adventure.interpreter.zmachine.names import Vocabulary
from ludens.adventure.interpreter.zmachine.probe import Probe, Reading

REAL_NAME = re.compile(r"^[A-Za-z0-9][^()]*$")
"""Inform names what the author left nameless after its variable, in brackets."""
WORDS_IN_A_NAME = 3
EVERYWHERE = "found_in"
"""The property of Inform's library by which a thing is in several rooms at once."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One object about the player."""

    number: int
    name: str
    nameless: bool
    """The name is but the first words for it, for the story keeps none."""
    words: frozenset[str]
    """What a player may call it, as far as the dictionary keeps the words."""
    holder: int
    """The object it is directly in or on: the room, the player, another thing."""
    carried: bool
    """In the player's hands, however deep."""
    shut_away: bool | None
    """Inside something closed that cannot be seen into; None where no attribute tells."""
    everywhere: bool
    """One of those that are in several rooms at once: sky, walls, doors."""
    locked: bool | None
    """Told only to who tries it; None where no attribute is called so."""
    traits: dict[str, bool]
    """Properties of `ItemChanged` that the story's own names of attributes tell; may be empty."""


class Presence:
    """Finds the things about the player in one story."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.vocabulary = Vocabulary(probe.story)
        self._found_in = probe.story.symbols.property(EVERYWHERE)
        self._start = probe.story.objects.tree(probe.story.bytes)
        self._everywhere: dict[int, bool] = {}
        self._named: dict[bytes, frozenset[str]] = {}
        """Names of attributes for each value that an object's attributes had so far."""
        self._words: dict[int, frozenset[str]] = {}

    def things(self, reading: Reading) -> list[Thing]:
        """Return what is in the player's hands and room, outer things before what they hold.

        What the story conceals about the player's person is left out, and what has no name
        and is not held.
        """
        tree, player = reading.objects, reading.player
        held = frozenset(reading.inventory or ())
        carried = {number for item in held for number in (item, *tree.descendants(item))}
        about = list(tree.descendants(reading.location)) if reading.location is not None else []
        if player is not None and player not in about:
            about += tree.descendants(player)
        things: list[Thing] = []
        shut: dict[int, bool] = {}
        for number in about:
            holder = tree.parent(number)
            outer = self._attributes(reading, holder)
            shut[number] = shut.get(holder, False) or (outer is not None and is_closed(outer))
            name = self._name(reading, number, needed=number in held)
            concealed = holder == player and number not in held
            if number == player or concealed or not name:
                continue
            has = self._attributes(reading, number)
            things.append(
                Thing(
                    number=number,
                    name=name,
                    nameless=not REAL_NAME.match(self.probe.name(tree, number).strip()),
                    words=self.words_for(number),
                    holder=holder,
                    carried=number in carried,
                    shut_away=None if has is None else shut[number],
                    everywhere=self._is_everywhere(number),
                    locked=None if has is None else "locked" in has,
                    traits={} if has is None else traits_of(has),
                )
            )
        return things

    def _name(self, reading: Reading, number: int, *, needed: bool) -> str:
        """Return what a thing is called, in the words a player may use if it has no name.

        A thing that must be called something has the name that the author's source gives it.
        """
        name = self.probe.name(reading.objects, number).strip()
        if REAL_NAME.match(name):
            return name
        words = " ".join(self.vocabulary.words(number)[:WORDS_IN_A_NAME])
        return words or (name.strip("()") or f"thing {number}" if needed else "")

    def _attributes(self, reading: Reading, number: int) -> frozenset[str] | None:
        """Return the names of a thing's attributes; None where the story keeps no names."""
        names = self.probe.story.symbols.attributes
        if not names:
            return None
        tree = reading.objects
        stored = tree.attribute_bytes(number)
        known = self._named.get(stored)
        if known is None:
            known = frozenset(
                name for one, name in names.items() if tree.has_attribute(number, one)
            )
            self._named[stored] = known
        return known

    def words_for(self, number: int) -> frozenset[str]:
        """Return the words for an object, as far as the dictionary keeps them."""
        known = self._words.get(number)
        if known is None:
            known = self._words[number] = frozenset(self.vocabulary.words(number))
        return known

    def _is_everywhere(self, number: int) -> bool:
        if self._found_in is None:
            return False
        known = self._everywhere.get(number)
        if known is None:
            known = self._everywhere[number] = self._found_in in self._start.properties(number)
        return known


def is_closed(has: frozenset[str]) -> bool:
    """Return whether nothing can be seen of what is inside a thing with these attributes."""
    return "container" in has and not has & {"open", "transparent"}


def traits_of(has: frozenset[str]) -> dict[str, bool]:
    """Return what the attributes of Inform's library say of a thing that can be seen."""
    traits = {
        "alive": bool(has & {"animate", "talkable"}),
        "container": bool(has & {"container", "supporter"}),
        "lit": "light" in has,
        "worn": "worn" in has,
    }
    if has & {"container", "door", "openable"}:
        traits["open"] = "open" in has
    if has & {"static", "scenery"} and "animate" not in has:
        traits["portable"] = False
    return traits
