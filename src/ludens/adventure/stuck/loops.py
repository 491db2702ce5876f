"""Which loops there are: the detectors asked, and what changed since they were asked last."""

from __future__ import annotations

from collections.abc import Callable

from ludens.adventure.stuck.camping import camp
from ludens.adventure.stuck.events import LoopDetected, LoopEnded, LoopKind
from ludens.adventure.stuck.oscillation import oscillation
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.sequences import repetition
from ludens.adventure.stuck.settings import StuckSettings
from ludens.adventure.stuck.thrashing import thrashed
from ludens.adventure.world.places import ItemId, RoomId
from ludens.episode.events import Event


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
