"""What markers tell of rooms, and what they prove even where something takes them.

That a marker is not seen in a room tells nothing where it may have been stolen meanwhile. But if it
is seen again later where it was left, it lay there all the time: so the rooms in which it was
missed since are other ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.adventure.mazes.events import Handled, MazeMarkerHandled, MazeMarkersSeen
from ludens.adventure.mazes.rooms import Marker

if TYPE_CHECKING:
    from ludens.adventure.mazes.groups import MazeGroup
    from ludens.adventure.world.places import RoomId


def testify(group: MazeGroup, event: MazeMarkersSeen) -> None:
    """Fold which markers are seen in a room, and so which are missed there."""
    here = group.rooms[event.room]
    for name, marker in group.kit.items():
        if name in event.markers:
            for other in marker.missed - {event.room}:
                here.proved.add(other)
                group.rooms[other].proved.add(event.room)
            marker.missed.clear()
        elif marker.lies and marker.room != event.room:
            marker.missed.add(event.room)


def handle(group: MazeGroup, event: MazeMarkerHandled) -> None:
    """Fold what became of a marker."""
    marker = group.kit.setdefault(event.marker, Marker())
    if event.how is Handled.TAKEN and marker.lies and marker.room in group.rooms:
        keep_apart(group, marker.room)
    if event.how is Handled.DROPPED and marker.lies:
        marker.seen = True
    elif event.how is Handled.DROPPED:
        marker.missed.clear()
    marker.how = event.how
    marker.room = event.room if event.how is Handled.DROPPED else marker.room
    if marker.in_hand:
        marker.room = None


def keep_apart(group: MazeGroup, room: RoomId) -> None:
    """Remember what a marker that goes told: every other marked room is another one."""
    for other in group.markers:
        if other != room:
            group.rooms[room].apart.add(other)
            group.rooms[other].apart.add(room)
