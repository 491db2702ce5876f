"""Drawing a maze on the map of the world: what the mapper finds out becomes rooms and ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.mazes.conclusion import filed
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeRoomFound,
    MazeRoomsForgotten,
    MazeRoomsJoined,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.reading import Answer
from ludens.adventure.state import AdventureState
from ludens.adventure.world.fact import Source
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    Movement,
    PlayerMoved,
    RoomFound,
    RoomsMerged,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event
from ludens.episode.game import Turn


@dataclass(slots=True)
class Draftsman:
    """Puts the mapper's events on the log, each with what it changes on the map of the world."""

    turn: Turn[AdventureState]
    group: MazeGroup
    answer: Answer
    redraws: bool
    """The senses leave the map of the maze to the mapper; otherwise they draw ways themselves."""
    here: RoomId | None
    """The room that the senses take this for."""

    def emit(self, event: Event) -> None:
        """Put an event on the log, and what follows for the map."""
        self.turn.emit(event)
        for told in filed(self.group, event, self.turn.state.puzzles):
            self.turn.emit(told)
        match event:
            case MazeRoomFound(outside=False):
                self._found(event)
            case MazeRoomsJoined():
                self._joined(event.room, event.into, event.reason)
            case MazeRoomsForgotten():
                take_off(self.turn, self.group, event.rooms)
            case _ if self.redraws:
                self._redraw(event)

    def _found(self, event: MazeRoomFound) -> None:
        place = self.answer.place
        self.turn.emit(
            RoomFound(
                room=event.room,
                name=place.title if place is not None and place.title else "Maze",
                description=place.body if place is not None and not place.dark else "",
                location=event.location,
                dark=self.answer.dark,
                source=Source.STATE if event.location is not None else Source.LEXICAL,
            )
        )
        if self.here is not None and self.here != event.room:
            self._joined(self.here, event.room, "a room of the maze")

    def _joined(self, room: RoomId, into: RoomId, reason: str) -> None:
        for other in self.turn.state.mazes.groups.values():
            if other.group_id != self.group.group_id and room in other.rooms:
                event = MazeRoomsJoined(group=other.group_id, room=room, into=into, reason=reason)
                self.turn.emit(event)
        self.turn.emit(
            RoomsMerged(room=room, into=into, reason=reason or "one room", source=Source.INFERENCE)
        )

    def _redraw(self, event: Event) -> None:
        world = self.turn.state.map
        match event:
            case MazeWayWalked():
                known = world.exit(event.room, event.direction)
                if known is None or known.to != event.to or not known.open:
                    self.turn.emit(
                        ExitExplored(room=event.room, direction=event.direction, to=event.to)
                    )
            case MazeWayRefused() if world.exit(event.room, event.direction) is None:
                self.turn.emit(
                    ExitAbsent(room=event.room, direction=event.direction, reason=event.reason)
                )
            case MazeWayVaries():
                self.turn.emit(ExitMarked(room=event.room, direction=event.direction, random=True))
            case MazeArrived(room=room) if room is not None:
                self._arrived(room)

    def _arrived(self, room: RoomId) -> None:
        way = way_of(self.turn.state.command)
        if room == self.turn.state.map.here and way not in OPPOSITE:
            return
        if room == self.turn.state.map.here and room not in self.group.room_ids:
            return
        how = Movement.WALKED if way in OPPOSITE else Movement.RESTORED
        self.turn.emit(PlayerMoved(room=room, how=how, via=way))


def take_off(turn: Turn[AdventureState], group: MazeGroup, rooms: Iterable[RoomId]) -> None:
    """Take rooms off the map: passed through and never told apart.

    One is left in the place of them all, with no way out: it stands for all those turns.
    """
    world = turn.state.map
    for room in rooms:
        known = world.rooms.get(room)
        for direction in list(known.exits) if known is not None else ():
            turn.emit(ExitForgotten(room=room, direction=direction, source=Source.INFERENCE))
    lost = [
        room
        for room in world.rooms
        if room.startswith(f"maze_{group.group_id}_") and room not in group.rooms
    ]
    for room in lost[1:]:
        reason = "passed through, and never told apart"
        turn.emit(RoomsMerged(room=room, into=lost[0], reason=reason, source=Source.INFERENCE))
