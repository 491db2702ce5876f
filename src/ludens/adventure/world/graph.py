"""The ways between rooms as a networkx graph, kept in step with the map.

Folding an event only notes which room it touched; whoever asks next pays for the rooms touched
since the last question. So folding a log costs the same on any map, and so does a question
between two turns. A graph holds no fact of its own: it is left out of dumps and comparisons and
built again when it is first asked for. What networkx knows of it is drawn only for who asks: no
turn does, and importing networkx takes longer than a hundred turns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Protocol

from ludens.adventure.stamps import Stamps
from ludens.adventure.world.bulk import building
from ludens.adventure.world.exits import Exit, ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room


class Reader(Protocol):
    """Something computed from the graph that is kept at hand."""

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        ...


class WayGraph:
    """A MultiDiGraph of rooms, its edges keyed by direction.

    An edge (from, to, direction) carries `exit`, what the map knows of that way, and `chance`,
    how likely it leads there (below 1 for random ways only, which have an edge to every room
    that they were seen to lead to). Blocked and closed ways whose destination is known are edges
    too.
    """

    def __init__(self) -> None:
        self.stamps = Stamps()
        """For each room, another number after each change of it or of a way out of it."""
        self._ways: Any = None
        self._undrawn: dict[RoomId, None] = {}
        """Rooms whose ways the networkx graph does not hold yet: it is drawn when asked for."""
        self._rooms: Mapping[RoomId, Room] = {}
        self.readers: dict[Hashable, Reader] = {}
        """What else is computed from the map and wants to know which rooms changed."""
        self._with_status: dict[str, dict[tuple[RoomId, str], None]] = {}
        self._entries: dict[RoomId, dict[tuple[RoomId, str], None]] = {}
        self._leads: dict[RoomId, list[tuple[RoomId, str]]] = {}
        self._statuses: dict[RoomId, list[tuple[str, str]]] = {}
        self._at_location: dict[int, set[RoomId]] = {}
        self._location_of: dict[RoomId, int] = {}
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
        self._undrawn.update(touched)
        with building(len(touched)):
            for room in touched:
                self._disconnect(room)
                if room in rooms:
                    self._connect(room, rooms[room])
        for reader in self.readers.values():
            reader.touch(touched)

    @property
    def ways(self) -> Any:
        """The networkx graph itself, as of the last update; to be read only."""
        if self._ways is None:
            from networkx import MultiDiGraph  # noqa: PLC0415 - as said above

            self._ways = MultiDiGraph()
        undrawn, self._undrawn = self._undrawn, {}
        for id_ in undrawn:
            if id_ not in self._ways:
                continue
            if id_ in self._rooms:
                self._ways.remove_edges_from(list(self._ways.out_edges(id_, keys=True)))
            else:
                self._ways.remove_node(id_)
        for id_ in undrawn:
            if id_ not in self._rooms:
                continue
            room = self._rooms[id_]
            self._ways.add_node(id_, room=room)
            for direction, way in room.exits.items():
                for to in destinations(way):
                    self._ways.add_edge(id_, to, key=direction, exit=way, chance=way.chance(to))
        return self._ways

    def _connect(self, id_: RoomId, room: Room) -> None:
        if room.location is not None:
            self._at_location.setdefault(room.location, set()).add(id_)
            self._location_of[id_] = room.location
        leads = self._leads[id_] = []
        statuses = self._statuses[id_] = []
        for direction, way in room.exits.items():
            exit_ = (id_, direction)
            statuses.append((way.status, direction))
            self._with_status.setdefault(way.status, {})[exit_] = None
            for once in {way.to, *way.walked}:
                if once is not None:
                    self._entries.setdefault(once, {})[exit_] = None
                    leads.append((once, direction))

    def _disconnect(self, id_: RoomId) -> None:
        if id_ not in self._statuses:
            return
        for to, direction in self._leads.pop(id_, ()):
            self._entries[to].pop((id_, direction), None)
        for status, direction in self._statuses.pop(id_, ()):
            del self._with_status[status][id_, direction]
        location = self._location_of.pop(id_, None)
        if location is not None:
            self._at_location[location].discard(id_)


def destinations(way: Exit) -> list[RoomId]:
    """Return every room that a way may lead to, the likeliest first."""
    places: list[RoomId] = [] if way.to is None else [way.to]
    if way.random:
        places += [to for to in way.walked if to != way.to]
    return places
