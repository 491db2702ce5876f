"""Where an item can be: a room, the inventory, another item, nobody knows where, nowhere."""

from __future__ import annotations

from typing import NewType

RoomId = NewType("RoomId", str)
ItemId = NewType("ItemId", str)
Place = NewType("Place", str)
"""Where an item is: `room:ID`, `item:ID` (in or on another item), `inventory`, `unknown`, `gone`.
The prefix keeps a room called Unknown apart from `unknown`."""

INVENTORY = Place("inventory")
UNKNOWN = Place("unknown")
"""Stolen, vanished, or only heard of."""
GONE = Place("gone")
"""Eaten, burnt, turned into something else: no more."""

ROOM_PREFIX = "room:"
ITEM_PREFIX = "item:"


def in_room(room: RoomId) -> Place:
    """Return the place of what lies or stands in a room."""
    return Place(ROOM_PREFIX + room)


def inside(item: ItemId) -> Place:
    """Return the place of what is in, on or with another item."""
    return Place(ITEM_PREFIX + item)


def room_of(place: Place) -> RoomId | None:
    """Return the room that a place names, or None if it names no room."""
    return RoomId(place[len(ROOM_PREFIX) :]) if place.startswith(ROOM_PREFIX) else None


def holder_of(place: Place) -> ItemId | None:
    """Return the item that a place is in, or None if it is in no item."""
    return ItemId(place[len(ITEM_PREFIX) :]) if place.startswith(ITEM_PREFIX) else None
