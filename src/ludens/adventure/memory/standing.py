"""How a thing stands: the facts about it under which an attempt may fail, in one short text."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.adventure.english import STUDYING
from ludens.adventure.vocabulary import core_of
from ludens.adventure.world.items import Item, Items
from ludens.adventure.world.places import GONE, INVENTORY, ItemId, holder_of, room_of

UNHEARD = "?"
"""The standing of a name that stands for nothing that is known."""
TRAITS = ("open", "locked", "lit", "worn")
"""What changes of a thing by what is done with it."""


def find(items: Items, name: str) -> ItemId | None:
    """Return the item of that name: the same, or one whose name ends in it; None if none is."""
    wanted = name.lower()
    best: ItemId | None = None
    for id_ in items.with_head(wanted.rpartition(" ")[2]):
        item = items.known[id_]
        known = core_of(item.name)
        if known == wanted and item.place != GONE:
            return id_
        if item.place != GONE and (known.endswith(f" {wanted}") or wanted.endswith(f" {known}")):
            best = best or id_
    return best


def is_known(items: Items, name: str) -> bool:
    """Tell whether there is an item that all words of a name may be said of, in their order."""
    wanted = name.lower()
    names = (core_of(items.known[id_].name) for id_ in items.with_head(wanted.rpartition(" ")[2]))
    return any(known == wanted or known.endswith(f" {wanted}") for known in names)


def studied(items: Items, pages: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return what was examined or read on some pages of the memory: things, and their names."""
    commands = {command for page in pages for command in page if STUDYING.match(command)}
    names = {STUDYING.sub("", command).lower() for command in commands}
    return frozenset(names | {id_ for name in names if (id_ := find(items, name)) is not None})


def traits(item: Item) -> str:
    """Return how a thing is: `open lit`, without where it is."""
    values = ((name, getattr(item, name)) for name in TRAITS)
    return " ".join(name if value else f"not {name}" for name, value in values if value is not None)


def whereabouts(items: Items, item: ItemId) -> str:
    """Return where a thing is: `held`, a room, `gone`, or nowhere known."""
    place = items.whereabouts(item)
    if place == INVENTORY:
        return "held"
    return room_of(place) or holder_of(place) or str(place)


def standing(items: Items, name: str, *, acted_on: bool) -> str:
    """Return how the thing of that name stands.

    Of what was acted on only how it is counts; of what an answer speaks of, where it is as well:
    who lacks a key waits for the key.
    """
    id_ = find(items, name)
    if id_ is None:
        return "" if acted_on else UNHEARD
    told = traits(items.known[id_])
    return told if acted_on else f"{whereabouts(items, id_)} {told}".strip()
