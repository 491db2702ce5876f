"""What follows where something takes markers: a room is met again under another name.

A marker that is not seen where it should be was stolen, or the way there varies: at first the two
look the same. Once a theft is known, ways are trusted and absent markers are not: rooms that one
way led to are one, unless a marker proved them two (see `testimony`).
"""

from __future__ import annotations

from itertools import combinations, starmap

from ludens.adventure.mazes.events import (
    MazeMarkersDoubted,
    MazePhaseBegan,
    Phase,
    Trait,
)
from ludens.adventure.mazes.identity import (
    agreement,
    doubtful,
    pair,
    questions,
)
from ludens.adventure.mazes.whereabouts import Mapper, join

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
