"""Going back to an earlier moment, after a death say: the markers lie where they lay then.

What was learned of rooms and ways stays learned.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.mazes.events import OVER, MazePhaseBegan, MazeTakenBack
from ludens.adventure.mazes.record import Mazes
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


def taken_back(then: Mazes, now: Mazes, place: RoomId | None) -> Iterator[Event]:
    """Yield the events that put every maze's markers, and the player, to where they were.

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
