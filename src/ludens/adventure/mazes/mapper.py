"""Reading a maze: what an answer says about where the player is and where ways lead.

From a group as it is known, a command and what its answer shows, the events that follow. Nothing
changes but by events: whoever asks gives an `emit` that folds each at once. The rules are those of
seed 000 §13, with one change: a room that carries no marker is taken for a room on trial until
something proves which one it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations, starmap

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.mazes.events import (
    Handled,
    MazeArrived,
    MazeDarkened,
    MazeHandsFull,
    MazeLearned,
    MazeLightReckoned,
    MazeMarkerHandled,
    MazeMarkersCounted,
    MazeMarkersDoubted,
    MazeMarkersSeen,
    MazePhaseBegan,
    MazeRoomFound,
    MazeRoomLooked,
    MazeRoomsApart,
    MazeRoomsForgotten,
    MazeThingsSeen,
    MazeTraitNoticed,
    MazeWayDeadly,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
    MazeWordUnknown,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup, MazeWay
from ludens.adventure.mazes.identity import (
    Pair,
    differ,
    doubtful,
    in_another_maze,
    joins,
    pair,
    questions,
    resolved,
)
from ludens.adventure.mazes.light import after_warning, commands_needed
from ludens.adventure.mazes.solver import known
from ludens.adventure.perception.mentions import noun_of
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of
from ludens.episode.events import Event


@dataclass(frozen=True, slots=True)
class Sight:
    """One answer, read for the maze: from a story's text, its memory, or an invented maze."""

    shown: bool = False
    """A place was shown, the same one or another."""
    look: str = ""
    """Its title and description in plain form, without what lies there; empty if not described."""
    title: str = ""
    outside: RoomId | None = None
    """The room, if it is none of the maze."""
    location: int | None = None
    """The room's number, where it may be known."""
    markers: frozenset[str] = field(default_factory=frozenset)
    """Which of the group's markers are seen lying here."""
    things: tuple[str, ...] = ()
    """What else is seen here."""
    mentions: tuple[str, ...] = ()
    """The directions that the description mentions."""
    risky: tuple[str, ...] = ()
    """Those of them that look as if there were no return."""
    refusal: str = ""
    """Why a way led nowhere; empty if none was refused."""
    unknown_word: bool = False
    """The story does not understand the command."""
    dark: bool = False
    """It is too dark to see."""
    goes_dark: bool = False
    """The light went out where the player is by now."""
    carried: tuple[str, ...] | None = None
    """What is fit for a marker among all that is carried, when the story lists that."""
    lights: tuple[str, ...] = ()
    """Carried things that may give light, when the story lists what is carried."""
    taken: frozenset[str] = field(default_factory=frozenset)
    dropped: frozenset[str] = field(default_factory=frozenset)
    too_much: bool = False
    """Nothing was taken: too much is carried already."""
    fading: str = ""
    """The story's warning that the light runs out; empty if there is none."""
    attacked: str = ""
    """The sentence in which something attacks the player; empty if nothing does."""
    died: bool = False
    moved_away: bool = False
    """The player was carried off by no way of their own: died and came back, flew, fell."""


Emit = Callable[[Event], None]
"""Puts an event on the log and folds it into the state at once."""


