"""Where a command would lead, by the map."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.ways import way_of


@dataclass(frozen=True, slots=True)
class Destination:
    """What the map says of a command that walks."""

    room: RoomId | None
    """None: nobody has gone this way yet."""


def predict(world: WorldMap, command: str) -> Destination | None:
    """Return where a command leads; None if it is no way, or one that leads nowhere certain."""
    here = world.rooms.get(world.here) if world.here is not None else None
    way = here.exits.get(way_of(command)) if here is not None else None
    if way is None or way.random:
        return None
    if way.status is ExitStatus.UNEXPLORED:
        return Destination(None)
    return Destination(world.resolve(way.to)) if way.open and way.to is not None else None


def leads_on(room: Room) -> bool:
    """Tell whether a room has a way out that nobody has tried."""
    return any(way.status is ExitStatus.UNEXPLORED for way in room.exits.values())


def neighbours(world: WorldMap, room: RoomId) -> frozenset[RoomId]:
    """Return the other rooms to which a room's open ways lead."""
    ways = world.rooms[room].exits.values()
    return frozenset(world.resolve(way.to) for way in ways if way.open and way.to is not None) - {
        room
    }


def is_forced(world: WorldMap, to: RoomId | None) -> bool:
    """Tell whether where a command leads is the only place to go from here."""
    here = world.here
    if here is None or here not in world.rooms or leads_on(world.rooms[here]):
        return False
    return neighbours(world, here) == {to}
