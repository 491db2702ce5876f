"""What the items are like: by the story's own attributes, else by what a command did to them."""

from __future__ import annotations

from ludens.adventure.perception.deeds import (
    TAKING,
    change_of,
    fading,
    object_of,
    went_out,
)
from ludens.adventure.perception.presence import Thing
from ludens.adventure.perception.scene import Cast
from ludens.adventure.perception.turning import fuel_in
from ludens.adventure.world.fact import Fact, Source
from ludens.adventure.world.item import Item
from ludens.adventure.world.item_events import CarryLimitMet, ItemChanged, LightFading

SILENT = frozenset({"open", "portable"})
"""Properties of which a player sees that a thing does not have them."""
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
