"""What became of the items, by the text alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.knowledge.replies import meaning_of
from ludens.adventure.perception.deeds import (
    CONSUMING,
    change_of,
    fading,
    is_spent,
    object_of,
    went_out,
)
from ludens.adventure.perception.facts import Holder, ItemFact, Reading, Trait
from ludens.adventure.perception.listings import is_name, name_of
from ludens.adventure.perception.mentions import BARE, Mentions, noun_of
from ludens.adventure.perception.things_told import (
    acts_by_itself,
    comes,
    fuel_in,
    given,
    is_eaten,
    is_lost,
    lives,
)
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    LightFading,
)
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import (
    GONE,
    INVENTORY,
    UNKNOWN,
    ItemId,
    Place,
    RoomId,
    holder_of,
    in_room,
    inside,
    room_of,
)
from ludens.adventure.world.ways import leaves_the_world, way_of

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


def known_as(notes: Notes, name: str, place: Place, *, lies: bool = False) -> ItemId | None:
    """Return the known item that a name stands for at a place, or None for one not known.

    What never proved portable stays where it was: a table in another room is another table, but a
    dog is the dog. What is in the hands does not lie about by another name: with a key carried, a
    brass key that `lies` there by a list of the room is another one.
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
        moves = item is None or item.portable or item.alive or acts_by_itself(item.name)
        if elsewhere and not moves and place != INVENTORY:
            continue
        if lies and at == INVENTORY != place and _named(notes.known()[id_]) != _named(name):
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


PUTTING = phrase("text_items_putting")
PUT = phrase("text_items_put")
SAID_PUT = phrase("text_items_said_put")
"""How a story names what was put somewhere, which may be called otherwise by the player."""
EXAMINING = phrase("text_items_examining")
SEES_NOTHING = phrase("text_items_sees_nothing")
FAULTS = frozenset({"which", "half understood", "not understood"})
"""Meanings of answers by which a parser speaks of the command, and of nothing in the world: "I only
understood you as far as wanting to open the gate"."""
LONGEST_DESCRIPTION = 600
"""Characters of an examined thing's description that are kept."""
LISTED = 0.9
"""The confidence of what a list told."""
TRAITS: dict[Trait, dict[str, bool]] = {
    Trait.OPEN: {"open": True, "container": True},
    Trait.CLOSED: {"open": False},
    Trait.LOCKED: {"locked": True},
    Trait.EMPTY: {"container": True},
    Trait.LIT: {"lit": True},
    Trait.WORN: {"worn": True},
}


def item_events(items: Items, told: TextAnswer) -> list[Fact]:
    """Return what an answer says of the items, in the order the events are to be folded."""
    notes = Notes(items, told)
    _hands(notes)
    _put(notes)
    _given(notes)
    _lost(notes)
    _listed(notes)
    _deeds(notes)
    _natures(notes)
    _examined(notes)
    _missed(notes)
    _lights(notes)
    return notes.events


def placed_events(
    items: Items, room: RoomId, facts: Sequence[ItemFact]
) -> tuple[list[Fact], list[ItemId]]:
    """Return what a model's report of things says, and the item that each reported thing is."""
    told = TextAnswer(command="", text="", reading=Reading(), room=room, body=None, full=False)
    notes = Notes(items, told, Source.LLM)
    ids = [_place_fact(notes, fact) for fact in facts]
    return notes.events, ids


def _hands(notes: Notes) -> None:
    """Follow what was taken and dropped, and the whole inventory when it is told."""
    told = notes.told
    here = in_room(told.room)
    for name in told.reading.taken:
        id_ = typed(notes, name, here)
        if id_ is None:
            notes.find(name, INVENTORY)
        else:
            notes.move(id_, INVENTORY, Handling.TAKEN)
    for name in told.reading.dropped:
        id_ = typed(notes, name, INVENTORY)
        if id_ is None:
            id_ = notes.find(name, INVENTORY)
        notes.move(id_, here, Handling.DROPPED)
    if told.reading.inventory:
        worn_first = sorted(told.reading.items, key=lambda fact: Trait.WORN not in fact.traits)
        listed = {_place_fact(notes, fact): None for fact in worn_first}
        held = notes.items.at(INVENTORY)
        missing = [i for i in held if i not in listed and notes.place(i) == INVENTORY]
        for id_ in missing:
            notes.move(id_, UNKNOWN, Handling.VANISHED, confidence=0.8)
    if told.reading.too_much:
        notes.events.append(
            CarryLimitMet(carried=notes.items.load(), text=" ".join(told.text.split())[:200])
        )


