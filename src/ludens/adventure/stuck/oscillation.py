"""Going to and fro between two rooms: A, B, A, B (seed 001)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.stuck.record import Stride
from ludens.adventure.world.places import RoomId


def walked(strides: Sequence[Stride]) -> list[RoomId]:
    """Return the rooms that were come into, in order; staying in one counts once."""
    rooms: list[RoomId] = []
    for stride in strides:
        if stride.room is not None and (not rooms or rooms[-1] != stride.room):
            rooms.append(stride.room)
    return rooms


def oscillation(strides: Sequence[Stride]) -> tuple[RoomId, RoomId] | None:
    """Return the two rooms between which the last four moves went, if they did."""
    rooms = walked(strides)[-4:]
    if len(rooms) < 4 or rooms[0] != rooms[2] or rooms[1] != rooms[3]:
        return None
    return rooms[0], rooms[1]