@dataclass(slots=True)
class Mapper:
    """One answer being read."""

    group: MazeGroup
    sight: Sight
    tell: Emit

    def notice(self, trait: Trait, detail: str = "") -> None:
        """Note that the maze is harder than was known, once."""
        if trait not in self.group.traits:
            self.tell(MazeTraitNoticed(group=self.name, trait=trait, detail=detail))

    def handled(self, marker: str, how: Handled, room: RoomId | None = None) -> None:
        """Tell that a marker is somewhere else than before; `room` is where it lies now."""
        self.tell(MazeMarkerHandled(group=self.name, marker=marker, how=how, room=room))

    def begin(self, phase: Phase, reason: str, *, died: bool = False) -> None:
        """Go on to another part of the work."""
        self.tell(MazePhaseBegan(group=self.name, phase=phase, reason=reason, died=died))

    def arrive(self, room: RoomId | None) -> None:
        """Tell where the player is; None: nobody knows."""
        self.tell(MazeArrived(group=self.name, room=room))

    def robbed(self, detail: str) -> None:
        """Note that something takes markers: one that is not seen proves nothing, nor ever did."""
        self.notice(Trait.THIEF, detail)

    @property
    def name(self) -> str:
        """The group's id."""
        return self.group.group_id

    def has(self, trait: Trait) -> bool:
        """Return whether a trait was noticed."""
        return trait in self.group.traits


def whither(mapper: Mapper, expected: RoomId | None) -> RoomId:
    """Return the room that a walk came to; it is found by then."""
    group, sight = mapper.group, mapper.sight
    if sight.outside is not None:
        return _outside(mapper, sight.outside)
    if sight.location is not None:
        at = group.at_location(sight.location)
        return at if at is not None else _new(mapper, fresh=True)
    if sight.markers:
        return _by_marker(mapper, expected)
    if expected is not None and _fits(mapper, expected):
        return expected
    if sight.dark and expected is None:
        return _new(mapper, fresh=False)
    return _unmarked(mapper)


def _by_marker(mapper: Mapper, expected: RoomId | None) -> RoomId:
    """Return the room whose marker is seen."""
    group = mapper.group
    seen = sorted(mapper.sight.markers, key=list(group.kit).index)
    robbed = mapper.has(Trait.THIEF)
    claims = [
        marker.room
        for marker in (group.kit[name] for name in seen)
        if marker.room is not None and (marker.lies or not robbed)
    ]
    if not claims:
        return expected if expected is not None else _unmarked(mapper)
    if expected is None or expected in claims or group.rooms[expected].outside:
        return expected if expected is not None and expected in claims else claims[0]
    if pair(expected, claims[0]) in _may_be_one_unmarked(mapper, expected):
        reason = f"the {seen[0]} was left in the one and is seen in the other"
        stolen(mapper, expected)
        return join(mapper, expected, claims[0], reason)
    return expected if robbed and not mapper.has(Trait.RANDOM) else claims[0]


def join(mapper: Mapper, one: RoomId, other: RoomId, reason: str) -> RoomId:
    """Join two rooms and what follows from that; return what the first is called now."""
    for event in list(joins(mapper.group, one, other, reason)):
        mapper.tell(event)
        one = event.into if event.room == one else one
    return one


def _may_be_one_unmarked(mapper: Mapper, expected: RoomId) -> set[Pair]:
    """Return the pairs that may be one, if the marker of the room expected was taken."""
    if mapper.has(Trait.THIEF):
        return doubtful(mapper.group)
    return questions(_unmarked_copy(mapper.group, expected))


def _unmarked_copy(group: MazeGroup, room: RoomId) -> MazeGroup:
    """Return the group as if no marker lay in a room, since none is seen there."""
    if room not in group.markers:
        return group
    kit = {
        name: marker.model_copy(update={"how": Handled.LOST})
        if marker.room == room and marker.lies
        else marker
        for name, marker in group.kit.items()
    }
    copy = group.model_copy(update={"kit": kit})
    copy.computed = None
    return copy


def _fits(mapper: Mapper, expected: RoomId) -> bool:
    """Return whether the room that a way led to before may be the one that is seen now."""
    group, sight = mapper.group, mapper.sight
    room = group.rooms[expected]
    if room.outside:
        return False
    if sight.dark:
        return True
    if (
        room.look
        and sight.look
        and room.look != sight.look
        and not mapper.has(Trait.UNRELIABLE_LOOKS)
    ):
        return False
    if expected in group.markers:
        if mapper.has(Trait.THIEF) and not mapper.has(Trait.RANDOM):
            stolen(mapper, expected)
            return True
        for name, marker in list(group.kit.items()):
            if marker.room == expected and marker.lies:
                mapper.handled(name, Handled.LOST)
        return False
    return True


