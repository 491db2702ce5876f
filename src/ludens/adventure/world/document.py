"""The world for others: as plain JSON values, and the map in words for a terminal.

The picture is the page's (`ludens map --svg`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from pydantic import BaseModel
from rich.text import Text

from ludens.adventure.world.exits import Exit, ExitStatus, Room
from ludens.adventure.world.items import Item, Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import ItemId, Place, RoomId, holder_of, room_of


def world_document(world: WorldMap, items: Items) -> dict[str, Any]:
    """Return `rooms`, `items` and `conflicts` as JSON values, in the order of discovery."""
    return {
        "rooms": [_room(id_, room, items) for id_, room in world.rooms.items()],
        "items": [_item(id_, item) for id_, item in items.known.items()],
        "conflicts": [
            {"room": room, "direction": direction, **_fields(conflict, _OF_A_CONFLICT)}
            for room, direction, conflict in world.contradictions()
        ],
    }


_OF_A_CONFLICT = ("expected", "found", "resolution", "turn", "times")
_OF_A_ROOM = (
    *("name", "location", "description", "dark", "visits", "first_seen", "last_seen", "source"),
    "confidence",
)
_OF_AN_EXIT = (
    *("one_way", "teleport", "random", "walked", "reason", "deaths", "first_seen", "turn"),
    *("source", "confidence"),
)
_OF_AN_ITEM = ("properties", "fuel", "became", "first_seen", "last_seen", "source", "confidence")


def _fields(thing: BaseModel, names: Iterable[str]) -> dict[str, Any]:
    """Return fields as JSON values, in this order."""
    values = {name: getattr(thing, name) for name in names}
    return {name: str(one) if isinstance(one, StrEnum) else one for name, one in values.items()}


def _room(id_: RoomId, room: Room, items: Items) -> dict[str, Any]:
    exits = {direction: _exit(way) for direction, way in room.exits.items()}
    told = _fields(room, _OF_A_ROOM)
    return {"id": id_, **told, "exits": exits, "items_here": items.here(id_)}


def _exit(way: Exit) -> dict[str, Any]:
    return {"status": str(way.status), "destination": way.to, **_fields(way, _OF_AN_EXIT)}


def _item(id_: ItemId, item: Item) -> dict[str, Any]:
    told = {"id": id_, "name": item.name, "number": item.number}
    return {**told, "location": location_of(item.place), **_fields(item, _OF_AN_ITEM)}


def location_of(place: Place) -> str:
    """Return a place as a bare room id or item id, or `inventory`, `unknown`, `gone`."""
    return room_of(place) or holder_of(place) or place


REASON = 60
"""Characters of what the story said of a blocked way."""


def map_in_words(world: WorldMap) -> Text:
    """Return each room with its ways, in the order of discovery; a star marks the player's."""
    if not world.rooms:
        return Text("Nothing is known of the map yet.")
    told = Text()
    for id_, room in world.rooms.items():
        here = id_ == world.here
        ways = [
            _told(world, direction, way)
            for direction, way in room.exits.items()
            if way.status is not ExitStatus.ABSENT
        ]
        told.append(
            _plain(f"*{room.name}" if here else room.name), "bold yellow" if here else "bold"
        )
        told.append(_plain(f"{' (dark)' * room.dark}: {', '.join(ways) or 'no way is known'}\n"))
    return told


def _told(world: WorldMap, direction: str, way: Exit) -> str:
    """Return one way in words."""
    to = world.rooms[way.to].name if way.to is not None and way.to in world.rooms else "?"
    match way.status:
        case ExitStatus.UNEXPLORED:
            return f"{direction} → ?"
        case ExitStatus.BLOCKED:
            return (
                f"{direction} is blocked ({textwrap.shorten(way.reason, REASON, placeholder='…')})"
            )
        case ExitStatus.CLOSED:
            return f"{direction} led to {to} and is no more"
        case _ if way.random:
            places = [world.rooms[room].name for room in way.walked if room in world.rooms]
            return f"{direction} → now here, now there ({', '.join(places[:6])})"
        case _ if way.teleport:
            return f"{direction} carries to {to}"
        case _:
            return f"{direction} → {to}" + (" (one way)" if way.one_way else "")


def _plain(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
