"""The map: rooms, what is known of each way out of them, and what is computed from the ways.

Folding an event only notes which room it touched; whoever asks next pays for the rooms touched
since the last question. What is computed is left out of dumps and comparisons and built again when
it is first asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import Field

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.events import PlayerDied
from ludens.adventure.models import Part
from ludens.adventure.stamps import Computed, Stamps
from ludens.adventure.world.exits import Contradiction, Exit, ExitStatus, Room, united
from ludens.adventure.world.map_events import (
    ExitAbsent,
    ExitBlocked,
    ExitClosed,
    ExitDoubted,
    ExitExplored,
    ExitForgotten,
    ExitMarked,
    ExitSeen,
    MapContradicted,
    Movement,
    PlayerMoved,
    RoomChanged,
    RoomFound,
    RoomsMerged,
    VisitReassigned,
    WayFact,
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event

if TYPE_CHECKING:
    from networkx import MultiDiGraph


class Reader(Protocol):
    """Something computed from the map that is kept at hand."""

    def touch(self, rooms: Iterable[RoomId]) -> None:
        """Note that rooms or ways out of them changed."""
        ...


class WayGraph(Computed):
    """Which ways lead into a room, which exits have a status, and who reads the map."""

    def __init__(self) -> None:
        self.stamps = Stamps()
        """For each room, another number after each change of it or of a way out of it."""
        self.readers: dict[Hashable, Reader] = {}
        """What else is computed from the map and wants to know which rooms changed."""
        self._rooms: Mapping[RoomId, Room] = {}
        self._untried: dict[tuple[RoomId, str], None] = {}
        self._entries: dict[RoomId, dict[tuple[RoomId, str], None]] = {}
        self._noted: dict[RoomId, tuple[int | None, list[tuple[str, str, set[RoomId]]]]] = {}
        """Of each room as it was last read: its location, and its exits' status, name and ends."""
        self._at_location: dict[int, set[RoomId]] = {}
        self._touched: dict[RoomId, None] | None = None
        """Rooms to look at again; None: all of them."""

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

    def untried(self) -> list[tuple[RoomId, str]]:
        """Return the exits (room, direction) that nobody has tried, in alphabetical order."""
        return sorted(self._untried)

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
            if status is ExitStatus.UNEXPLORED:
                self._untried[id_, direction] = None
            for end in ends:
                self._entries.setdefault(end, {})[id_, direction] = None

    def _disconnect(self, id_: RoomId) -> None:
        location, exits = self._noted.pop(id_, (None, []))
        if location is not None:
            self._at_location[location].discard(id_)
        for _, direction, ends in exits:
            self._untried.pop((id_, direction), None)
            for end in ends:
                self._entries[end].pop((id_, direction), None)


def destinations(way: Exit) -> list[RoomId]:
    """Return every room that a way may lead to, the likeliest first."""
    places: list[RoomId] = [] if way.to is None else [way.to]
    if way.random:
        places += [to for to in way.walked if to != way.to]
    return places