def stolen(mapper: Mapper, room: RoomId) -> None:
    """Note that markers that should lie in a room, and are not seen, were taken by somebody."""
    for name, marker in list(mapper.group.kit.items()):
        if name in mapper.sight.markers:
            continue
        if marker.room == room and (marker.lies or marker.how is Handled.LOST):
            if marker.lies:
                mapper.handled(name, Handled.LOST)
            mapper.robbed(f"the {name} is gone from where it was left")


def _unmarked(mapper: Mapper) -> RoomId:
    """Return a room in which no marker is seen and to which no known way led."""
    group, sight = mapper.group, mapper.sight
    looks_lie = mapper.has(Trait.UNRELIABLE_LOOKS)
    marked = group.markers
    rivals = [
        id_
        for id_, room in group.rooms.items()
        if not room.outside
        and id_ not in marked
        and (looks_lie or not room.look or not sight.look or room.look == sight.look)
    ]
    return _new(mapper, fresh=not rivals)


def _new(mapper: Mapper, *, fresh: bool) -> RoomId:
    group = mapper.group
    room = RoomId(f"maze_{group.group_id}_{group.found + 1}")
    mapper.tell(_found(mapper, room, fresh=fresh))
    return room


def _outside(mapper: Mapper, room: RoomId) -> RoomId:
    if room not in mapper.group.rooms:
        mapper.tell(_found(mapper, room, fresh=True, outside=True))
    return room


def _found(mapper: Mapper, room: RoomId, *, fresh: bool, outside: bool = False) -> MazeRoomFound:
    sight = mapper.sight
    return MazeRoomFound(
        group=mapper.name,
        room=room,
        look=sight.look,
        title=sight.title,
        outside=outside,
        location=sight.location,
        mentions=sight.mentions,
        risky=() if outside else sight.risky,
        fresh=fresh,
    )


def appear(mapper: Mapper) -> None:
    """Place the player who came here by no known way."""
    mapper.arrive(whither(mapper, None))


def doubt_markers(mapper: Mapper) -> None:
    """Doubt what absent markers told before anybody knew of the thief, and join what follows."""
    reason = mapper.group.traits[Trait.THIEF]
    mapper.tell(MazeMarkersDoubted(group=mapper.name, reason=reason))
    if mapper.group.phase is Phase.RETRIEVING:
        mapper.begin(Phase.EXPLORING, reason)
    join_ends(mapper)


def join_ends(mapper: Mapper) -> None:
    """Take rooms that one way led to for one, where nothing proves that they are two."""
    while True:
        ways = (way for room in mapper.group.rooms.values() for way in room.ways.values())
        ends = {both for way in ways for both in starmap(pair, combinations(way.led, 2))}
        one_room = sorted(ends & doubtful(mapper.group)) if ends else ()
        if not one_room:
            return
        join(mapper, *one_room[0], "one way led to both, and a marker was taken")


MOST_ON_TRIAL = 60
"""Rooms in doubt from which the old ones are forgotten."""
FRESHEST = 10
"""Rooms that are not forgotten yet."""


