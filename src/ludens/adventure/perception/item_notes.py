"""The items as they are while an answer is read, and which of them a name stands for."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from ludens.adventure.perception.facts import ItemFact, Reading
from ludens.adventure.perception.mentions import BARE, noun_of
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import Handling, ItemChanged, ItemFound, ItemMoved
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import (
    INVENTORY,
    UNKNOWN,
    ItemId,
    Place,
    RoomId,
    holder_of,
    in_room,
    room_of,
)

LAMPS = frozenset({"lamp", "lantern", "light", "torch", "flashlight"})
"""What the same light may be called."""
WORD = re.compile(r"[a-z0-9'-]+")


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """One answer and where it was given."""

    command: str
    text: str
    reading: Reading
    room: RoomId
    """Where the player is after it."""
    body: str | None
    """What was told of the room, when it was shown and could be seen."""
    full: bool
    """The room's description was told, not only its title."""


@dataclass(slots=True)
class Notes:
    """The items as they are by now, this turn's news included."""

    items: Items
    told: TextAnswer
    source: Source = Source.LEXICAL
    events: list[Fact] = field(default_factory=list)
    places: dict[ItemId, Place] = field(default_factory=dict)
    names: dict[ItemId, str] = field(default_factory=dict)
    living: set[ItemId] = field(default_factory=set)
    """Who proved to be alive this turn."""

    def place(self, id_: ItemId) -> Place:
        """Return where an item is by now."""
        return self.places.get(id_) or self.items.known[id_].place

    def is_at(self, id_: ItemId, places: Collection[Place]) -> bool:
        """Tell whether an item is at one of some places, or in or on a thing there."""
        place, holders = self.place(id_), set[ItemId]()
        while place not in places:
            holder = holder_of(place)
            known = holder in self.places or holder in self.items.known
            if holder is None or holder in holders or not known:
                return False
            holders.add(holder)
            place = self.place(holder)
        return True

    def lives(self, id_: ItemId) -> bool:
        """Return whether an item is known to be alive."""
        known = self.items.known.get(id_)
        return id_ in self.living or (known is not None and bool(known.alive))

    def known(self) -> dict[ItemId, str]:
        """Return the names of all items."""
        return {id_: item.name for id_, item in self.items.known.items()} | self.names

    def find(self, name: str, place: Place, fact: ItemFact | None = None) -> ItemId:
        """Add an item that nobody knew."""
        numbers = [int(id_[1:]) for id_ in self.known() if id_[1:].isdigit()]
        id_ = ItemId(f"i{max(numbers, default=0) + 1}")
        self.names[id_], self.places[id_] = name, place
        self.events.append(
            ItemFound(
                item=id_,
                name=name,
                place=place,
                portable=True if place == INVENTORY else None,
                confidence=fact.confidence if fact is not None else 0.9,
                source=self.source,
            )
        )
        return id_

    def move(self, id_: ItemId, place: Place, how: Handling, confidence: float = 1.0) -> None:
        """Tell where an item is, if it is not known to be there."""
        if self.place(id_) != place:
            self.places[id_] = place
            self.events.append(
                ItemMoved(item=id_, place=place, how=how, source=self.source, confidence=confidence)
            )

    def change(self, id_: ItemId, changes: dict[str, bool]) -> None:
        """Tell what an item is like, as far as that is news."""
        known = self.items.known.get(id_)
        news = {k: v for k, v in changes.items() if known is None or getattr(known, k) != v}
        if news.get("alive"):
            self.living.add(id_)
        if news:
            self.events.append(ItemChanged(item=id_, source=self.source, **news))


def same_thing(one: str, other: str) -> bool:
    """Say whether two names can be one thing's: one noun, and no word that tells them apart."""
    (noun, a), (other_noun, b) = _named(one), _named(other)
    return bool(a and b) and noun == other_noun and (a <= b or b <= a)


def _named(name: str) -> tuple[str, set[str]]:
    """Return the noun of a name, and all of its words that tell it from others."""
    words = WORD.findall(name.lower())
    telling = [word for word in words if word not in BARE]
    while words and words[0] in BARE:
        words.pop(0)
    return noun_of(words), set(telling)


def known_as(notes: Notes, name: str, place: Place) -> ItemId | None:
    """Return the known item that a name stands for at a place, or None for one not known.

    What never proved portable stays where it was: a table in another room is another table.
    """
    here = in_room(notes.told.room)
    candidates = [id_ for id_, known in notes.known().items() if same_thing(known, name)]

    def rank(id_: ItemId) -> tuple[int, int]:
        at = notes.place(id_)
        near = 3 if at == place else 2 if at in (here, INVENTORY) else 1 if at == UNKNOWN else 0
        return near, int(notes.known()[id_].lower() == name.lower())

    for id_ in sorted(candidates, key=rank, reverse=True):
        at = notes.place(id_)
        item = notes.items.known.get(id_)
        elsewhere = room_of(at) is not None and at != here
        moves = item is None or item.portable or item.alive
        if elsewhere and not moves and place != INVENTORY:
            continue
        return id_
    return None


def typed(notes: Notes, name: str, place: Place) -> ItemId | None:
    """Return the known item that the player's words stand for at a place.

    Parsers take any of a thing's words: `ice` is the block of ice, if nothing else here is. A lamp
    is the lantern, which hardly any story fails to call both.
    """
    known = known_as(notes, name, place)
    if known is not None:
        return known
    said = set(WORD.findall(name.lower())) - BARE
    here = (place, in_room(notes.told.room), INVENTORY)
    fitting = [
        id_
        for id_, called in notes.known().items()
        if said and notes.is_at(id_, here) and said <= set(WORD.findall(called.lower()))
    ]
    if not fitting and noun_of(name.lower().split()) in LAMPS:
        fitting = [
            id_
            for id_, called in notes.known().items()
            if notes.is_at(id_, here) and noun_of(called.lower().split()) in LAMPS
        ]
    return fitting[0] if len(fitting) == 1 else None
