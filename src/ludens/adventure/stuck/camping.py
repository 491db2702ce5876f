"""Staying at one place: too many of the last turns in one room (seed 001)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import CampingSettings
from ludens.adventure.world.places import RoomId


def camp(strides: Sequence[Stride], settings: CampingSettings) -> RoomId | None:
    """Return the room in which most of the last turns were spent, if they were too many."""
    rooms = Counter(
        stride.room for stride in strides[-settings.window :] if stride.room is not None
    )
    if not rooms:
        return None
    room, turns = rooms.most_common(1)[0]
    return room if turns >= settings.turns else None
