"""The items: what there is, what it is like, where it is, and what events make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pydantic import Field

from ludens.adventure.models import Part
from ludens.adventure.stamps import Computed, Stamps
from ludens.adventure.vocabulary import core_of
from ludens.adventure.world.fact import Source
from ludens.adventure.world.item_events import (
    CarryLimitMet,
    Handling,
    ItemChanged,
    ItemFound,
    ItemMoved,
    ItemsMerged,
    ItemTransformed,
    LightFading,
)
from ludens.adventure.world.map_events import RoomsMerged
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
from ludens.episode.events import Event

PROPERTIES = (
    *("portable", "alive", "consumable", "container", "open", "locked", "light_source", "lit"),
    "worn",
)
"""What an item may be, not be, or not be known to be."""


class Item(Part):
    """A thing, fixed or portable, alive or not. Properties are None while unknown."""

    name: str
    place: Place = UNKNOWN
    number: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    description: str = ""
    portable: bool | None = None
    alive: bool | None = None
    consumable: bool | None = None
    container: bool | None = None
    open: bool | None = None
    locked: bool | None = None
    light_source: bool | None = None
    lit: bool | None = None
    worn: bool | None = None
    lit_since: int | None = None
    """The turn since which it gives light without a break."""
    burnt: int = 0
    """Turns of light before `lit_since`."""
    fuel: int | None = None
    """Turns of light left when `burnt` was last counted up; None while unknown."""
    fading: str = ""
    """The story's last warning that the light runs out."""
    fading_since: int | None = None
    """The turn of the first such warning; None before it, and once it burns again after its end."""
    became: ItemId | None = None
    """What it turned into."""
    how: Handling | None = None
    """How it came to be where it is, if it ever moved."""
    holder: int | None = None
    """The object that has it for the player, where it is carried and in no hands."""
    moved: int = 0
    """The turn at which it came to be where it is."""
    left: Place = UNKNOWN
    """Where it was before."""
    first_seen: int = 0
    last_seen: int = 0
    """The last turn that told something new of it."""
    source: Source = Source.LEXICAL
    confidence: float = 1.0

    @property
    def fixed(self) -> bool:
        """Whether it is known that it cannot be taken."""
        return self.portable is False

    @property
    def properties(self) -> dict[str, bool]:
        """What it is known to be or not to be."""
        values = {name: getattr(self, name) for name in PROPERTIES}
        return {name: value for name, value in values.items() if value is not None}

    def burning_time(self, turn: int) -> int:
        """Return for how many turns it has given light, all told."""
        return self.burnt + (max(0, turn - self.lit_since) if self.lit_since is not None else 0)

    def fuel_left(self, turn: int) -> int | None:
        """Return for how many turns it will still give light; None while unknown."""
        if self.fuel is None:
            return None
        return max(0, self.fuel - (self.burning_time(turn) - self.burnt))

    def change(self, event: ItemChanged, turn: int) -> None:
        """Take what an event says about it."""
        if event.lit is not None and bool(self.lit) != event.lit:
            left, burnt = self.fuel_left(turn), self.burning_time(turn)
            self.fuel, self.burnt = left, burnt
            self.lit_since = turn if event.lit else None
            if event.lit and left == 0:
                # what was spent and burns again was filled
                self.fuel, self.fading, self.fading_since = None, "", None
        if event.fuel is not None:
            self.burnt = self.burning_time(turn)
            self.lit_since = turn if self.lit_since is not None else None
            self.fuel = event.fuel
        for name in ("name", "description", *PROPERTIES):
            value = getattr(event, name)
            if value is not None:
                setattr(self, name, value)
        if event.lit or event.fuel is not None:
            self.light_source = True
        if event.locked:
            self.open = False
        self.last_seen = turn


