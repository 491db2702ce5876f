"""Which loops there are: the detectors asked, and what changed since they were asked last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ludens.adventure.stuck.events import LoopDetected, LoopEnded, LoopKind
from ludens.adventure.stuck.record import Stride, StuckRecord
from ludens.adventure.stuck.settings import (
    CampingSettings,
    StuckSettings,
)
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


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


def camp(strides: Sequence[Stride], settings: CampingSettings) -> RoomId | None:
    """Return the room in which most of the last turns were spent, if they were too many."""
    rooms = Counter(
        stride.room for stride in strides[-settings.window :] if stride.room is not None
    )
    if not rooms:
        return None
    room, turns = rooms.most_common(1)[0]
    return room if turns >= settings.turns else None


def detected(
    record: StuckRecord,
    settings: StuckSettings,
    room_name: Callable[[RoomId], str],
) -> list[LoopDetected]:
    """Return every loop that goes on at this moment."""
    strides = record.since(settings.velocity.progress)
    found = []
    if settings.oscillation.enabled and (pair := oscillation(strides)):
        what = "to and fro between " + " and ".join(room_name(room) for room in pair)
        found.append(LoopDetected(kind=LoopKind.OSCILLATION, what=what, rooms=pair))
    if settings.camping.enabled and (place := camp(strides, settings.camping)):
        what = f"most of the last turns in {room_name(place)}"
        found.append(LoopDetected(kind=LoopKind.CAMPING, what=what, rooms=(place,)))
    return found


def changes(record: StuckRecord, loops: list[LoopDetected], turn: int) -> list[Event]:
    """Return the loops that are new or about other rooms, and the ends of those that are over."""
    now = {loop.kind: loop for loop in loops}
    ended = [
        LoopEnded(kind=kind, lasted=turn - pattern.since)
        for kind, pattern in record.patterns.items()
        if kind not in now
    ]
    begun = [
        loop
        for kind, loop in now.items()
        if kind not in record.patterns or set(record.patterns[kind].rooms) != set(loop.rooms)
    ]
    return [*ended, *begun]
