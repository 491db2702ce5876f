"""Where to put down what the hands do not hold: the stash (seed 000, section 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from ludens.adventure.world.belongings import is_nearly_full
from ludens.adventure.world.item_events import Handling
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import ItemId, RoomId, in_room, room_of
from ludens.adventure.world.search import Costs, search_from

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
