"""What became of the items, by the object tree: only what a player could know.

The hands are read as they are: after every command the inventory is the tree's. A thing in a
room is known from the moment the story mentions it. Where a known thing went is told only if the
player could see it; otherwise its place is unknown from then on.
"""

from __future__ import annotations

import re

from ludens.adventure.interpreter.zmachine.objects import NOTHING
from ludens.adventure.knowledge.replies import meaning_of
from ludens.adventure.perception.deeds import (
    TAKING,
    change_of,
    fading,
    object_of,
    went_out,
)
from ludens.adventure.perception.mentions import Mentions
from ludens.adventure.perception.presence import Thing
from ludens.adventure.perception.scene import Cast
from ludens.adventure.perception.things_told import BECOMES, fuel_in
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.items import Item
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

SILENT = frozenset({"open", "portable"})
"""Properties of which a player sees that a thing does not have them."""
DONE = "done"
"""The meaning of an answer by which something was done."""
TEXT_KEPT = 200
"""Characters of a refusal that are kept."""


def trait_events(cast: Cast) -> list[Fact]:
    """Return what is told of the items' properties, of lights and of the load."""
    return [
        *_by_attributes(cast),
        *_by_deed(cast),
        *_of_lights(cast),
        *_of_the_load(cast),
    ]


def _by_attributes(cast: Cast) -> list[Fact]:
    """Tell what the names of attributes say of every known thing in sight."""
    events: list[Fact] = []
    for thing in cast.scene.things:
        id_ = cast.ids.get(thing.number)
        if id_ is None or not cast.sees(thing):
            continue
        known = _known(cast, thing)
        news = {
            name: value
            for name, value in thing.traits.items()
            if value != getattr(known, name)
            and (value or getattr(known, name) is not None or name in SILENT)
        }
        if thing.carried or known.portable:
            news.pop("portable", None)
        if news:
            events.append(ItemChanged(item=id_, source=Source.STATE, **news))
    return events


def _by_deed(cast: Cast) -> list[Fact]:
    """Tell what the command did to the thing that it names."""
    scene = cast.scene
    thing = _acted_on(cast)
    if thing is None:
        return []
    change = change_of(scene.command, scene.answer, cast.ids[thing.number], thing.name)
    if change is None or (TAKING.match(scene.command) and (thing.carried or scene.too_much)):
        return []
    if change.locked is not None and thing.locked is not None:
        change = change.model_copy(update={"locked": thing.locked})
    known = _known(cast, thing)
    told = change.model_dump(exclude_defaults=True, exclude={"item", "confidence"})
    news = {
        name: value
        for name, value in told.items()
        if name not in thing.traits and getattr(known, name) != value
    }
    return [ItemChanged(item=change.item, confidence=change.confidence, **news)] if news else []


def _acted_on(cast: Cast) -> Thing | None:
    """Return the one thing that the command is done to; None if that cannot be told."""
    scene = cast.scene
    phrase = object_of(scene.command)
    if not phrase:
        return None
    meant = cast.meant_by(phrase)
    if len(meant) > 1:
        meant = [thing for thing in meant if cast.mentions(thing)] or meant
    return meant[0] if len(meant) == 1 else None


def _of_lights(cast: Cast) -> list[Fact]:
    """Tell of burning lights that fade, or go out by themselves."""
    events: list[Fact] = []
    text = cast.scene.text
    for thing in cast.scene.things:
        id_ = cast.ids.get(thing.number)
        if id_ is None or not _known(cast, thing).lit or _acted_on(cast) is thing:
            continue
        gone = "lit" in thing.traits and not thing.traits["lit"]
        if went_out(text, thing.name) and (gone or "lit" not in thing.traits):
            events.append(ItemChanged(item=id_, lit=False, fuel=0))
            continue
        left = fuel_in(text, thing.name)
        if left is not None and left != _known(cast, thing).fuel:
            events.append(ItemChanged(item=id_, fuel=left))
        warning = fading(text, thing.name)
        if warning is not None and warning != _known(cast, thing).fading:
            events.append(LightFading(item=id_, text=warning))
    return events