class WorldMap(Part):
    """Every room found so far; changed by events only.

    An event may name a room that no event found: it is then known by its id alone. So any
    sequence of events folds, and a log that was cut or merged by hand still shows its map.
    """

    rooms: dict[RoomId, Room] = Field(default_factory=dict)
    here: RoomId | None = None
    aliases: dict[RoomId, RoomId] = Field(default_factory=dict)
    """Rooms that proved to be another one."""
    found: int = 0
    """How many rooms were ever found; merged ones included."""

    @cached_property
    def _graph(self) -> WayGraph:
        """The ways; no fact of its own."""
        return WayGraph()

    @property
    def graph(self) -> WayGraph:
        """The ways as a graph, brought up to date; to be read only."""
        self._graph.update(self.rooms)
        return self._graph

    @property
    def stamps(self) -> Stamps:
        """For each room, another number after each change of it or of a way out of it."""
        return self._graph.stamps

    def resolve(self, room: RoomId) -> RoomId:
        """Return the room that an id stands for by now."""
        while room in self.aliases:
            room = self.aliases[room]
        return room

    def exit(self, room: RoomId, direction: str) -> Exit | None:
        """Return what is known of a way out, or None if nothing is."""
        place = self.rooms.get(self.resolve(room))
        return place.exits.get(direction) if place is not None else None

    def called_like(self, name: str) -> list[RoomId]:
        """Return the rooms of a name, whatever its capitals."""
        return [id_ for id_, room in self.rooms.items() if room.name.lower() == name.lower()]

    def entries(self, room: RoomId) -> list[tuple[RoomId, str]]:
        """Return the ways that lead or once led into a room, in alphabetical order."""
        return self.graph.entries(self.resolve(room))

    def by_location(self, location: int) -> RoomId | None:
        """Return the room with that Z-machine object number."""
        return self.graph.at_location(location)

    def contradictions(self) -> Iterator[tuple[RoomId, str, Contradiction]]:
        """Yield every way that once contradicted the map, with the last such time."""
        for room_id, room in self.rooms.items():
            for direction, way in room.exits.items():
                if way.contradiction is not None:
                    yield room_id, direction, way.contradiction

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event; the cost does not grow with the map."""
        match event:
            case RoomFound() | RoomChanged():
                self._describe(event, turn)
            case RoomsMerged():
                self._merge(event, turn)
            case PlayerMoved():
                self._move(event, turn)
            case VisitReassigned():
                self._reassign(event)
            case ExitForgotten():
                room_id, room = self._known(event.room, turn)
                room.exits.pop(event.direction, None)
                self._graph.touch(room_id)
            case PlayerDied():
                self._die(event, turn)
            case WayFact():
                self._learn(event, turn)

    def _known(self, room: RoomId, turn: int) -> tuple[RoomId, Room]:
        room = self.resolve(room)
        if room not in self.rooms:
            self.rooms[room] = Room(name=room, first_seen=turn, last_seen=turn)
            self.found += 1
            self._graph.touch(room)
        return room, self.rooms[room]

    def _describe(self, event: RoomFound | RoomChanged, turn: int) -> None:
        room_id, room = self._known(event.room, turn)
        if event.name is not None:
            room.name = event.name
        if event.description is not None:
            room.description = event.description
        if event.dark is not None and event.dark != room.dark:
            room.dark = event.dark
            self._graph.touch_entries(room_id)
        if isinstance(event, RoomFound):
            room.location = event.location if event.location is not None else room.location
            room.source, room.confidence = event.source, event.confidence
            self._arrive_at(room_id, room.location, turn)
        self._graph.touch(room_id)

    def _arrive_at(self, room_id: RoomId, location: int | None, turn: int) -> None:
        """Let the ways lead to a room of which a trial showed that they lead to its place."""
        for origin, room in self.rooms.items() if location is not None else ():
            for way in room.exits.values():
                if way.leads_at == location:
                    way.status, way.to, way.turn = ExitStatus.ASSUMED, room_id, turn
                    way.leads_to, way.leads_at = "", None
                    self._graph.touch(origin)

    def _move(self, event: PlayerMoved, turn: int) -> None:
        origin = self.here
        self.here, room = self._known(event.room, turn)
        room.visits += 1
        room.last_seen = turn
        if origin is None or event.how not in (Movement.WALKED, Movement.CARRIED):
            return
        way = self.rooms[origin].exits.get(event.via)
        if way is not None:
            way.count(self.here)
            self._graph.touch(origin)

    def _reassign(self, event: VisitReassigned) -> None:
        room_id, room = self._known(event.room, event.since)
        to_id, to = self._known(event.to, event.since)
        room.visits = max(0, room.visits - 1)
        to.visits += 1
        to.last_seen = max(to.last_seen, room.last_seen)
        if self.here == room_id and event.until is None:
            self.here = to_id

    def _die(self, event: PlayerDied, turn: int) -> None:
        way = way_of(event.command)
        if self.here is None:
            return
        exits = self.rooms[self.here].exits
        if way in OPPOSITE:
            exits.setdefault(way, Exit(first_seen=turn, turn=turn))
        if way in exits:
            exits[way].deaths += 1
            self._graph.touch(self.here)

    def _learn(self, event: WayFact, turn: int) -> None:
        room_id, room = self._known(event.room, turn)
        new = event.direction not in room.exits
        way = room.exits.setdefault(event.direction, Exit(first_seen=turn, turn=turn))
        match event:
            case ExitSeen():
                shown = bool(event.leads_to) and way.status is not ExitStatus.EXPLORED
                if new or shown or way.status in (ExitStatus.ABSENT, ExitStatus.CLOSED):
                    way.note(ExitStatus.UNEXPLORED, event, turn)
                    way.leads_to, way.leads_at = event.leads_to, event.location
                    way.to = None if shown else way.to
            case ExitExplored():
                to, _ = self._known(event.to, turn)
                way.streak = way.streak if way.to == to else 0
                way.to, way.reason, way.teleport = to, "", event.teleport
                if event.walked is not None:
                    way.walked = {self.resolve(end): n for end, n in event.walked.items()}
                way.note(ExitStatus.ASSUMED if event.assumed else ExitStatus.EXPLORED, event, turn)
            case ExitBlocked():
                way.reason = event.reason
                way.note(ExitStatus.BLOCKED, event, turn)
            case ExitAbsent():
                way.reason, way.to = event.reason, None
                way.note(ExitStatus.ABSENT, event, turn)
            case ExitClosed():
                way.reason = event.reason
                way.note(ExitStatus.CLOSED, event, turn)
            case ExitDoubted():
                way.to = None
                way.note(ExitStatus.UNEXPLORED, event, turn)
            case ExitMarked():
                way.one_way = event.one_way if event.one_way is not None else way.one_way
                way.random = event.random if event.random is not None else way.random
                if event.stayed:
                    way.count(self.resolve(event.room))
                way.turn = turn
            case MapContradicted():
                times = way.contradiction.times + 1 if way.contradiction is not None else 1
                way.contradiction = Contradiction(
                    expected=event.expected,
                    found=event.found,
                    resolution=event.resolution,
                    turn=turn,
                    times=times,
                )
        self._graph.touch(room_id)

    def _merge(self, event: RoomsMerged, turn: int) -> None:
        old_id = self.resolve(event.room)
        new_id, new = self._known(event.into, turn)
        if old_id == new_id:
            return
        for origin, direction in self.entries(old_id):
            self.rooms[origin].exits[direction].redirect(old_id, new_id)
            self._graph.touch(origin)
        self.aliases[old_id] = new_id
        self._graph.touch(old_id)
        self._graph.touch(new_id)
        if self.here == old_id:
            self.here = new_id
        old = self.rooms.pop(old_id, None)
        if old is None:
            return
        new.visits += old.visits
        new.first_seen = min(new.first_seen, old.first_seen)
        new.last_seen = max(new.last_seen, old.last_seen)
        new.location = new.location if new.location is not None else old.location
        new.description = new.description or old.description
        for direction, way in old.exits.items():
            known = new.exits.get(direction)
            new.exits[direction] = way if known is None else united(known, way)
