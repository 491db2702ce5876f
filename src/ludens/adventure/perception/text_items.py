"""What became of the items, by the text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

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
from ludens.adventure.perception.item_notes import Notes, TextAnswer, known_as, typed
from ludens.adventure.perception.listings import is_name, name_of
from ludens.adventure.perception.losses import given, is_eaten, is_lost
from ludens.adventure.perception.mentions import Mentions
from ludens.adventure.perception.turning import fuel_in, lives
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
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
    in_room,
    inside,
)
from ludens.adventure.world.ways import leaves_the_world, way_of

PUTTING = re.compile(
    r"^(?:put|place|insert|set|lay|stuff|drop)\s+(?P<object>.+?)\s+"
    r"(?:in|into|inside|on|onto|upon|on top of)\s+(?P<holder>.+)$",
    re.IGNORECASE,
)
PUT = re.compile(
    r"\b(?:done|you (?:put|place|insert|set|lay)|is now (?:in|on)|okay|ok)\b"
    r"|\byou (?:drop|lower|slip|slide|push|fit|tuck|hang) (?:it|them|the [\w' -]{2,40}?) (?:in|on)(?:to)?\b",
    re.IGNORECASE,
)
SAID_PUT = re.compile(
    r"\byou (?:put|place|insert|set|lay|drop|lower|slip|slide|push|fit|tuck|hang) (?P<object>.+?)"
    r" (?:in|into|inside|on|onto|upon) (?P<holder>[\w' -]+)[.!]",
    re.IGNORECASE,
)
"""How a story names what was put somewhere, which may be called otherwise by the player."""
EXAMINING = re.compile(
    r"^(?:x|examine|look at|l at|inspect|describe|study)\s+(?P<object>.+)$", re.IGNORECASE
)
SEES_NOTHING = re.compile(
    r"\b(?:can't see|don't see|no such|nothing special|nothing unusual|not here|don't know the word"
    r"|what do you want|which do you mean|too dark|don't understand)\b",
    re.IGNORECASE,
)
FAULTS = frozenset({"which", "not understood"})
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
    Trait.ALIVE: {"alive": True},
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
    id_ = known_as(notes, fact.name, place)
    if id_ is None or inside(id_) == place:
        id_ = notes.find(fact.name, place, fact)
    else:
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
    """Tell who is alive, by what the text says of them."""
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
