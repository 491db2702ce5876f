"""Which events say anything new about which rooms of a maze are which, and which take that back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.adventure.mazes.events import (
    Handled,
    MazeArrived,
    MazeLearned,
    MazeMarkerHandled,
    MazeMarkersDoubted,
    MazeMarkersSeen,
    MazePhaseBegan,
    MazeRoomLooked,
    MazeRoomsForgotten,
    MazeRoomsJoined,
    MazeTakenBack,
    MazeThingsSeen,
    MazeTourPlanned,
    MazeTraitNoticed,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
)
from ludens.episode.events import Event

if TYPE_CHECKING:
    from ludens.adventure.mazes.groups import MazeGroup


def tells(group: MazeGroup, event: Event) -> bool:
    """Return whether an event says anything new about which rooms are which."""
    match event:
        case MazeWayWalked():
            way = group.rooms[event.room].ways.get(event.direction)
            return way is None or way.to is None or _leads_elsewhere(group, event)
        case MazeWayRefused():
            return event.direction not in group.rooms[event.room].ways
        case (
            MazeArrived()
            | MazeLearned()
            | MazeMarkersSeen()
            | MazePhaseBegan()
            | MazeThingsSeen()
            | MazeTourPlanned()
        ):
            return False
    return True


def takes_back(group: MazeGroup, event: Event) -> bool:
    """Return whether an event makes what told two rooms apart worthless."""
    match event:
        case MazeMarkersDoubted() | MazeTakenBack() | MazeRoomsForgotten():
            return True
        case MazeWayVaries() | MazeTraitNoticed() | MazeRoomLooked() | MazeWayWalked():
            return not isinstance(event, MazeWayWalked) or _leads_elsewhere(group, event)
        case MazeMarkerHandled():
            return event.how in (Handled.LOST, Handled.UNFIT)
        case MazeRoomsJoined():
            return not event.sure
    return False


def _leads_elsewhere(group: MazeGroup, event: MazeWayWalked) -> bool:
    way = group.rooms[event.room].ways.get(event.direction)
    return way is not None and way.to is not None and way.to != event.to