def _of_the_load(cast: Cast) -> list[Fact]:
    """Tell that the load was too much to take one thing more."""
    scene = cast.scene
    if not scene.too_much:
        return []
    held = [thing for thing in scene.things if thing.holder == scene.player]
    worn = [thing for thing in held if thing.traits.get("worn") or _known(cast, thing).worn]
    wanted = _acted_on(cast)
    return [
        CarryLimitMet(
            carried=len(held) - len(worn),
            item=cast.ids[wanted.number] if wanted is not None and wanted not in held else None,
            text=" ".join(scene.text.split())[:TEXT_KEPT],
        )
    ]


def _known(cast: Cast, thing: Thing) -> Item:
    """Return what was known of a thing before this turn."""
    id_ = cast.ids.get(thing.number)
    known = cast.items.known.get(id_) if id_ is not None else None
    return known if known is not None else Item(name=thing.name)


SENTENCES = re.compile(r"(?<=[.!?])\s+|\n\s*\n")


def whereabouts_events(cast: Cast) -> list[Fact]:
    """Return what was found, what moved and what is missing; new items are added to the cast."""
    return _Search(cast).events


class _Search:
    """One turn's look for the items; events in the order they are to be folded."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.items, self.scene = cast, cast.items, cast.scene
        self.here = in_room(cast.scene.room)
        self.events: list[Fact] = []
        self.found: set[Place] = set()
        """Inside of what was found this turn."""
        self.places: dict[ItemId, Place] = {}
        """Where an earlier moment put items."""
        if self.scene.restored is not None:
            self._restore(self.scene.restored)
        about = {thing.number for thing in self.scene.things}
        missing = [(number, id_) for number, id_ in cast.ids.items() if number not in about]
        for thing in self.scene.things:
            self._look_at(thing)
        for number, id_ in missing:
            self._miss(number, id_)
        self._transform()

    def _look_at(self, thing: Thing) -> None:
        cast = self.cast
        id_ = cast.ids.get(thing.number)
        place = self._place_of(thing)
        if id_ is None:
            if place == INVENTORY or (cast.sees(thing) and cast.mentions(thing)):
                self._find(thing, place)
            return
        known = self.items.known[id_]
        if self.places.get(id_, known.place) == place:
            return
        if thing.everywhere and not self._shows_what_it_holds(thing):
            return
        if place == INVENTORY:
            self._move(id_, place, Handling.TAKEN)
        elif self.items.whereabouts(id_) == INVENTORY:
            self._leave_hands(thing, id_, place)
        elif cast.sees(thing) and (cast.handles(thing) or cast.mentions(thing)):
            how = Handling.PUT if cast.handles(thing) else Handling.NOTICED
            self._move(id_, place, Handling.MOVED_BY_ITSELF if known.alive else how)
        elif known.place == in_room(self.scene.room) and place in self.found:
            self._move(id_, place, Handling.NOTICED)

    def _shows_what_it_holds(self, thing: Thing) -> bool:
        """Tell whether the text names what is in or on a thing, of which several rooms have one."""
        held = (one for one in self.scene.things if one.holder == thing.number)
        return any(self.cast.mentions(one) for one in held)

    def _place_of(self, thing: Thing) -> Place:
        """Return where a thing is, in or on the nearest holder that is known."""
        if thing.holder == self.scene.player:
            return INVENTORY
        holder = self.cast.ids.get(thing.holder)
        return inside(holder) if holder is not None else in_room(self.scene.room)

    def _leave_hands(self, thing: Thing, id_: ItemId, place: Place) -> None:
        """Something carried is now in the room, or in something else."""
        on_the_floor = place == in_room(self.scene.room)
        if self.cast.handles(thing) or thing.carried:
            self._move(id_, place, Handling.DROPPED if on_the_floor else Handling.PUT)
        elif self.cast.mentions(thing) or (on_the_floor and self.scene.lit):
            self._move(id_, place, Handling.MOVED_BY_ITSELF)
        else:
            self._move(id_, UNKNOWN, Handling.VANISHED)

    def _miss(self, number: int, id_: ItemId) -> None:
        """Tell of a known item that is neither in the hands nor in the room, if it should be."""
        known, scene = self.items.known[id_], self.scene
        if scene.restored is not None:
            return
        where, holder = self.items.whereabouts(id_), scene.parent(number)
        if where == INVENTORY and holder == known.holder:
            return
        if self._is_held_for_the_player(number, known):
            self._move(id_, INVENTORY, Handling.TAKEN, holder)
            return
        if where not in (INVENTORY, self.here):
            return
        named = self.cast.names(known.name, scene.called(number))
        mentioned = named or self.cast.said.of(known.name)
        if where == INVENTORY:
            used_up = holder == NOTHING and mentioned
        elif where == self.here and scene.lit and (scene.shown or mentioned):
            used_up = holder == NOTHING and named
        else:
            return
        if used_up:
            self._move(id_, GONE, Handling.CONSUMED)
        else:
            how = Handling.MOVED_BY_ITSELF if known.alive else Handling.VANISHED
            self._move(id_, UNKNOWN, how)

    def _is_held_for_the_player(self, number: int, known: Item) -> bool:
        """Tell whether the story says that a thing is carried that is in an object elsewhere.

        Some stories keep what is carried in an object of its own, which is nowhere: "Taken."
        """
        scene, holder = self.scene, self.scene.parent(number)
        if holder == NOTHING or scene.is_room(holder):
            return False
        if known.name.lower() in scene.listed:
            return True
        done = TAKING.match(scene.command) is not None and meaning_of(scene.answer) == DONE
        if not done or known.place != self.here or not self._is_meant(known.name, number):
            return False
        held = (thing for thing in scene.things if thing.carried)
        return not any(self._is_meant(thing.name, thing.number) for thing in held)

    def _is_meant(self, name: str, number: int) -> bool:
        return self.cast.names(name, self.scene.called(number))

    def _restore(self, earlier: dict[int, RoomId | int]) -> None:
        """Put known items where an earlier moment had them: the player has been there before.

        What is lost stays lost until it is seen again.
        """
        for number, holder in earlier.items():
            id_ = self.cast.ids[number]
            if self.items.known[id_].place in (UNKNOWN, GONE):
                continue
            place = UNKNOWN
            if not isinstance(holder, int):
                place = in_room(holder)
            elif holder == self.scene.player:
                place = INVENTORY
            elif holder in self.cast.ids:
                place = inside(self.cast.ids[holder])
            self.places[id_] = place
            if self.items.known[id_].place != place:
                self._move(id_, place, Handling.NOTICED)

    def _find(self, thing: Thing, place: Place) -> None:
        id_ = ItemId(f"i{thing.number}")
        self.cast.ids[thing.number] = id_
        self.found.add(inside(id_))
        self.events.append(
            ItemFound(
                item=id_,
                name=self.cast.name_of(thing),
                place=place,
                number=thing.number,
                portable=True if place == INVENTORY else None,
                source=Source.STATE,
            )
        )

    def _transform(self) -> None:
        """Where the story says so, let what was found be what another thing became."""
        for sentence in SENTENCES.split(self.scene.text):
            match = BECOMES.search(sentence)
            if match is None:
                continue
            before, after = Mentions(sentence[: match.start()]), Mentions(sentence[match.end() :])
            old = [
                event
                for event in self.events
                if isinstance(event, ItemMoved) and event.place in (GONE, UNKNOWN)
                if before.of(self.items.known[event.item].name)
            ]
            new = [
                event
                for event in self.events
                if isinstance(event, ItemFound) and after.of(event.name)
            ]
            if len(old) == len(new) == 1:
                self.events.remove(old[0])
                self.events.append(
                    ItemTransformed(item=old[0].item, into=new[0].item, source=Source.STATE)
                )

    def _move(self, id_: ItemId, place: Place, how: Handling, holder: int | None = None) -> None:
        moved = ItemMoved(item=id_, place=place, how=how, holder=holder, source=Source.STATE)
        self.events.append(moved)
