"""Which room of a maze a walk came to: by its marker, by where the way led before, or on trial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, starmap

from ludens.adventure.mazes.events import (
    Handled,
    MazeArrived,
    MazeMarkerHandled,
    MazeMarkersDoubted,
    MazePhaseBegan,
    MazeRoomFound,
    MazeTraitNoticed,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import (
    Pair,
    agreement,
    doubtful,
    joins,
    pair,
    questions,
)
from ludens.adventure.mazes.sight import Sight
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

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


def whither(mapper: Mapper, here: RoomId, way: str, expected: RoomId | None) -> RoomId:
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
    if pair(expected, claims[0]) in _may_be_one(mapper, expected):
        reason = f"the {seen[0]} was left in the one and is seen in the other"
        stolen(mapper, expected)
        return join(mapper, expected, claims[0], reason)
    return expected if robbed and not mapper.has(Trait.RANDOM) else claims[0]


def join(mapper: Mapper, one: RoomId, other: RoomId, reason: str, *, sure: bool = True) -> RoomId:
    """Join two rooms and what follows from that; return what the first is called now."""
    for event in list(joins(mapper.group, one, other, reason, sure=sure)):
        mapper.tell(event)
        one = event.into if event.room == one else one
    return one


def _may_be_one(mapper: Mapper, expected: RoomId) -> set[Pair]:
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
                mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.LOST))
        return False
    return True


def stolen(mapper: Mapper, room: RoomId) -> None:
    """Note that markers that should lie in a room, and are not seen, were taken by somebody."""
    for name, marker in list(mapper.group.kit.items()):
        if name in mapper.sight.markers:
            continue
        if marker.room == room and (marker.lies or marker.how is Handled.LOST):
            if marker.lies:
                mapper.tell(MazeMarkerHandled(group=mapper.name, marker=name, how=Handled.LOST))
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
    group, sight = mapper.group, mapper.sight
    room = RoomId(f"maze_{group.group_id}_{group.found + 1}")
    mapper.tell(
        MazeRoomFound(
            group=mapper.name,
            room=room,
            look=sight.look,
            title=sight.title,
            location=sight.location,
            mentions=sight.mentions,
            risky=sight.risky,
            fresh=fresh,
        )
    )
    return room


def _outside(mapper: Mapper, room: RoomId) -> RoomId:
    if room not in mapper.group.rooms:
        mapper.tell(
            MazeRoomFound(
                group=mapper.name,
                room=room,
                look=mapper.sight.look,
                title=mapper.sight.title,
                outside=True,
                location=mapper.sight.location,
                mentions=mapper.sight.mentions,
                fresh=True,
            )
        )
    return room


def appear(mapper: Mapper) -> None:
    """Place the player who came here by no known way."""
    end = whither(mapper, RoomId(""), "", None)
    mapper.tell(MazeArrived(group=mapper.name, room=end))


ENOUGH = 10
"""How much two rooms must agree to be taken for one without proof (see `agreement`): one in a
thousand rooms agrees so with another by chance."""


def doubt_markers(mapper: Mapper) -> None:
    """Doubt what absent markers told before anybody knew of the thief, and join what follows."""
    reason = mapper.group.traits[Trait.THIEF]
    mapper.tell(MazeMarkersDoubted(group=mapper.name, reason=reason))
    if mapper.group.phase is Phase.RETRIEVING:
        phase = MazePhaseBegan(group=mapper.name, phase=Phase.EXPLORING, reason=reason)
        mapper.tell(phase)
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


def suppose(mapper: Mapper) -> None:
    """Take rooms for one without proof where no marker will ever tell: the thing that told is gone,
    or there is nothing to mark with.
    """
    group = mapper.group
    for one, other in [] if group.can_mark else sorted(questions(group)):
        if agreement(group, group.rooms[one], group.rooms[other]) >= ENOUGH:
            reason = "all that was seen of the two is alike"
            join(mapper, one, other, reason, sure=False)
            return