def _put(notes: Notes) -> None:
    match = PUTTING.match(notes.told.command.strip())
    said = SAID_PUT.search(notes.told.text)
    if match is None or not PUT.search(notes.told.text):
        return
    what = typed(notes, name_of(match.group("object")), INVENTORY)
    here, into = in_room(notes.told.room), name_of(match.group("holder"))
    if what is None or not is_name(into):
        return
    called = name_of(said.group("holder")) if said is not None else into
    holder = typed(notes, into, here) or typed(notes, called, here)
    holder = holder or notes.find(into, here)  # it proved to be there
    if what != holder:
        notes.move(what, inside(holder), Handling.PUT)


def _given(notes: Notes) -> None:
    match = given(notes.told.command, notes.told.text)
    what = typed(notes, name_of(match.group("object")), INVENTORY) if match is not None else None
    if match is None or what is None:
        return
    if is_eaten(notes.told.text):
        notes.move(what, GONE, Handling.CONSUMED)
        return
    holder = typed(notes, name_of(match.group("holder")), in_room(notes.told.room))
    notes.move(what, inside(holder) if holder not in (None, what) else UNKNOWN, Handling.PUT)


def _lost(notes: Notes) -> None:
    """Follow what vanished from the hands or the room, or was stolen, as the text tells it."""
    for id_ in _about(notes):
        known = notes.items.known[id_]
        if notes.place(id_) == known.place and is_lost(notes.told.text, known.name):
            how = Handling.MOVED_BY_ITSELF if known.alive else Handling.VANISHED
            notes.move(id_, UNKNOWN, how, confidence=0.8)


def _listed(notes: Notes) -> None:
    """Follow what the text lists in the room and in or on other things."""
    if not notes.told.reading.inventory:
        for fact in notes.told.reading.items:
            _place_fact(notes, fact)


def _place_fact(notes: Notes, fact: ItemFact) -> ItemId:
    """Put a listed item where the list says it is."""
    place = _place_of(notes, fact)
    id_ = known_as(notes, fact.name, place, lies=not notes.told.reading.inventory)
    if id_ is None or inside(id_) == place:
        id_ = notes.find(fact.name, place, fact)
    else:
        came = room_of(notes.place(id_)) is not None and notes.place(id_) != place
        put_there = id_ in notes.items.known and notes.items.known[id_].portable
        if came and room_of(place) is not None and acts_by_itself(fact.name) and not put_there:
            notes.change(id_, {"alive": True})
        how = Handling.MOVED_BY_ITSELF if notes.lives(id_) else Handling.NOTICED
        notes.move(id_, place, how, confidence=fact.confidence)
    for trait in sorted(fact.traits):
        notes.change(id_, TRAITS[trait])
    return id_


def _place_of(notes: Notes, fact: ItemFact) -> Place:
    here = in_room(notes.told.room)
    if fact.inside is None or not is_name(fact.inside):
        return INVENTORY if fact.holder is Holder.INVENTORY else here
    holder = known_as(notes, fact.inside, here)
    if holder is None:
        holder = notes.find(fact.inside, here, replace(fact, confidence=0.6))
    if fact.holder in (Holder.CONTAINER, Holder.SUPPORTER):
        notes.change(holder, {"container": True})
    return inside(holder)


