"""The map: rooms, and what is known of each way out of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.events import PlayerDied
from ludens.adventure.stamps import Stamps
from ludens.adventure.world.exits import Contradiction, Exit, ExitStatus, united
from ludens.adventure.world.graph import WayGraph
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
)
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event


class WorldMap(BaseModel):
    """Every room found so far; changed by events only.

    An event may name a room that no event found: it is then known by its id alone. So any
    sequence of events folds, and a log that was cut or merged by hand still shows its map.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    rooms: dict[RoomId, Room] = {}
    here: RoomId | None = None
    aliases: dict[RoomId, RoomId] = {}
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
            case (
                ExitSeen()
                | ExitExplored()
                | ExitBlocked()
                | ExitAbsent()
                | ExitClosed()
                | ExitDoubted()
                | ExitMarked()
                | MapContradicted()
            ):
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
        self._graph.touch(room_id)

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

    def _learn(
        self,
        event: ExitSeen
        | ExitExplored
        | ExitBlocked
        | ExitAbsent
        | ExitClosed
        | ExitDoubted
        | ExitMarked
        | MapContradicted,
        turn: int,
    ) -> None:
        room_id, room = self._known(event.room, turn)
        new = event.direction not in room.exits
        way = room.exits.setdefault(event.direction, Exit(first_seen=turn, turn=turn))
        match event:
            case ExitSeen():
                if new or way.status in (ExitStatus.ABSENT, ExitStatus.CLOSED):
                    way.note(ExitStatus.UNEXPLORED, event, turn)
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
