"""Every maze found so far: the fold of their events."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandChosen
from ludens.adventure.mazes.events import OVER, MazeDetected, MazePhaseBegan, MazeTakenBack
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


def taken_back(then: Mazes, now: Mazes, place: RoomId | None) -> Iterator[Event]:
    """Yield the events that put every maze's markers, and the player, to where they were.

    What was learned of rooms and ways stays learned.

    `place` is the room that the player was in then, as it is called now.
    """
    for id_, group in now.groups.items():
        before = then.groups.get(id_)
        lying: dict[str, RoomId] = {}
        carried: tuple[str, ...] = ()
        here: RoomId | None = None
        if before is not None:
            here = group.resolve(place) or group.resolve(before.here)
            if here in group.room_ids and place is not None and here != group.resolve(place):
                here = None  # nobody told the maze that the player had left it
            carried = tuple(before.in_hand)
            for room, name in before.markers.items():
                known = group.resolve(room)
                if known is not None:
                    lying[name] = known
        yield MazeTakenBack(group=id_, here=here, lying=lying, carried=carried)
        if before is None or here is None or group.phase in OVER:
            continue
        phase, reason = before.resuming("an earlier moment came back; the maze is known")
        if phase not in OVER:
            yield MazePhaseBegan(group=id_, phase=phase, reason=reason)
