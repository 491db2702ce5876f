"""The world as plain JSON values: what `ludens map --json` prints and a page can draw."""

from __future__ import annotations

from typing import Any

from ludens.adventure.world.exits import Exit
from ludens.adventure.world.item import Item
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import ItemId, Place, RoomId, holder_of, room_of
from ludens.adventure.world.room import Room


def world_document(world: WorldMap, items: Items) -> dict[str, Any]:
    """Return `rooms`, `items` and `conflicts` as JSON values, in the order of discovery."""
    return {
        "rooms": [_room(id_, room, items) for id_, room in world.rooms.items()],
        "items": [_item(id_, item) for id_, item in items.known.items()],
        "conflicts": [
            {
                "room": room,
                "direction": direction,
                "expected": conflict.expected,
                "found": conflict.found,
                "resolution": conflict.resolution.value,
                "turn": conflict.turn,
                "times": conflict.times,
            }
            for room, direction, conflict in world.contradictions()
        ],
    }


def _room(id_: RoomId, room: Room, items: Items) -> dict[str, Any]:
    return {
        "id": id_,
        "name": room.name,
        "location": room.location,
        "description": room.description,
        "dark": room.dark,
        "visits": room.visits,
        "first_seen": room.first_seen,
        "last_seen": room.last_seen,
        "source": room.source.value,
        "confidence": room.confidence,
        "exits": {direction: _exit(way) for direction, way in room.exits.items()},
        "items_here": items.here(id_),
    }


def _exit(way: Exit) -> dict[str, Any]:
    return {
        "status": way.status.value,
        "destination": way.to,
        "one_way": way.one_way,
        "teleport": way.teleport,
        "random": way.random,
        "walked": way.walked,
        "reason": way.reason,
        "deaths": way.deaths,
        "first_seen": way.first_seen,
        "turn": way.turn,
        "source": way.source.value,
        "confidence": way.confidence,
    }


def _item(id_: ItemId, item: Item) -> dict[str, Any]:
    return {
        "id": id_,
        "name": item.name,
        "number": item.number,
        "location": location_of(item.place),
        "properties": item.properties,
        "fuel": item.fuel,
        "became": item.became,
        "first_seen": item.first_seen,
        "last_seen": item.last_seen,
        "source": item.source.value,
        "confidence": item.confidence,
    }


def location_of(place: Place) -> str:
    """Return a place as a bare room id or item id, or `inventory`, `unknown`, `gone`."""
    return room_of(place) or holder_of(place) or place