def observe(group: MazeGroup, command: str, sight: Sight, emit: Emit) -> None:
    """Emit what an answer says about the maze."""
    mapper = Mapper(group, _sorted_out(group, sight), emit)
    way = way_of(command)
    here = group.here
    innocent_before = not mapper.has(Trait.THIEF)
    if sight.died:
        _died(mapper, way)
        return
    _hands(mapper, command)
    _light(mapper)
    if sight.moved_away or (here is None and sight.shown):
        appear(mapper)
    elif way in DIRECTIONS and here is not None:
        if sight.unknown_word:
            if not any(way in room.ways for room in group.rooms.values()):
                mapper.tell(MazeWordUnknown(group=mapper.name, direction=way))
            _refuse(mapper, here, way)
        elif sight.shown:
            _walk(mapper, here, way)
        elif sight.refusal:
            _refuse(mapper, here, way)
    _see(mapper)
    if sight.goes_dark and not group.dark:
        mapper.tell(MazeDarkened(group=mapper.name, dark=True))
        mapper.notice(Trait.DARK)
    if mapper.has(Trait.THIEF) and not (innocent_before or mapper.has(Trait.RANDOM)):
        join_ends(mapper)
    _settle(mapper)
    _forget(mapper)
    if mapper.has(Trait.THIEF) and innocent_before and mapper.group.found > 1:
        doubt_markers(mapper)
    _learn(mapper)
    if sight.attacked:
        _interrupt(mapper)


def _learn(mapper: Mapper) -> None:
    """Note that more is known of the maze than ever before."""
    amount = known(mapper.group)
    if amount > mapper.group.learned:
        mapper.tell(MazeLearned(group=mapper.name, known=amount))


def observe_outside(
    group: MazeGroup, command: str, sight: Sight, emit: Emit, here: RoomId | None
) -> None:
    """Emit what an answer says while the solver is about its errands outside, at a known room."""
    mapper = Mapper(group, sight, emit)
    if sight.died:
        _died(mapper, way_of(command))
        return
    _hands(mapper, command)
    _light(mapper)
    here = here if here in group.rooms else None
    if here != group.here:
        mapper.arrive(here)
    _learn(mapper)
    if sight.attacked:
        _interrupt(mapper)


def _sorted_out(group: MazeGroup, sight: Sight) -> Sight:
    """Return a sight with markers told from other things, each called by the name it has here."""
    away = {name for name, marker in group.kit.items() if marker.may_lie}
    things = tuple(dict.fromkeys(_called(group, thing) for thing in sight.things))
    return replace(
        sight,
        markers=sight.markers | (away & set(things)),
        things=tuple(thing for thing in things if thing not in group.kit),
        taken=frozenset(_called(group, thing) for thing in sight.taken),
        dropped=frozenset(_called(group, thing) for thing in sight.dropped),
    )


def _called(group: MazeGroup, thing: str) -> str:
    """Return the marker that a thing is, if only one can be meant: stories list as a small leaflet
    what they call a leaflet in the player's hands.
    """
    fit = [name for name, marker in group.kit.items() if marker.how is not Handled.UNFIT]
    if thing in fit:
        return thing
    words = thing.split()
    alike = [name for name in fit if noun_of(name.split()) == noun_of(words)]
    if len(alike) != 1:
        return thing
    own = set(alike[0].split())
    return alike[0] if own <= set(words) or set(words) <= own else thing


def _light(mapper: Mapper) -> None:
    """Reckon anew how long the light lasts, as the story says that it fades."""
    if not mapper.sight.fading or mapper.group.dark:
        return
    mapper.notice(Trait.LIGHT_FADES, mapper.sight.fading)
    left = after_warning(mapper.sight.fading)
    needed = commands_needed(mapper.group)
    mapper.tell(MazeLightReckoned(group=mapper.name, left=left, needed=needed))


def _died(mapper: Mapper, way: str) -> None:
    """A way kills on which nothing else does: nobody attacked, no place was shown first, and there
    was light to see it by.
    """
    here, sight = mapper.group.here, mapper.sight
    if here is not None and way in DIRECTIONS and not mapper.group.rooms[here].outside:
        innocent = sight.refusal or sight.shown or way in mapper.group.rooms[here].ways
        if not (innocent or sight.attacked or mapper.group.dark):
            mapper.tell(MazeWayDeadly(group=mapper.name, room=here, direction=way))
    mapper.notice(Trait.DEADLY, f"died of: {way}")
    mapper.arrive(None)
    for name in mapper.group.in_hand:
        mapper.handled(name, Handled.LOST)
    if mapper.group.at_work:
        mapper.begin(Phase.INTERRUPTED, "the player died", died=True)


