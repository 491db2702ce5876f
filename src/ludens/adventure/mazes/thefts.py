"""What follows where something takes markers: a room is met again under another name.

A marker that is not seen where it should be was stolen, or the way there varies: at first the two
look the same. Once a theft is known, ways are trusted and absent markers are not: rooms that one
way led to are one, unless a marker proved them two (see `testimony`).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, starmap

from ludens.adventure.mazes.events import (
    CLOSING,
    Handled,
    MazeMarkersDoubted,
    MazePhaseBegan,
    Phase,
    Trait,
)
from ludens.adventure.mazes.ghosts import suppose_ghosts
from ludens.adventure.mazes.identity import (
    Pair,
    agreement,
    doubtful,
    pair,
    questions,
    suspects,
)
from ludens.adventure.mazes.whereabouts import Mapper, join

ENOUGH = 10
"""How much two rooms must agree to be taken for one without proof (see `agreement`): one in a
thousand rooms agrees so with another by chance."""
SEVERAL_WAYS = 3
"""Walks by one way, or walks by two, from which a marker that is gone counts as stolen."""


def suspect_theft(mapper: Mapper) -> None:
    """Take a marker for stolen once ways that led to its room lead, again and again, to one where
    it is not seen, and nothing tells the two rooms apart.
    """
    group = mapper.group
    if mapper.has(Trait.THIEF) or mapper.has(Trait.RANDOM) or group.numbered:
        return
    marked = {marker.room for marker in group.kit.values() if marker.may_lie}
    times: Counter[Pair] = Counter()
    for room in group.rooms.values():
        for way in room.ways.values():
            for one, other in permutations(way.led, 2):
                if one in marked and way.to == other:
                    times[pair(one, other)] += way.led[other] + SEVERAL_WAYS - 1
    if times and max(times.values()) > SEVERAL_WAYS:
        open_ = doubtful(group)
        if any(count > SEVERAL_WAYS and both in open_ for both, count in times.items()):
            mapper.robbed("a marker is gone from where it was left")


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
    blind = not group.can_mark
    if mapper.has(Trait.THIEF) and not blind:
        suppose_ghosts(mapper)
        return
    if group.phase in CLOSING and not group.reason:
        suppose_ghosts(mapper)
    gone = {marker.room for marker in group.kit.values() if marker.how is Handled.LOST}
    pairs = suspects(group)
    if blind:
        pairs |= questions(group)
    for one, other in sorted(pairs):
        if agreement(group, group.rooms[one], group.rooms[other]) >= ENOUGH:
            if other in group.rooms[one].apart or not gone.isdisjoint((one, other)):
                mapper.robbed("a marker is gone from where it was left")
            reason = "all that was seen of the two is alike"
            join(mapper, one, other, reason, sure=False)
            return