class Contents(Computed):
    """The items at each place."""

    def __init__(self) -> None:
        self.stamps = Stamps()
        """Another number after each change of any item."""
        self._at: dict[Place, set[ItemId]] | None = None
        self._in_order: dict[Place, list[ItemId]] = {}
        self.within: dict[Place, tuple[ItemId, ...]] = {}
        """What is at each place however deep, as long as no item changes."""
        self.visible: dict[Place, tuple[ItemId, ...]] = {}
        """What can be seen at each place, as long as no item changes."""
        self._by_head: dict[str, list[ItemId]] = {}

    def forget(self) -> None:
        """Work out anew what is at each place however deep: an item changed."""
        self.within.clear()
        self.visible.clear()
        self._by_head.clear()
        self.stamps.touch("")

    def move(self, item: ItemId, old: Place | None, new: Place | None) -> None:
        """Note that an item is at another place; None is for one that was not or is no more."""
        if self._at is None:
            return
        if old is not None:
            self._at[old].discard(item)
            self._in_order.pop(old, None)
        if new is not None:
            self._at.setdefault(new, set()).add(item)
            self._in_order.pop(new, None)

    def at(self, place: Place, known: Mapping[ItemId, Item]) -> list[ItemId]:
        """Return what is directly at a place, in the order it was first seen."""
        if self._at is None:
            self._at = {}
            for id_, item in known.items():
                self._at.setdefault(item.place, set()).add(id_)
        found = self._in_order.get(place)
        if found is None:
            there = self._at.get(place, ())
            found = sorted(there, key=lambda id_: (known[id_].first_seen, id_))
            self._in_order[place] = found
        return found.copy()

    def with_head(self, word: str, known: Mapping[ItemId, Item]) -> Sequence[ItemId]:
        """Return what is called by a word that comes last, in the order it became known."""
        if not self._by_head:
            for id_, item in known.items():
                self._by_head.setdefault(core_of(item.name).rpartition(" ")[2], []).append(id_)
        return self._by_head.get(word, ())


_FOLDED = (
    *(ItemFound, ItemMoved, ItemChanged, LightFading, ItemTransformed, ItemsMerged, RoomsMerged),
    CarryLimitMet,
)
"""The events that change an item."""


