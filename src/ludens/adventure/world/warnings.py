"""What an agent must be warned of: the dark, a light running out, a full load."""

from __future__ import annotations

from textwrap import shorten

from ludens.adventure.world.belongings import carries_light, is_nearly_full, lights
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import ItemId

NAME, REASON = 40, 80
"""Characters of a name, and of what a story said, that are told at most."""
LOW_FUEL = 30
"""Turns of light left from which the player is warned."""
AT_MOST = 4
"""Warnings of one kind."""


def warnings(world: WorldMap, items: Items, turn: int) -> list[str]:
    """Return what to beware of, in sentences; at most a dozen or so whatever the world's size."""
    return [
        *_of_the_dark(world, items),
        *_of_lights(items, turn),
        *_of_the_load(items),
    ]


def _of_the_dark(world: WorldMap, items: Items) -> list[str]:
    if world.here is None:
        return []
    room = world.rooms[world.here]
    told = []
    if room.dark and not lights(items, world.here):
        told.append("It is dark here and there is no light: moving on may be dangerous.")
    if not carries_light(items):
        dark = [
            direction
            for direction, way in room.exits.items()
            if way.to in world.rooms and way.status is not ExitStatus.CLOSED
            if world.rooms[way.to].dark
        ]
        if dark:
            told.append(f"It is dark that way: {', '.join(dark[:AT_MOST])}.")
    return told


def _of_lights(items: Items, turn: int) -> list[str]:
    told = []
    burning = [id_ for id_ in items.carried() if items.known[id_].lit]
    for id_ in burning[:AT_MOST]:
        item = items.known[id_]
        left = item.fuel_left(turn)
        if left is not None and left <= LOW_FUEL:
            told.append(f"The {_called(items, id_)} gives light for {left} more turns.")
        elif item.fading:
            told.append(
                f"The {_called(items, id_)} is running out after {item.burning_time(turn)} turns: "
                f"{shorten(item.fading, REASON, placeholder='…')}"
            )
    return told


def _of_the_load(items: Items) -> list[str]:
    if not is_nearly_full(items) or not items.load():
        return []
    load, most = items.load(), items.carry_limit
    full = "full" if most is not None and load >= most else "nearly full"
    return [f"The load is {full}: {load} carried, {most} at most."]


def _called(items: Items, id_: ItemId) -> str:
    return shorten(items.known[id_].name, NAME, placeholder="…")
