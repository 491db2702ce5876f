"""The mazes found so far and what is known of each: the fold of their events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, PrivateAttr

from ludens.adventure.events import By
from ludens.adventure.mazes.events import (
    AT_WORK,
    CLOSING,
    OVER,
    Evidence,
    Handled,
    MazeArrived,
    MazeDarkened,
    MazeHandsFull,
    MazeLearned,
    MazeLightReckoned,
    MazeMapped,
    MazeMarkerHandled,
    MazeMarkersCounted,
    MazeMarkersDoubted,
    MazeMarkersSeen,
    MazePhaseBegan,
    MazeRoomFound,
    MazeRoomLooked,
    MazeRoomsApart,
    MazeRoomsForgotten,
    MazeRoomsJoined,
    MazeTakenBack,
    MazeThingsSeen,
    MazeTourPlanned,
    MazeTraitNoticed,
    MazeWayDeadly,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
    MazeWordUnknown,
    Phase,
    Trait,
)
from ludens.adventure.mazes.rooms import REMAINS, WAYS, Marker, MazeRoom, MazeWay
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

_TELL_NOTHING = (
    *(MazeArrived, MazeLearned, MazeMarkersSeen, MazePhaseBegan, MazeThingsSeen, MazeTourPlanned),
)
"""Events that say nothing of which rooms are which."""


class MazeGroup(BaseModel):
    """One maze (seed 000 §13, "Maze Data Model")."""

    model_config = ConfigDict(extra="forbid")

    group_id: str
    entry_room_id: RoomId | None = None
    suspected: tuple[RoomId, ...] = ()
    title: str = ""
    looks: list[str] = []
    evidence: Evidence = Evidence.ALIKE
    rooms: dict[RoomId, MazeRoom] = {}
    """By id, rooms outside included."""
    kit: dict[str, Marker] = {}
    """By name, the safest to leave lying first."""
    directions: tuple[str, ...] = WAYS
    traits: dict[Trait, str] = {}
    phase: Phase = Phase.PREPARING
    interrupted: Phase | None = None
    """What the solver was at when it was interrupted."""
    unfinished: str = ""
    """Why it had stopped exploring before all was known, if it was collecting or leaving then."""
    phase_turn: int = 0
    """When the phase began."""
    reason: str = ""
    here: RoomId | None = None
    """Where the player is, as far as the solver knows."""
    tour: tuple[RoomId, ...] = ()
    tours: int = 0
    """How often one was planned."""
    found: int = 0
    """How many rooms were ever found in it; numbers the next one."""
    counted: bool = False
    """What is carried was looked through."""
    most_carried: int | None = None
    """Markers that fill the player's hands; None while they never did."""
    lights: tuple[str, ...] = ()
    """Carried things that may give light."""
    dark: bool = False
    """It is too dark to see, now."""
    light_tries: int = 0
    """How often the solver tried to make light since it became dark."""
    spent: int = 0
    """Commands that the solver gave for it."""
    budget: int = 0
    learned: int = 0
    """How much was known of it at the most (see `patience`)."""
    learned_at: int = 0
    """How many commands were spent by then."""
    phase_spent: int = 0
    """How many commands were spent when the phase began."""
    deaths: int = 0
    """How often the player died while the solver was at work."""
    score: int | None = None
    """The story's score when the work ended."""
    carried: tuple[str, ...] = ()
    """What the player carried when the work ended."""
    markers_wanted: int = 0
    """Markers below which more are fetched."""
    light_left: int | None = None
    """Turns that the light lasts, at the least; None while nothing tells."""
    aliases: dict[RoomId, RoomId] = {}
    """Rooms that proved to be other ones, and which."""
    fully_mapped: bool = False
    sure: bool = False
    created_turn: int = 0
    completed_turn: int | None = None
    changes: int = 0
    """Grows with every event that may tell rooms apart or join them."""

    _computed: tuple[int, set[tuple[RoomId, RoomId]]] | None = PrivateAttr(default=None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MazeGroup) and self.model_dump() == other.model_dump()

    __hash__ = None  # type: ignore[assignment]  # as for every model that changes

    @property
    def computed(self) -> tuple[int, set[tuple[RoomId, RoomId]]] | None:
        """What `identity` computed from the group after so many changes; never written down."""
        return self._computed

    @computed.setter
    def computed(self, answers: tuple[int, set[tuple[RoomId, RoomId]]] | None) -> None:
        self._computed = answers

    @property
    def room_ids(self) -> list[RoomId]:
        """All rooms in this maze."""
        return [id_ for id_, room in self.rooms.items() if not room.outside]

    @property
    def exit_room_ids(self) -> list[RoomId]:
        """Rooms that are not part of the maze and that a way out of it leads to."""
        ends: dict[RoomId, None] = {}
        for room in self.rooms.values():
            if not room.outside:
                for way in room.ways.values():
                    ends.update((to, None) for to in way.led if self.rooms[to].outside)
        return list(ends)

    @property
    def markers(self) -> dict[RoomId, str]:
        """The marker that lies in each room."""
        return {
            marker.room: name
            for name, marker in self.kit.items()
            if marker.lies and marker.room is not None
        }

    @property
    def in_hand(self) -> list[str]:
        """The markers that are carried, the safest first."""
        return [name for name, marker in self.kit.items() if marker.in_hand]

    @property
    def hands_full(self) -> bool:
        """Whether no more markers can be carried."""
        return self.most_carried is not None and len(self.in_hand) >= self.most_carried

    @property
    def usable(self) -> list[str]:
        """The markers that are carried or lie in the maze."""
        return [name for name, marker in self.kit.items() if marker.in_hand or marker.lies]

    @property
    def numbered(self) -> bool:
        """Whether rooms are told by their numbers, so that no marker is needed."""
        return any(room.location is not None for room in self.rooms.values())

    @property
    def wants_more(self) -> bool:
        """Whether more things to mark rooms with are wanted and can be carried."""
        return self.more_wanted > 0

    @property
    def more_wanted(self) -> int:
        """How many more are wanted, of which as many as can be carried."""
        if self.numbered:
            return 0
        few = self.markers_wanted - len(self.usable)
        return few if self.most_carried is None else min(few, self.most_carried - len(self.in_hand))

    def may_try(self, thing: str) -> bool:
        """Return whether a thing that lies about may be tried for a marker."""
        attacker = self.traits.get(Trait.CREATURE, "").lower()
        return thing not in self.kit and thing not in attacker and not REMAINS.search(thing)

    @property
    def can_mark(self) -> bool:
        """Whether there is any marker at all, in hand or lying."""
        return bool(self.usable)

    def resuming(self, reason: str) -> tuple[Phase, str]:
        """Return the phase that goes on after an interruption, and its reason; `reason` tells why
        the work is taken up again.
        """
        phase = self.interrupted or self.phase
        unfinished = self.unfinished if self.interrupted else self.reason
        return phase, unfinished if phase in CLOSING else reason

    @property
    def given_up(self) -> bool:
        """Whether the solver left it to the player."""
        return self.phase is Phase.GIVEN_UP

    @property
    def overspent(self) -> bool:
        """Whether as many commands were spent as may be."""
        return self.budget > 0 and self.spent >= self.budget

    @property
    def at_work(self) -> bool:
        """Whether the solver decides."""
        return self.phase in AT_WORK

    def untried(self, room: RoomId) -> list[str]:
        """Return the directions not yet tried in a room of the maze, mentioned ones first."""
        known = self.rooms[room]
        ways = dict.fromkeys((*known.mentions, *self.directions))
        return [way for way in ways if way not in known.ways]

    def resolve(self, room: RoomId | None) -> RoomId | None:
        """Return what a room is called now; None if it is none of the group any more."""
        while room in self.aliases:
            room = self.aliases[room]
        return room if room in self.rooms else None

    def at_location(self, location: int) -> RoomId | None:
        """Return the room with that Z-machine object number."""
        return next((id_ for id_, room in self.rooms.items() if room.location == location), None)

    def count(self, by: By) -> None:
        """Count a command: what the solver may spend, and what the light lasts for."""
        if by is By.SOLVER:
            self.spent += 1
            self.light_tries += self.dark
        if self.light_left is not None:
            self.light_left = max(0, self.light_left - 1)

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event about this maze."""
        self.changes += not isinstance(event, _TELL_NOTHING)
        self._apply_course(event, turn)
        self._apply_markers(event)
        self._apply_rooms(event)

    def _apply_course(self, event: Event, turn: int) -> None:
        """Fold what tells how the work goes on."""
        match event:
            case MazePhaseBegan():
                self._begin(event, turn)
            case MazeTraitNoticed():
                self.traits.setdefault(event.trait, event.detail)
            case MazeMarkersDoubted():
                self._doubt_markers()
            case MazeTourPlanned():
                self.tour = event.rooms
                self.tours += 1
            case MazeLearned():
                self.learned, self.learned_at = event.known, self.spent
            case MazeMapped():
                self.fully_mapped, self.sure = event.complete, event.sure
                self.completed_turn, self.reason = turn, event.reason
                self.score, self.carried = event.score, event.carried

    def _apply_markers(self, event: Event) -> None:
        """Fold what became of markers and lights."""
        match event:
            case MazeMarkersCounted():
                for name in event.markers:
                    if name not in self.kit or not self.kit[name].lies:
                        self.kit[name] = Marker()
                self.counted = True
                self.lights = event.lights or self.lights
            case MazeLightReckoned():
                self.light_left = event.left
            case MazeTakenBack():
                self._take_back(event)
            case MazeDarkened():
                self.dark, self.light_tries = event.dark, 0
            case MazeMarkerHandled():
                self._handle(event)
            case MazeMarkersSeen():
                self._testify(event)
            case MazeHandsFull():
                self.most_carried = event.carried

    def _apply_rooms(self, event: Event) -> None:
        """Fold what tells of rooms and the ways between them."""
        match event:
            case MazeRoomFound():
                self._find(event)
            case MazeRoomLooked():
                self.rooms[event.room].look = event.look
            case MazeArrived():
                self.here = event.room
            case MazeRoomsApart():
                for other in event.others:
                    self.rooms[event.room].apart.add(other)
                    self.rooms[other].apart.add(event.room)
            case MazeRoomsJoined():
                self._join(event)
            case MazeRoomsForgotten():
                self._forget(event)
            case MazeWordUnknown():
                self.directions = tuple(w for w in self.directions if w != event.direction)
            case MazeThingsSeen():
                self.rooms[event.room].things = event.things
            case MazeWayWalked() | MazeWayRefused() | MazeWayDeadly() | MazeWayVaries():
                self._learn(event)

    def _begin(self, event: MazePhaseBegan, turn: int) -> None:
        if event.phase is Phase.INTERRUPTED and self.phase in AT_WORK:
            self.interrupted = self.phase
            self.unfinished = self.reason if self.phase in CLOSING else ""
        elif event.phase is not Phase.INTERRUPTED:
            self.interrupted = None
        if event.afresh:
            self.spent = self.learned_at = self.deaths = 0
        self.phase, self.phase_turn, self.phase_spent = event.phase, turn, self.spent
        self.deaths += event.died
        self.reason = event.reason or (self.reason if event.phase in OVER else "")

    def _take_back(self, event: MazeTakenBack) -> None:
        for room in self.markers:
            self._keep_apart(room)
        self.here, self.dark = event.here, False
        for name, marker in self.kit.items():
            lay = event.lying.get(name)
            if lay is not None:
                marker.how, marker.room = Handled.DROPPED, lay
            elif name in event.carried:
                marker.how, marker.room = Handled.CARRIED, None
            elif marker.how is not Handled.UNFIT:
                marker.how = Handled.LOST
        self.counted = bool(event.lying or event.carried)

    def _testify(self, event: MazeMarkersSeen) -> None:
        """Note which markers are seen in a room, and so which are missed there.

        One that is seen again where it was left lay there all the time, whatever takes markers:
        the rooms in which it was missed since are other ones.
        """
        here = self.rooms[event.room]
        for name, marker in self.kit.items():
            if name in event.markers:
                for other in marker.missed - {event.room}:
                    here.proved.add(other)
                    self.rooms[other].proved.add(event.room)
                marker.missed.clear()
            elif marker.lies and marker.room != event.room:
                marker.missed.add(event.room)

    def _handle(self, event: MazeMarkerHandled) -> None:
        marker = self.kit.setdefault(event.marker, Marker())
        if event.how is Handled.TAKEN and marker.lies and marker.room in self.rooms:
            self._keep_apart(marker.room)
        if event.how is Handled.DROPPED and marker.lies:
            marker.seen = True
        elif event.how is Handled.DROPPED:
            marker.missed.clear()
        marker.how = event.how
        marker.room = event.room if event.how is Handled.DROPPED else marker.room
        if marker.in_hand:
            marker.room = None

    def _keep_apart(self, room: RoomId) -> None:
        """Remember what a marker that goes told: every other marked room is another one."""
        for other in self.markers:
            if other != room:
                self.rooms[room].apart.add(other)
                self.rooms[other].apart.add(room)

    def _doubt_markers(self) -> None:
        self.traits.pop(Trait.RANDOM, None)
        self.learned, self.learned_at = 0, self.spent
        for room in self.rooms.values():
            room.apart = set(room.proved)
            for way in room.ways.values():
                way.varies = False

    def _find(self, event: MazeRoomFound) -> None:
        self.rooms[event.room] = MazeRoom(
            look=event.look,
            title=event.title,
            outside=event.outside,
            location=event.location,
            mentions=event.mentions,
            risky=event.risky,
            apart=set(self.rooms) if event.fresh else set(),
        )
        self.found += not event.outside
        for other in self.rooms[event.room].apart:
            self.rooms[other].apart.add(event.room)

    def _learn(self, event: MazeWayWalked | MazeWayRefused | MazeWayDeadly | MazeWayVaries) -> None:
        way = self.rooms[event.room].ways.setdefault(event.direction, MazeWay())
        match event:
            case MazeWayWalked():
                way.to = event.to
                way.led[event.to] = way.led.get(event.to, 0) + 1
            case MazeWayRefused():
                way.refused += 1
            case MazeWayDeadly():
                way.deadly = True
            case MazeWayVaries():
                way.varies = True

    def _forget(self, event: MazeRoomsForgotten) -> None:
        for id_ in event.rooms:
            del self.rooms[id_]
        known: list[MazeRoom | Marker] = [*self.rooms.values(), *self.kit.values()]
        for one in known:
            one.forget(event.rooms)

    def _join(self, event: MazeRoomsJoined) -> None:
        old = self.rooms.pop(event.room)
        self.aliases[event.room] = event.into
        into = self.rooms.setdefault(event.into, MazeRoom(outside=old.outside, title=old.title))
        into.take_over(old, sure=event.sure)
        for room in self.rooms.values():
            room.rename(event.room, event.into)
        for marker in self.kit.values():
            if marker.room == event.room:
                marker.room = event.into
            if event.room in marker.missed:
                marker.missed.discard(event.room)
                marker.missed.add(event.into)
        self.here = event.into if self.here == event.room else self.here
        self.tour = tuple(event.into if id_ == event.room else id_ for id_ in self.tour)