class Items(Part):
    """Every item seen so far; changed by events only.

    An event may name an item that no event found: it is then known by its id alone.
    """

    known: dict[ItemId, Item] = Field(default_factory=dict)
    moved_in: dict[Place, Place] = Field(default_factory=dict)
    """Places that proved to be another one: merged rooms and items."""
    carry_limit: int | None = None
    """How many items (worn ones not counted) were too many to take one more, by experience."""

    @cached_property
    def _contents(self) -> Contents:
        """What is at each place; no fact of its own."""
        return Contents()

    def at(self, place: Place) -> list[ItemId]:
        """Return what is directly at a place, in the order it was first seen."""
        return self._contents.at(self._place(place), self.known)

    def with_head(self, word: str) -> Sequence[ItemId]:
        """Return the items that are called by a word that comes last in their names."""
        return self._contents.with_head(word, self.known)

    @property
    def version(self) -> int:
        """A number that is another one after each change of any item, and in any other state."""
        return self._contents.stamps.newest

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event; the cost does not grow with the number of items."""
        if isinstance(event, _FOLDED):
            self._contents.forget()
        match event:
            case ItemFound():
                id_, item = self._known(event.item, turn)
                item.name, item.number = event.name, event.number
                item.portable = event.portable if event.portable is not None else item.portable
                item.alive = event.alive if event.alive is not None else item.alive
                item.source, item.confidence = event.source, event.confidence
                self._put(id_, event.place, turn, found=True)
            case ItemMoved():
                id_, item = self._known(event.item, turn)
                self._put(id_, event.place, turn)
                item.how, item.holder = event.how, event.holder
                if event.how is Handling.TAKEN:
                    item.portable = True
                if event.how is Handling.CONSUMED:
                    item.consumable = True
                item.source, item.confidence = event.source, event.confidence
            case ItemChanged():
                self._known(event.item, turn)[1].change(event, turn)
            case LightFading():
                _, item = self._known(event.item, turn)
                item.fading, item.light_source, item.last_seen = event.text, True, turn
                if item.fading_since is None:
                    item.fading_since = turn
            case ItemTransformed():
                self._transform(event, turn)
            case ItemsMerged():
                self._merge(event, turn)
            case RoomsMerged():
                self._empty_into(in_room(event.room), in_room(event.into))
            case CarryLimitMet():
                self.carry_limit = event.carried

    def _known(self, item: ItemId, turn: int) -> tuple[ItemId, Item]:
        item = holder_of(self._place(inside(item))) or item
        if item not in self.known:
            self.known[item] = Item(name=item, first_seen=turn, last_seen=turn)
            self._contents.move(item, None, UNKNOWN)
        return item, self.known[item]

    def _place(self, place: Place) -> Place:
        while place in self.moved_in:
            place = self.moved_in[place]
        return place

    def _put(self, id_: ItemId, place: Place, turn: int, *, found: bool = False) -> None:
        """Let an item be at a place.

        One that is found in the hands may have been there when the load was too much: the limit
        is so much higher then. One that was taken beyond the limit proves that it was none.
        """
        item = self.known[id_]
        place = self._place(place)
        self._contents.move(id_, item.place, place)
        if place != item.place:
            item.moved, item.left = turn, item.place
        item.place, item.last_seen = place, turn
        if place != INVENTORY:
            item.worn = None if item.worn is None else False
        elif self.carry_limit is not None and self.load() > self.carry_limit:
            self.carry_limit = self.load() if found else None

    def load(self) -> int:
        """Return how many items are carried; worn ones and what is inside others do not count."""
        return sum(not self.known[id_].worn for id_ in self.at(INVENTORY))

    def _transform(self, event: ItemTransformed, turn: int) -> None:
        old_id, old = self._known(event.item, turn)
        is_new = event.into not in self.known
        new_id, new = self._known(event.into, turn)
        if new_id == old_id:
            return
        if is_new:
            new.name = old.name
            self._put(new_id, old.place, turn)
        old.became, old.how = new_id, Handling.CONSUMED
        self._put(old_id, GONE, turn)

    def _merge(self, event: ItemsMerged, turn: int) -> None:
        kept_id, kept = self._known(event.item, turn)
        other_id, other = self._known(event.other, turn)
        if kept_id == other_id:
            return
        for name in (*PROPERTIES, "number", "lit_since", "fuel", "became"):
            if getattr(kept, name) is None:
                setattr(kept, name, getattr(other, name))
        kept.description = kept.description or other.description
        kept.fading = kept.fading or other.fading
        kept.burnt = max(kept.burnt, other.burnt)
        newer = other if other.last_seen > kept.last_seen else kept
        kept.first_seen = min(kept.first_seen, other.first_seen)
        self._put(kept_id, newer.place, max(kept.last_seen, other.last_seen))
        self._contents.move(other_id, other.place, None)
        del self.known[other_id]
        self._empty_into(inside(other_id), inside(kept_id))

    def _empty_into(self, old: Place, new: Place) -> None:
        """Let everything at one place be at another, which it proved to be."""
        old, new = self._place(old), self._place(new)
        if old == new:
            return
        for id_ in self.at(old):
            self._contents.move(id_, old, new)
            self.known[id_].place = new
        self.moved_in[old] = new

    def whereabouts(self, item: ItemId) -> Place:
        """Return the room, `inventory`, `unknown` or `gone` where an item is, however deep."""
        place = self.known[item].place
        seen = {item}
        while (holder := holder_of(place)) is not None:
            if holder in seen or holder not in self.known:
                return UNKNOWN
            seen.add(holder)
            place = self.known[holder].place
        return place

    def is_lost(self, item: ItemId) -> bool:
        """Tell whether an item was carried before it came to be where it is."""
        left = self.known[item].left
        holder = holder_of(left)
        was = self.whereabouts(holder) if holder is not None and holder in self.known else left
        return was == INVENTORY != self.whereabouts(item)

    def within(self, place: Place) -> list[ItemId]:
        """Return all that is at a place, also inside other items there, outer ones first."""
        return self._reached(place, self._contents.within, also_shut=True)

    def visible_at(self, place: Place) -> list[ItemId]:
        """Return what can be seen at a place: what is not inside something closed."""
        return self._reached(place, self._contents.visible, also_shut=False)

    def _reached(
        self, place: Place, known: dict[Place, tuple[ItemId, ...]], *, also_shut: bool
    ) -> list[ItemId]:
        """Return what is at a place and inside items there, those that are closed or not."""
        if place not in known:
            found: dict[ItemId, None] = {}
            waiting = self.at(place)
            while waiting:
                id_ = waiting.pop(0)
                if id_ not in found:
                    found[id_] = None
                    if also_shut or self.known[id_].open is not False:
                        waiting += self.at(inside(id_))
            known[place] = tuple(found)
        return list(known[place])

    def here(self, room: RoomId) -> list[ItemId]:
        """Return the items in a room that can be seen there (seed 000: `items_here`)."""
        return self.visible_at(in_room(room))

    def carried(self) -> list[ItemId]:
        """Return the items that the player has, those inside others included."""
        return self.within(INVENTORY)

    def room_of(self, item: ItemId) -> RoomId | None:
        """Return the room where an item is, or None if it is in none."""
        return room_of(self.whereabouts(item))
