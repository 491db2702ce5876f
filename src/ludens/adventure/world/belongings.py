"""What the player carries: what can be left behind and where, what more fits, what gives light."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.world.item_events import Handling
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import (
    INVENTORY,
    ItemId,
    RoomId,
    holder_of,
    in_room,
    inside,
    room_of,
)
from ludens.adventure.world.routes import WITH_LIGHT, WITHOUT_LIGHT, Costs, search_from

WORD = re.compile(r"[a-z0-9']+")
FUNCTION_WORDS = word_set("belongings_function_words")
"""Words by which two texts do not speak of the same thing."""
NEARLY_FULL = 1
"""How many more items fit when the load is called nearly full."""


def droppable(items: Items, puzzle_words: Iterable[str] = ()) -> list[ItemId]:
    """Return what is carried and can be put down, the safest to leave behind first.

    `puzzle_words` are the words of all open puzzles: an item that one of them names comes after
    those that none does (seed 000, §13). Among equals, what gives light comes last, then what can
    be used up, then what holds other things; then those longest known come first. Worn and fixed
    items are left out, and so is the only burning light.
    """
    wanted = words(" ".join(puzzle_words))
    burning = [id_ for id_ in items.carried() if items.known[id_].lit]

    def risk(id_: ItemId) -> tuple[bool, bool, bool, bool, int, ItemId]:
        item = items.known[id_]
        return (
            bool(words(item.name) & wanted),
            bool(item.light_source or item.lit),
            bool(item.consumable),
            bool(items.within(inside(id_))),
            item.first_seen,
            id_,
        )

    loose = [id_ for id_ in items.at(INVENTORY) if not items.known[id_].worn]
    return sorted(
        (id_ for id_ in loose if not items.known[id_].fixed and burning != [id_]), key=risk
    )


def heads(name: str) -> frozenset[str]:
    """Return what a thing is called for short: a jar of seed wheat is a jar, or wheat."""
    before = name.lower().split(" of ")[0]
    return frozenset({before, before.rsplit(" ", 1)[-1], name.lower().rsplit(" ", 1)[-1]})


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the words of a text that name or tell something, in lower case."""
    return frozenset(WORD.findall(text.lower())) - FUNCTION_WORDS


def is_scenery(items: Items, id_: ItemId) -> bool:
    """Tell whether a thing is but scenery: fixed, and neither alive, shut nor holding anything."""
    item = items.known[id_]
    told = item.open is False or item.locked or item.lit is not None
    return item.fixed and not item.alive and not told and not items.at(inside(id_))


def is_part(items: Items, id_: ItemId) -> bool:
    """Tell whether a thing is but a part of another: that holds nothing, and is nobody.

    A story keeps the spell that is written on a scroll in the scroll.
    """
    holder = holder_of(items.known[id_].place)
    known = items.known.get(holder) if holder is not None else None
    if known is None or known.alive or known.container:
        return False
    return known.container is False or "document" in classes_of(known.name)


def room_left(items: Items) -> int | None:
    """Return how many more items can be carried; None while no limit was met."""
    return None if items.carry_limit is None else max(0, items.carry_limit - items.load())


def is_nearly_full(items: Items) -> bool:
    """Return whether the load is at its limit, as met before, or one item below."""
    left = room_left(items)
    return left is not None and left <= NEARLY_FULL


def lights(items: Items, here: RoomId | None) -> list[ItemId]:
    """Return what gives light where the player is: carried or standing there, not shut away."""
    seen = items.visible_at(INVENTORY)
    if here is not None:
        seen += items.here(here)
    return [id_ for id_ in seen if items.known[id_].lit]


def carries_light(items: Items) -> bool:
    """Return whether the player's own light goes with them."""
    return any(items.known[id_].lit for id_ in items.visible_at(INVENTORY))


def travel_costs(items: Items) -> Costs:
    """Return what ways cost the player: the dark is no matter to who carries a light.

    One that burned before and is not spent counts as well: it can be lit there.
    """
    held = (items.known[id_] for id_ in items.visible_at(INVENTORY))
    ready = any(item.lit or (item.light_source and item.fuel != 0) for item in held)
    return WITH_LIGHT if ready else WITHOUT_LIGHT


KEEPS = 2
"""Things that were put down in one room and lie there still make it the stash."""


def stash(
    world: WorldMap, items: Items, costs: Costs, unsafe: Collection[RoomId] = ()
) -> RoomId | None:
    """Return the room where things are kept; None while the hands were never full.

    That is where the most was put down; as long as that is nowhere much, the room from which the
    others are reached in the fewest steps. A room is not safe that is dark, where somebody is about
    who may take things, or that is `unsafe` for what else is known.
    """
    if items.carry_limit is None:
        return None
    kept = Counter(room for id_ in kept_in(items) if (room := _room(world, items, id_)) is not None)
    rooms = {id_ for id_ in world.rooms if id_ not in unsafe and _is_safe(world, items, id_)}
    used = [(number, room) for room, number in kept.items() if room in rooms]
    if used and max(used)[0] >= KEEPS:
        return max(used, key=lambda one: (one[0], one[1]))[1]
    if not is_nearly_full(items) or world.here is None:
        return None
    nearest_first = search_from(world, world.here, costs).settle()
    reached = [room for room in nearest_first if room in rooms]
    return min(reached, key=lambda room: _remoteness(world, room, costs), default=None)


def kept_in(items: Items, room: RoomId | None = None) -> list[ItemId]:
    """Return what was put down and lies there still, in one room or anywhere."""
    there = items.known if room is None else items.at(in_room(room))
    return [id_ for id_ in there if items.known[id_].how is Handling.DROPPED]


def _room(world: WorldMap, items: Items, id_: ItemId) -> RoomId | None:
    room = room_of(items.known[id_].place)
    return world.resolve(room) if room is not None else None


def _is_safe(world: WorldMap, items: Items, room: RoomId) -> bool:
    somebody = any(items.known[id_].alive for id_ in items.at(in_room(room)))
    return not world.rooms[room].dark and not somebody


def _remoteness(world: WorldMap, room: RoomId, costs: Costs) -> float:
    """Return how far the known rooms are from one; what is not reached from it counts as far."""
    search = search_from(world, room, costs)
    reached = [search.distance[one] for one in search.settle()]
    return sum(reached) + (len(world.rooms) - len(reached)) * len(world.rooms)
