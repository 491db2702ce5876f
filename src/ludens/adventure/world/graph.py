"""What is computed from the ways between rooms, and kept in step with the map.

Folding an event only notes which room it touched; whoever asks next pays for the rooms touched
since the last question. It holds no fact of its own: it is left out of dumps and comparisons and
built again when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ludens.adventure.stamps import Stamps
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room

if TYPE_CHECKING:
    from networkx import MultiDiGraph


class Reader(Protocol):
    """Something computed from the map that is kept at hand."""

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        ...


class WayGraph:
    """Which ways lead into a room, which exits have a status, and who reads the map."""

    def __init__(self) -> None:
        self.stamps = Stamps()
        """For each room, another number after each change of it or of a way out of it."""
        self.readers: dict[Hashable, Reader] = {}
        """What else is computed from the map and wants to know which rooms changed."""
        self._rooms: Mapping[RoomId, Room] = {}
        self._with_status: dict[str, dict[tuple[RoomId, str], None]] = {}
        self._entries: dict[RoomId, dict[tuple[RoomId, str], None]] = {}
        self._noted: dict[RoomId, tuple[int | None, list[tuple[str, str, set[RoomId]]]]] = {}
        """Of each room as it was last read: its location, and its exits' status, name and ends."""
        self._at_location: dict[int, set[RoomId]] = {}
        self._touched: dict[RoomId, None] | None = None
        """Rooms to look at again; None: all of them."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WayGraph)

    def __hash__(self) -> int:
        return hash(WayGraph)

    def __reduce__(self) -> tuple[type[WayGraph], tuple[()]]:
        return WayGraph, ()

    def touch(self, room: RoomId) -> None:
        """Note that a room or a way out of it changed."""
        self.stamps.touch(room)
        if self._touched is not None:
            self._touched[room] = None

    def touch_entries(self, room: RoomId) -> None:
        """Note that something changed for those who come into a room."""
        if self._touched is not None:
            self._touched.update((origin, None) for origin, _ in self._entries.get(room, ()))

    def entries(self, room: RoomId) -> list[tuple[RoomId, str]]:
        """Return the ways that lead or once led into a room, in alphabetical order."""
        return sorted(self._entries.get(room, ()))

    def at_location(self, location: int) -> RoomId | None:
        """Return the room with that Z-machine object number, or None."""
        return min(self._at_location.get(location, ()), default=None)

    def exits_with(self, status: ExitStatus) -> list[tuple[RoomId, str]]:
        """Return the exits (room, direction) of a status, in alphabetical order."""
        return sorted(self._with_status.get(status, ()))

    def count(self, status: ExitStatus) -> int:
        """Return how many exits have a status."""
        return len(self._with_status.get(status, ()))

    def update(self, rooms: Mapping[RoomId, Room]) -> None:
        """Take in what changed since the last time."""
        if self._touched is None:
            self._touched = dict.fromkeys(rooms)
        if not self._touched:
            return
        touched, self._touched = self._touched, {}
        self._rooms = rooms
        for room in touched:
            self._disconnect(room)
            if room in rooms:
                self._connect(room, rooms[room])
        for reader in self.readers.values():
            reader.touch(touched)

    @property
    def ways(self) -> MultiDiGraph[Any]:
        """A networkx graph of rooms, its edges keyed by direction; drawn anew for who asks.

        An edge carries `exit`, what the map knows of that way, and `chance`, how likely it leads
        there: below 1 for random ways only, which have an edge to every room they ever led to.
        """
        from networkx import MultiDiGraph  # noqa: PLC0415 - slower than a hundred turns

        graph: MultiDiGraph[Any] = MultiDiGraph()
        for id_, room in self._rooms.items():
            graph.add_node(id_, room=room)
            for direction, way in room.exits.items():
                for to in destinations(way):
                    graph.add_edge(id_, to, key=direction, exit=way, chance=way.chance(to))
        return graph

    def _connect(self, id_: RoomId, room: Room) -> None:
        if room.location is not None:
            self._at_location.setdefault(room.location, set()).add(id_)
        exits = [
            (way.status, direction, {to for to in (way.to, *way.walked) if to is not None})
            for direction, way in room.exits.items()
        ]
        self._noted[id_] = room.location, list(exits)
        for status, direction, ends in exits:
            self._with_status.setdefault(status, {})[id_, direction] = None
            for end in ends:
                self._entries.setdefault(end, {})[id_, direction] = None

    def _disconnect(self, id_: RoomId) -> None:
        location, exits = self._noted.pop(id_, (None, []))
        if location is not None:
            self._at_location[location].discard(id_)
        for status, direction, ends in exits:
            del self._with_status[status][id_, direction]
            for end in ends:
                self._entries[end].pop((id_, direction), None)


def destinations(way: Exit) -> list[RoomId]:
    """Return every room that a way may lead to, the likeliest first."""
    places: list[RoomId] = [] if way.to is None else [way.to]
    if way.random:
        places += [to for to in way.walked if to != way.to]
    return places
