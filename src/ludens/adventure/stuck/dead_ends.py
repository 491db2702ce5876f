"""Dead ends: rooms with one way out in which visit after visit gained nothing."""

from __future__ import annotations

from ludens.adventure.stuck.destination import leads_on, neighbours
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import DeadEndSettings
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId


def is_dead_end(
    record: StuckRecord, world: WorldMap, room: RoomId, settings: DeadEndSettings
) -> bool:
    """Tell whether nothing was gained in a room visit after visit, and it leads nowhere else."""
    if record.barren.get(room, 0) < settings.visits or room not in world.rooms:
        return False
    return not leads_on(world.rooms[room]) and len(neighbours(world, room)) <= 1
