"""In which room the player was after each turn, as it is known at the end."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.adventure.events import PlayerMoved, RoomId, RoomsMerged, VisitReassigned
from ludens.episode.events import Event


def room_by_turn(events: Iterable[tuple[int, Event]], turns: int) -> list[RoomId | None]:
    """Return the room after each turn from 0 to `turns`; None before the first is known.

    `events` are a log's events with their turns, in order. What later proved wrong is put right:
    merged rooms bear the name that was kept, and visits that were reassigned are where they
    belong.
    """
    moves: list[tuple[int, RoomId]] = []
    aliases: dict[RoomId, RoomId] = {}
    for turn, event in events:
        match event:
            case PlayerMoved():
                moves.append((turn, event.room))
            case RoomsMerged():
                aliases[event.room] = event.into
            case VisitReassigned():
                moves = [
                    (when, event.to if when >= event.since and room == event.room else room)
                    for when, room in moves
                ]
    rooms: list[RoomId | None] = []
    here: RoomId | None = None
    position = 0
    for turn in range(turns + 1):
        while position < len(moves) and moves[position][0] <= turn:
            here = moves[position][1]
            position += 1
        rooms.append(_resolved(here, aliases) if here is not None else None)
    return rooms


def _resolved(room: RoomId, aliases: dict[RoomId, RoomId]) -> RoomId:
    seen = {room}
    while room in aliases and aliases[room] not in seen:
        room = aliases[room]
        seen.add(room)
    return room
