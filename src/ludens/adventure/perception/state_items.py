"""What became of the items, by the object tree: only what a player could know.

The hands are read as they are: after every command the inventory is the tree's. A thing in a
room is known from the moment the story mentions it. Where a known thing went is told only if the
player could see it; otherwise its place is unknown from then on.
"""

from __future__ import annotations

import re

from ludens.adventure.perception.mentions import Mentions
from ludens.adventure.perception.presence import Thing
from ludens.adventure.perception.scene import Cast
from ludens.adventure.perception.turning import BECOMES
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item_events import Handling, ItemFound, ItemMoved, ItemTransformed
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
        if self.places.get(id_, known.place) == place or thing.everywhere:
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
        where = self.items.whereabouts(id_)
        if where not in (INVENTORY, self.here):
            return
        named = self.cast.names(known.name, scene.called(number))
        mentioned = named or self.cast.said.of(known.name)
        if where == INVENTORY:
            used_up = scene.is_removed(number) and mentioned
        elif where == self.here and scene.lit and (scene.shown or mentioned):
            used_up = scene.is_removed(number) and named
        else:
            return
        if used_up:
            self._move(id_, GONE, Handling.CONSUMED)
        else:
            how = Handling.MOVED_BY_ITSELF if known.alive else Handling.VANISHED
            self._move(id_, UNKNOWN, how)

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

    def _move(self, id_: ItemId, place: Place, how: Handling) -> None:
        self.events.append(ItemMoved(item=id_, place=place, how=how, source=Source.STATE))
