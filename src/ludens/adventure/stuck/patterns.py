"""Which loops there are: the detectors asked, and what changed since they were asked last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ludens.adventure.stuck.events import LoopDetected, LoopEnded, LoopKind
from ludens.adventure.stuck.record import Stride, StuckRecord
from ludens.adventure.stuck.settings import (
    CampingSettings,
    SequenceSettings,
    StuckSettings,
    ThrashingSettings,
)
from ludens.adventure.world.places import ItemId, RoomId
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


def repetition(strides: Sequence[Stride], settings: SequenceSettings) -> tuple[str, ...] | None:
    """Return the shortest sequence of commands that the last strides repeat often enough.

    It begins with the command that would go on with it.
    """
    done = [(stride.room, stride.command) for stride in strides]
    for length in range(1, settings.longest + 1):
        needed = length * settings.repeats
        if needed > len(done):
            return None
        last = done[-needed:]
        if all(last[i] == last[i - length] for i in range(length, needed)):
            return tuple(command for _, command in last[-length:])
    return None


def thrashed(strides: Sequence[Stride], settings: ThrashingSettings) -> ItemId | None:
    """Return the thing that changed hands too often among the last strides, if one did."""
    changes = Counter(
        item for stride in strides[-settings.window :] for item in dict.fromkeys(stride.handled)
    )
    if not changes:
        return None
    item, times = changes.most_common(1)[0]
    return item if times >= settings.changes else None


def detected(
    record: StuckRecord,
    settings: StuckSettings,
    room_name: Callable[[RoomId], str],
    item_name: Callable[[ItemId], str],
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
    if settings.sequences.enabled and (commands := repetition(strides, settings.sequences)):
        what = "again and again: " + ", ".join(commands)
        found.append(LoopDetected(kind=LoopKind.SEQUENCE, what=what))
    if settings.thrashing.enabled and (item := thrashed(strides, settings.thrashing)):
        what = f"the {item_name(item)} taken and dropped"
        found.append(LoopDetected(kind=LoopKind.THRASHING, what=what))
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