def _deeds(notes: Notes) -> None:
    """Follow what the command did to the thing it names."""
    told = notes.told
    words = object_of(told.command)
    if not words or told.reading.taken or meaning_of(told.text) in FAULTS:
        return
    name, answer = name_of(words), told.reading.answer(told.text)
    id_ = typed(notes, name, in_room(told.room)) if is_name(name) else None
    if id_ is None:
        opened = change_of(told.command, answer, ItemId(""), name) if is_name(name) else None
        if opened is None or not opened.open:
            return
        id_ = notes.find(name, in_room(told.room))  # nothing listed it, and it proved to be there
    change = change_of(told.command, answer, id_, notes.known()[id_])
    if change is None:
        return
    notes.events.append(change)
    fixed = id_ in notes.items.known and notes.items.known[id_].fixed
    if change.worn and notes.place(id_) != INVENTORY:
        notes.move(id_, INVENTORY, Handling.TAKEN)
    if change.consumable and CONSUMING.match(told.command.strip()) and not fixed:
        notes.move(id_, GONE, Handling.CONSUMED)


def _examined(notes: Notes) -> None:
    match = EXAMINING.match(notes.told.command.strip())
    text = " ".join(notes.told.text.split())
    if match is None or not text or SEES_NOTHING.search(text) or meaning_of(text) in FAULTS:
        return
    name = name_of(match.group("object"))
    id_ = typed(notes, name, in_room(notes.told.room)) if is_name(name) else None
    if id_ is None or id_ not in notes.items.known or notes.told.body is not None:
        return
    if notes.items.known[id_].description != text[:LONGEST_DESCRIPTION]:
        notes.events.append(ItemChanged(item=id_, description=text[:LONGEST_DESCRIPTION]))


def _missed(notes: Notes) -> None:
    """Tell what the room no longer shows: what had been put down, or any thing after a full look."""
    told = notes.told
    if told.body is None or leaves_the_world(way_of(told.command)):
        return
    said = Mentions(told.body)
    for id_ in notes.items.at(in_room(told.room)):
        item = notes.items.known[id_]
        if notes.place(id_) != in_room(told.room) or said.of(item.name) or item.fixed:
            continue
        sure = item.confidence >= LISTED or item.alive
        if item.how is Handling.DROPPED or (told.full and sure):
            how = Handling.MOVED_BY_ITSELF if item.alive else Handling.VANISHED
            notes.move(id_, UNKNOWN, how, confidence=0.7)


def _about(notes: Notes) -> list[ItemId]:
    """Return the items in the hands and in the room, as known before this turn."""
    items = notes.items
    return [*items.carried(), *items.visible_at(in_room(notes.told.room))]


def _natures(notes: Notes) -> None:
    """Tell who is alive, by what the text says of them, and who came along."""
    here = in_room(notes.told.room)
    for id_, known in notes.items.known.items():
        elsewhere = room_of(notes.place(id_)) is not None and notes.place(id_) != here
        if elsewhere and acts_by_itself(known.name) and comes(notes.told.text, known.name):
            notes.change(id_, {"alive": True})
            notes.move(id_, here, Handling.MOVED_BY_ITSELF, confidence=0.8)
    for id_ in _about(notes):
        known = notes.items.known[id_]
        if known.alive is None and lives(notes.told.text, known.name):
            notes.change(id_, {"alive": True})


def _lights(notes: Notes) -> None:
    """Heed warnings that a burning light runs out, count its fuel, and notice when it did.

    What was put out just now is not spent.
    """
    changes = (event for event in notes.events if isinstance(event, ItemChanged))
    doused = {event.item for event in changes if event.lit is False}
    for id_ in notes.items.carried():
        item = notes.items.known[id_]
        left = fuel_in(notes.told.text, item.name) if item.light_source else None
        if left is not None and left != item.fuel:
            notes.events.append(ItemChanged(item=id_, fuel=left))
        gone = item.light_source and item.fuel != 0 and is_spent(notes.told.text, item.name)
        if not gone and (not item.lit or id_ in doused):
            continue
        if gone or went_out(notes.told.text, item.name):
            notes.events.append(ItemChanged(item=id_, lit=False, fuel=0))
            continue
        warning = fading(notes.told.text, item.name)
        if warning is not None and warning != item.fading:
            notes.events.append(LightFading(item=id_, text=warning))
