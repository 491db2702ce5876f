"""What the player carries: what can be left behind, how much more fits, what gives light."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId, holder_of, inside
from ludens.adventure.world.search import WITH_LIGHT, WITHOUT_LIGHT, Costs

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