def _interrupt(mapper: Mapper) -> None:
    mapper.notice(Trait.CREATURE, mapper.sight.attacked)
    if mapper.group.at_work:
        mapper.begin(Phase.INTERRUPTED, mapper.sight.attacked)


def _hands(mapper: Mapper, command: str) -> None:
    """Note what became of markers by the command, and what is carried."""
    group, sight = mapper.group, mapper.sight
    if sight.carried is not None:
        held = tuple(dict.fromkeys(_called(group, thing) for thing in sight.carried))
        for name in group.in_hand:
            if name not in held:
                mapper.handled(name, Handled.LOST)
        mapper.tell(MazeMarkersCounted(group=mapper.name, markers=held, lights=sight.lights))
        return
    verb, _, thing = command.partition(" ")
    for name in sorted(sight.taken & group.kit.keys()):
        mapper.handled(name, Handled.TAKEN)
    for name in sorted(sight.taken - group.kit.keys()):
        mapper.tell(MazeMarkersCounted(group=mapper.name, markers=(name,)))
    for name in sorted(sight.dropped & group.kit.keys()):
        mapper.handled(name, Handled.DROPPED, group.here)
    if verb == "drop" and thing in group.kit and not sight.dropped:
        mapper.handled(thing, Handled.UNFIT)
        _call_shorter(mapper, thing)
    if verb == "take" and sight.too_much:
        mapper.tell(MazeHandsFull(group=mapper.name, carried=len(group.in_hand)))
    elif verb == "take" and not sight.taken:
        how = Handled.LOST if thing in group.kit else Handled.UNFIT
        mapper.handled(thing, how)


def _call_shorter(mapper: Mapper, thing: str) -> None:
    """Try a marker that could not be dropped by its noun alone: a small bottle may be a bottle to
    the story, which prints words that it does not take.
    """
    noun = noun_of(thing.split())
    nouns = [noun_of(name.split()) for name in mapper.group.kit]
    if noun != thing and nouns.count(noun) == 1:
        mapper.tell(MazeMarkersCounted(group=mapper.name, markers=(noun,)))


def _refuse(mapper: Mapper, here: RoomId, way: str) -> None:
    known = mapper.group.rooms[here].ways.get(way)
    mapper.tell(
        MazeWayRefused(
            group=mapper.name, room=here, direction=way, reason=mapper.sight.refusal[:200]
        )
    )
    if known is not None and known.led and not known.varies:
        mapper.tell(MazeWayVaries(group=mapper.name, room=here, direction=way))
        if not mapper.has(Trait.THIEF):
            mapper.notice(Trait.RANDOM, f"{way} led somewhere and was refused")


def _walk(mapper: Mapper, here: RoomId, way: str) -> None:
    known = mapper.group.rooms[here].ways.get(way, MazeWay())
    expected = known.to if not known.varies else None
    end = whither(mapper, expected)
    if known.led and end not in known.led and not known.varies and expected != end:
        _doubt(mapper, here, way, expected, end)
    here = mapper.group.here or here
    mapper.tell(MazeWayWalked(group=mapper.name, room=here, direction=way, to=end))
    mapper.arrive(end)


def _doubt(mapper: Mapper, here: RoomId, way: str, expected: RoomId | None, end: RoomId) -> None:
    """A way led elsewhere than before: it varies, if the two ends are known to be two."""
    rooms = mapper.group.rooms
    if expected is None or expected not in rooms:
        return
    if _may_be_one(mapper.group, expected, end):
        return
    mapper.tell(MazeWayVaries(group=mapper.name, room=here, direction=way))
    if differ(mapper.group, expected, end):
        mapper.notice(Trait.RANDOM, f"{way} does not always lead to the same room")


