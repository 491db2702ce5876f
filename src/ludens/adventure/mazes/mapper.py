"""Reading a maze: what an answer says about where the player is and where ways lead.

From a group as it is known, a command and what its answer shows, the events that follow. Nothing
changes but by events: whoever asks gives an `emit` that folds each at once. The rules are those of
seed 000 §13, with one change: a room that carries no marker is taken for a room on trial until
something proves which one it is.
"""

from __future__ import annotations

from dataclasses import replace

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
    MazeMarkersSeen,
    MazePhaseBegan,
    MazeRoomLooked,
    MazeRoomsApart,
    MazeRoomsForgotten,
    MazeThingsSeen,
    MazeWayDeadly,
    MazeWayRefused,
    MazeWayVaries,
    MazeWayWalked,
    MazeWordUnknown,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import (
    differ,
    in_another_maze,
    pair,
    questions,
    resolved,
)
from ludens.adventure.mazes.light import after_warning, commands_needed
from ludens.adventure.mazes.rooms import MazeWay
from ludens.adventure.mazes.sight import Sight
from ludens.adventure.mazes.solver import known
from ludens.adventure.mazes.whereabouts import (
    Emit,
    Mapper,
    appear,
    doubt_markers,
    join_ends,
    stolen,
    suppose,
    whither,
)
from ludens.adventure.perception.mentions import noun_of
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_of

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
        mapper.tell(MazeArrived(group=mapper.name, room=here))
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
    if thing in group.kit:
        return thing
    words = thing.split()
    alike = [name for name in group.kit if noun_of(name.split()) == noun_of(words)]
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
    """A way kills on which nothing else does: nobody attacked, and no place was shown first."""
    here, sight = mapper.group.here, mapper.sight
    if here is not None and way in DIRECTIONS and not mapper.group.rooms[here].outside:
        innocent = sight.refusal or sight.shown or way in mapper.group.rooms[here].ways
        if not (innocent or sight.attacked):
            mapper.tell(MazeWayDeadly(group=mapper.name, room=here, direction=way))
    mapper.notice(Trait.DEADLY, f"died of: {way}")
    mapper.tell(MazeArrived(group=mapper.name, room=None))
    for name in mapper.group.in_hand:
        mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.LOST))
    if mapper.group.at_work:
        phase = MazePhaseBegan(
            group=mapper.name, phase=Phase.INTERRUPTED, reason="the player died", died=True
        )
        mapper.tell(phase)


def _interrupt(mapper: Mapper) -> None:
    mapper.notice(Trait.CREATURE, mapper.sight.attacked)
    if mapper.group.at_work:
        mapper.tell(
            MazePhaseBegan(group=mapper.name, phase=Phase.INTERRUPTED, reason=mapper.sight.attacked)
        )


def _hands(mapper: Mapper, command: str) -> None:
    """Note what became of markers by the command, and what is carried."""
    group, sight = mapper.group, mapper.sight
    if sight.carried is not None:
        held = set(sight.carried)
        for name in group.in_hand:
            if name not in held:
                mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.LOST))
        mapper.tell(
            MazeMarkersCounted(group=mapper.name, markers=sight.carried, lights=sight.lights)
        )
        return
    verb, _, thing = command.partition(" ")
    for name in sorted(sight.taken & group.kit.keys()):
        mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.TAKEN))
    for name in sorted(sight.taken - group.kit.keys()):
        mapper.tell(MazeMarkersCounted(group=mapper.name, markers=(name,)))
    for name in sorted(sight.dropped & group.kit.keys()):
        mapper.tell(
            MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.DROPPED, room=group.here)
        )
    if verb == "drop" and thing in group.kit and not sight.dropped:
        mapper.tell(MazeMarkerHandled(group=mapper.name, marker=thing, how=Handled.UNFIT))
    if verb == "take" and sight.too_much:
        mapper.tell(MazeHandsFull(group=mapper.name, carried=len(group.in_hand)))
    elif verb == "take" and not sight.taken:
        how = Handled.LOST if thing in group.kit else Handled.UNFIT
        mapper.tell(MazeMarkerHandled(group=mapper.name, marker=thing, how=how))


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
    end = whither(mapper, here, way, expected)
    if known.led and end not in known.led and not known.varies and expected != end:
        _doubt(mapper, here, way, expected, end)
    here = mapper.group.here or here
    mapper.tell(MazeWayWalked(group=mapper.name, room=here, direction=way, to=end))
    mapper.tell(MazeArrived(group=mapper.name, room=end))


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
    suppose(mapper)


def _markers_seen(mapper: Mapper, here: RoomId) -> None:
    group, sight = mapper.group, mapper.sight
    for name in sorted(sight.markers):
        marker = group.kit[name]
        if not marker.lies or marker.room != here or not marker.seen:
            if marker.lies and marker.room != here:
                mapper.robbed(f"the {name} is not where it was left")
            event = MazeMarkerHandled(
                group=mapper.name, marker=name, how=Handled.DROPPED, room=here
            )
            mapper.tell(event)
            if not group.kit[name].seen:
                mapper.tell(event)
    for name, marker in list(group.kit.items()):
        if marker.lies and marker.room == here and name not in sight.markers:
            if mapper.has(Trait.RANDOM):
                mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.LOST))
            elif marker.seen or any(other.seen for other in group.kit.values()):
                stolen(mapper, here)
            else:
                mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.UNFIT))
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
