"""The map: rooms, and what is known of each way out of them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import (
    ExitBlocked,
    ExitExplored,
    ExitSeen,
    PlayerMoved,
    RoomChanged,
    RoomFound,
    RoomId,
)
from ludens.episode.events import Event


class ExitStatus(StrEnum):
    """What is known of a way out."""

    UNEXPLORED = "unexplored"
    EXPLORED = "explored"
    BLOCKED = "blocked"


class Exit(BaseModel):
    """A way out of a room, by direction or command."""

    model_config = ConfigDict(extra="forbid")

    status: ExitStatus = ExitStatus.UNEXPLORED
    to: RoomId | None = None
    assumed: bool = False
    reason: str = ""
    turn: int = 0
    """When it was last tried or, untried, first noticed."""


class Room(BaseModel):
    """A place."""

    model_config = ConfigDict(extra="forbid")

    name: str
    description: str = ""
    location: int | None = None
    dark: bool = False
    visits: int = 0
    first_seen: int = 0
    last_seen: int = 0
    exits: dict[str, Exit] = {}


class WorldMap(BaseModel):
    """Every room found so far; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    rooms: dict[RoomId, Room] = {}
    here: RoomId | None = None

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case RoomFound():
                self.rooms[event.room] = Room(
                    name=event.name,
                    description=event.description,
                    location=event.location,
                    dark=event.dark,
                    first_seen=turn,
                    last_seen=turn,
                )
            case RoomChanged():
                room = self.rooms[event.room]
                room.name = event.name if event.name is not None else room.name
                room.dark = event.dark if event.dark is not None else room.dark
                if event.description is not None:
                    room.description = event.description
            case PlayerMoved():
                self.here = event.room
                room = self.rooms[event.room]
                room.visits += 1
                room.last_seen = turn
            case ExitSeen():
                self.rooms[event.room].exits.setdefault(event.direction, Exit(turn=turn))
            case ExitExplored():
                self.rooms[event.room].exits[event.direction] = Exit(
                    status=ExitStatus.EXPLORED, to=event.to, assumed=event.assumed, turn=turn
                )
            case ExitBlocked():
                self.rooms[event.room].exits[event.direction] = Exit(
                    status=ExitStatus.BLOCKED, reason=event.reason, turn=turn
                )

    def by_location(self, location: int) -> RoomId | None:
        """Return the room with that Z-machine object number."""
        return next((id_ for id_, room in self.rooms.items() if room.location == location), None)