def _may_be_one(group: MazeGroup, one: RoomId, other: RoomId) -> bool:
    if in_another_maze(group, one) and in_another_maze(group, other):
        return True
    return pair(one, other) in questions(group)


def _see(mapper: Mapper) -> None:
    """Note what is seen where the player is by now: markers, things, the room itself."""
    group, sight, here = mapper.group, mapper.sight, mapper.group.here
    if here is None or not sight.shown:
        return
    room = group.rooms[here]
    if sight.dark != group.dark:
        mapper.tell(MazeDarkened(group=mapper.name, dark=sight.dark))
    if sight.dark:
        mapper.notice(Trait.DARK)
        return
    if not room.outside:
        _markers_seen(mapper, here)
        if sight.look and sight.look != room.look:
            if room.look and here in group.markers:
                mapper.notice(Trait.UNRELIABLE_LOOKS, f"{room.title} looks different at times")
            mapper.tell(MazeRoomLooked(group=mapper.name, room=here, look=sight.look))
    if sight.things != room.things:
        mapper.tell(MazeThingsSeen(group=mapper.name, room=here, things=sight.things))


def _markers_seen(mapper: Mapper, here: RoomId) -> None:
    group, sight = mapper.group, mapper.sight
    for name in sorted(sight.markers):
        marker = group.kit[name]
        if not marker.lies or marker.room != here or not marker.seen:
            if marker.lies and marker.room != here:
                mapper.robbed(f"the {name} is not where it was left")
            mapper.handled(name, Handled.DROPPED, here)
            if not group.kit[name].seen:
                mapper.handled(name, Handled.DROPPED, here)
    for name, marker in list(group.kit.items()):
        if marker.lies and marker.room == here and name not in sight.markers:
            if mapper.has(Trait.RANDOM):
                mapper.handled(name, Handled.LOST)
            elif marker.seen or any(other.seen for other in group.kit.values()):
                stolen(mapper, here)
            else:
                mapper.handled(name, Handled.UNFIT)
    if not group.numbered:
        seen = tuple(sorted(sight.markers))
        mapper.tell(MazeMarkersSeen(group=mapper.name, room=here, markers=seen))
    if here not in group.markers:
        others = tuple(
            room for room in group.markers if room not in group.rooms[here].apart and room != here
        )
        if others:
            mapper.tell(MazeRoomsApart(group=mapper.name, room=here, others=others))


def _settle(mapper: Mapper) -> None:
    """Say that a way varies once the rooms that it led to are known to be several."""
    group = mapper.group
    doubtful = [
        (id_, direction, way)
        for id_, room in group.rooms.items()
        for direction, way in room.ways.items()
        if len(way.led) > 1 and not (way.varies and Trait.RANDOM in group.traits)
    ]
    if not doubtful:
        return
    for id_, direction, way in doubtful:
        first, *others = way.led
        if not way.varies and not all(_may_be_one(group, first, end) for end in others):
            mapper.tell(MazeWayVaries(group=mapper.name, room=id_, direction=direction))
        if way.varies and any(differ(group, first, end) for end in others):
            mapper.notice(Trait.RANDOM, f"{direction} does not always lead to the same room")


def _forget(mapper: Mapper) -> None:
    """Forget rooms on trial that were only passed through, once there are too many."""
    group = mapper.group
    open_ = questions(group)
    if len({id_ for both in open_ for id_ in both}) <= MOST_ON_TRIAL:
        return
    own = resolved(group, open_)
    kept = {*own, *group.markers, group.here, *list(group.rooms)[-FRESHEST:]}
    kept |= {way.to for id_ in own for way in group.rooms[id_].ways.values()}
    rooms = tuple(id_ for id_ in group.room_ids if id_ not in kept)
    if rooms:
        mapper.tell(MazeRoomsForgotten(group=mapper.name, rooms=rooms))
