"""The mazes found so far and what is known of each, its rooms, ways and markers: the fold of their
events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import Field, PrivateAttr

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.mazes.events import (
    AT_WORK,
    CLOSING,
    OVER,
    Evidence,
    Handled,
    MazeArrived,
    MazeDarkened,
    MazeDetected,
    MazeEvent,
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
from ludens.adventure.models import Part
from ludens.adventure.world.map_events import Movement, PlayerMoved
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

WAYS = (
    *("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"),
    *("up", "down"),
)
"""Directions tried in every room of a maze; `in` and `out` only where they are mentioned."""


REMAINS = phrase("rooms_remains")
"""What is better left alone, in lower case; a skeleton key is only named after it."""


class MazeWay(Part):
    """A direction that was tried in a room."""

    to: RoomId | None = None
    """Where it last led; None where it was refused or deadly."""
    led: dict[RoomId, int] = Field(default_factory=dict)
    """How often it led where."""
    refused: int = 0
    varies: bool = False
    deadly: bool = False


class MazeRoom(Part):
    """A room of a maze, or one outside that a way of the maze leads to."""

    look: str = ""
    title: str = ""
    outside: bool = False
    location: int | None = None
    mentions: tuple[str, ...] = ()
    risky: tuple[str, ...] = ()
    ways: dict[str, MazeWay] = Field(default_factory=dict)
    apart: set[RoomId] = Field(default_factory=set)
    """Rooms that it is proved not to be, if nothing takes markers."""
    proved: set[RoomId] = Field(default_factory=set)
    """Rooms that it is proved not to be, whatever takes markers."""
    things: tuple[str, ...] = ()
    """What lies or lives there, markers left out."""

    def take_over(self, old: MazeRoom) -> None:
        """Take what is known of another room, which proved to be this one."""
        self.look = self.look or old.look
        self.mentions = self.mentions or old.mentions
        self.things = self.things or old.things
        self.location = self.location if self.location is not None else old.location
        self.apart |= old.apart
        self.proved |= old.proved
        for direction, way in old.ways.items():
            known = self.ways.setdefault(direction, MazeWay())
            known.to = way.to or known.to
            known.refused += way.refused
            known.varies |= way.varies
            known.deadly |= way.deadly
            for to, times in way.led.items():
                known.led[to] = known.led.get(to, 0) + times

    def forget(self, rooms: Collection[RoomId]) -> None:
        """Forget other rooms, and the ways that led to none but them."""
        self.apart.difference_update(rooms)
        self.proved.difference_update(rooms)
        for direction, way in list(self.ways.items()):
            for room in rooms:
                way.led.pop(room, None)
            if way.to in rooms:
                way.to = next(iter(way.led), None)
                if way.to is None and not way.refused:
                    del self.ways[direction]

    def rename(self, old: RoomId, new: RoomId) -> None:
        """Call a room by the name of the one that it proved to be."""
        for others in (self.apart, self.proved):
            if old in others:
                others.discard(old)
                others.add(new)
        for way in self.ways.values():
            if old in way.led:
                way.led[new] = way.led.get(new, 0) + way.led.pop(old)
            if way.to == old:
                way.to = new
            if way.varies and len(way.led) == 1 and not way.refused:
                way.varies = False


class Marker(Part):
    """A thing that rooms are marked with."""

    how: Handled = Handled.CARRIED
    room: RoomId | None = None
    """Where it lies, or lay when it was last seen."""
    seen: bool = False
    """It was seen lying somewhere: it can serve."""
    missed: set[RoomId] = Field(default_factory=set)
    """Rooms in which it was not seen since it was last seen where it lies."""

    @property
    def in_hand(self) -> bool:
        """Whether it is carried."""
        return self.how in (Handled.CARRIED, Handled.TAKEN)

    @property
    def may_lie(self) -> bool:
        """Whether it may be seen lying somewhere, left there or lost."""
        return self.how in (Handled.DROPPED, Handled.LOST)

    @property
    def lies(self) -> bool:
        """Whether it is thought to lie in its room."""
        return self.how is Handled.DROPPED

    def forget(self, rooms: Collection[RoomId]) -> None:
        """Forget rooms: what lay in one lies who knows where."""
        self.missed.difference_update(rooms)
        if self.room in rooms:
            self.how, self.room = Handled.LOST, None


_TELL_NOTHING = (
    *(MazeArrived, MazeLearned, MazeMarkersSeen, MazePhaseBegan, MazeThingsSeen, MazeTourPlanned),
)
"""Events that say nothing of which rooms are which."""


class MazeGroup(Part):
    """One maze (seed 000 §13, "Maze Data Model")."""

    group_id: str
    entry_room_id: RoomId | None = None
    suspected: tuple[RoomId, ...] = ()
    title: str = ""
    looks: list[str] = Field(default_factory=list)
    evidence: Evidence = Evidence.ALIKE
    rooms: dict[RoomId, MazeRoom] = Field(default_factory=dict)
    """By id, rooms outside included."""
    kit: dict[str, Marker] = Field(default_factory=dict)
    """By name, the safest to leave lying first."""
    directions: tuple[str, ...] = WAYS
    traits: dict[Trait, str] = Field(default_factory=dict)
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
    aliases: dict[RoomId, RoomId] = Field(default_factory=dict)
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
                    known = self.kit.get(name)
                    if known is None or not (known.lies or known.how is Handled.UNFIT):
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
        self.here, self.dark, self.light_tries = event.here, event.dark, 0
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
        apart = set(self.rooms) if event.fresh else set()
        seen = event.model_dump(exclude={"group", "room", "fresh"})
        self.rooms[event.room] = MazeRoom(**seen, apart=apart)
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
        into.take_over(old)
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


class TrailStep(Part):
    """The player's coming to a room on foot."""

    turn: int
    room: RoomId
    via: str


TRAIL = 24
"""Rooms that the trail remembers."""


class Mazes(Part):
    """Every maze found so far; changed by events only."""

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
            case MazeEvent() if (group := self.groups.get(event.group)) is not None:
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
        dark = before is not None and before.dark
        if before is not None:
            here = group.resolve(place) or group.resolve(before.here)
            if here in group.room_ids and place is not None and here != group.resolve(place):
                here = None  # nobody told the maze that the player had left it
            carried = tuple(before.in_hand)
            for room, name in before.markers.items():
                known = group.resolve(room)
                if known is not None:
                    lying[name] = known
        yield MazeTakenBack(group=id_, here=here, lying=lying, carried=carried, dark=dark)
        if before is None or here is None or group.phase in OVER:
            continue
        phase, reason = before.resuming("an earlier moment came back; the maze is known")
        if phase not in OVER:
            yield MazePhaseBegan(group=id_, phase=phase, reason=reason)
