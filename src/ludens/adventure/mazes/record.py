"""Every maze found so far: the fold of their events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandChosen
from ludens.adventure.mazes.events import OVER, MazeDetected, MazePhaseBegan
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.rooms import WAYS
from ludens.adventure.world.map_events import Movement, PlayerMoved
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class TrailStep(BaseModel):
    """The player's coming to a room on foot."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    turn: int
    room: RoomId
    via: str


TRAIL = 24
"""Rooms that the trail remembers."""


class Mazes(BaseModel):
    """Every maze found so far; changed by events only."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    groups: dict[str, MazeGroup] = Field(default_factory=dict)
    active: str | None = None
    """The maze that the solver is busy with or was interrupted in."""
    trail: list[TrailStep] = Field(default_factory=list)
    """The last rooms that the player walked into, the newest last."""

    @property
    def current(self) -> MazeGroup | None:
        """The maze that the solver is busy with or was interrupted in."""
        return self.groups.get(self.active) if self.active is not None else None

    @property
    def solving(self) -> bool:
        """Whether the solver decides, not the player."""
        return self.current is not None and self.current.at_work

    def group_of(self, room: RoomId | None) -> MazeGroup | None:
        """Return the maze that a room belongs to, or None if it is in none."""
        for group in self.groups.values():
            if room in group.rooms and not group.rooms[room].outside:
                return group
        return None

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case MazeDetected():
                self.groups[event.group] = MazeGroup(
                    group_id=event.group,
                    entry_room_id=event.entry_room,
                    suspected=event.suspected_rooms,
                    title=event.title,
                    looks=list(event.looks),
                    evidence=event.evidence,
                    directions=event.ways or WAYS,
                    budget=event.budget,
                    markers_wanted=event.markers_wanted,
                    created_turn=turn,
                )
                self.active = event.group
            case CommandChosen() if self.current is not None:
                self.current.count(event.by)
            case PlayerMoved(how=Movement.WALKED | Movement.START):
                step = TrailStep(turn=turn, room=event.room, via=event.via)
                self.trail = [*self.trail[-TRAIL + 1 :], step]
            case _ if (group := self.groups.get(getattr(event, "group", ""))) is not None:
                group.apply(event, turn)
                if isinstance(event, MazePhaseBegan):
                    self.active = None if event.phase in OVER else event.group
