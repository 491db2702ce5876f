"""What the solver may answer, and what is worth doing while a maze is explored, with its cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.mazes.events import Phase, Trait
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import (
    Pair,
    in_another_maze,
    questions,
)
from ludens.adventure.mazes.rooms import WAYS
from ludens.adventure.mazes.routes import Routes
from ludens.adventure.world.places import RoomId


@dataclass(frozen=True, slots=True)
class Step:
    """A command, and why."""

    command: str
    reason: str


@dataclass(frozen=True, slots=True)
class Onward:
    """There is no more to do in this phase; the next one begins, for this reason."""

    phase: Phase
    reason: str = ""
    tour: tuple[RoomId, ...] = ()
    """The order in which the markers are collected, when that begins."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something worth going for."""

    cost: float
    """Commands until it is done."""
    target: RoomId
    command: str
    """What to do there; empty to be there is all."""
    reason: str


@dataclass(frozen=True, slots=True)
class Trip:
    """A round outside the maze for things to mark rooms with."""

    cost: float
    """Commands from where it begins to the nearest thing and back."""
    brings: int
    """Things that it brings; each spares a walk of its own."""


VARYING_TRIES = 6
"""How often a way that varies is walked, to see where it may lead."""
FETCHED_EARLY = 4.0
"""What it costs to take a marker from a room that still has ways to try."""
ON_TRIAL = 2.0
"""What it costs more to try the ways of a room that may prove to be a known one."""
EMPTY_HANDED = 4.0
"""What it costs to go where nobody was before with no marker in hand: one may get lost there."""
WALKS = 2
"""How often every way is walked once some way in the maze was seen to vary."""


def ways_to_try(group: MazeGroup, routes: Routes, own: set[RoomId]) -> list[Task]:
    """Return the nearest way not tried of a room that is known, and of each on trial but marked."""
    tasks: list[Task] = []
    varies = Trait.RANDOM in group.traits
    blind, marked = not group.can_mark, group.markers
    risk = EMPTY_HANDED if group.can_mark and not (group.in_hand or group.numbered) else 0.0
    for id_, distance in routes.distances.items():
        room = group.rooms[id_]
        if room.outside:
            continue
        penalty = 0.0 if id_ in own else ON_TRIAL if id_ in marked else None
        if blind and id_ not in own:
            penalty = -len(room.ways) / 2
        safe = _safe(group, id_, own) if penalty is not None else []
        if safe and penalty is not None:
            if blind and not group.fully_mapped:
                safe = _rarest_first(group, safe)
            reason = f"where does {safe[0]} lead?"
            tasks.append(Task(distance + 1 + penalty + risk, id_, safe[0], reason))
        if varies and id_ in own:
            for direction, way in room.ways.items():
                walks = sum(way.led.values()) + way.refused
                if way.led and walks < (VARYING_TRIES if way.varies else WALKS):
                    reason = f"does {direction} always lead there?"
                    tasks.append(Task(distance + 3 + walks, id_, direction, reason))
                    break
    return tasks


def _safe(group: MazeGroup, room: RoomId, own: set[RoomId]) -> list[str]:
    """Return the ways not tried of a room that nothing warns of: neither its description, nor that
    the player died on them in a room that this one may be.
    """
    warned = set(group.rooms[room].risky)
    if Trait.DEADLY in group.traits and room not in own:
        for id_ in _candidates(group, room, own):
            warned |= {way for way, known in group.rooms[id_].ways.items() if known.deadly}
    return [way for way in group.untried(room) if way not in warned]


def _rarest_first(group: MazeGroup, untried: list[str]) -> list[str]:
    """Return ways, those first that were walked least often: with nothing to mark rooms with, the
    same way again and again may be one loop.
    """
    walked = dict.fromkeys(untried, 0)
    for room in group.rooms.values():
        for way in walked.keys() & room.ways.keys():
            walked[way] += bool(room.ways[way].led)
    return sorted(untried, key=lambda way: walked[way])


def markers_to_use(
    group: MazeGroup, routes: Routes, open_: set[Pair], trials: list[RoomId]
) -> list[Task]:
    """Return what would tell whether a room on trial is another one.

    A marker that lies in one of two rooms is looked for in the other, unless it may be missing
    because somebody took it. Rooms on trial without one
    get theirs from rooms that have nothing left to try; several are collected on the way.
    """
    tasks: list[Task] = []
    marked = group.markers
    for one, other in sorted(open_):
        for lies, looked in ((one, other), (other, one)):
            if lies in marked and looked in routes.distances:
                reason = f"is the {marked[lies]} of {lies} here?"
                tasks.append(Task(routes.distances[looked], looked, "", reason))
    within = [id_ for id_ in trials if id_ in routes.distances]
    hand = len(group.in_hand)
    if hand:
        for id_ in within:
            reason = "to mark a room on trial"
            tasks.append(Task(routes.distances[id_] + 1, id_, "", reason))
    if trials and not hand and not group.hands_full:
        tasks += _things_to_fetch(group, routes, routes.onward(trials))
    if hand < len(trials):
        busy = {id_ for both in open_ for id_ in both}
        onward = routes.onward(trials)
        for id_, name in marked.items():
            if id_ in routes.distances and id_ not in busy and id_ in onward:
                cost = routes.distances[id_] + 1 + (0 if hand else onward[id_] + 1)
                left = FETCHED_EARLY if group.untried(id_) else 0
                reason = "to mark a room on trial with"
                tasks.append(Task(cost + left, id_, f"take {name}", reason))
    return tasks


def spare_ones(group: MazeGroup, routes: Routes, open_: set[Pair]) -> list[Task]:
    """Return the taking up of markers from rooms that can be told by their exits by now."""
    if group.in_hand or group.hands_full:
        return []
    busy = {id_ for both in open_ for id_ in both}
    return [
        Task(routes.distances[id_] + 1, id_, f"take {name}", "to have one in hand")
        for id_, name in group.markers.items()
        if id_ in routes.distances and id_ not in busy and not group.untried(id_)
    ]


def _things_to_fetch(group: MazeGroup, routes: Routes, onward: dict[RoomId, float]) -> list[Task]:
    """Return the taking of things that lie about in the maze and before it, to mark rooms with."""
    return [
        Task(
            routes.distances[id_] + 1 + onward[id_] + 1,
            id_,
            f"take {thing}",
            "more markers are needed",
        )
        for id_, room in group.rooms.items()
        if id_ in routes.distances and id_ in onward
        for thing in room.things
        if group.may_try(thing)
    ]


def errands_to_run(
    group: MazeGroup, routes: Routes, trials: list[RoomId], trips: Mapping[RoomId, Trip]
) -> list[Task]:
    """Return the goings out to fetch things that lie farther off, while rooms wait for a marker."""
    if not trials or group.in_hand:
        return []
    onward = routes.onward(trials)
    return [
        Task(
            (routes.distances[id_] + trip.cost + onward[id_]) / trip.brings,
            id_,
            "",
            "more markers are needed",
        )
        for id_, trip in trips.items()
        if id_ in routes.distances and id_ in onward
    ]


def last_resort(group: MazeGroup, routes: Routes, own: set[RoomId]) -> list[Task]:
    """Return ways of rooms on trial, for want of better ones: some way leads back to what is known.

    Which way is drawn by chance, as a fixed order may go round in a circle for ever.
    """
    tasks: list[Task] = []
    for id_, distance in routes.distances.items():
        room = group.rooms[id_]
        if id_ in own:
            continue
        if not room.outside:
            untried = _safe(group, id_, own)
            if untried:
                way = untried[crc32(f"{id_} {group.spent}".encode()) % len(untried)]
                tasks.append(Task(distance + 1, id_, way, "to come upon a known room"))
    if tasks:
        return tasks
    if any(not group.rooms[id_].outside for id_ in routes.distances):
        return []
    for id_, distance in routes.distances.items():
        ways = [way for way in _ways_in(group, id_) if way not in group.rooms[id_].ways]
        if ways and not in_another_maze(group, id_):
            tasks.append(Task(distance + 1, id_, ways[0], "to get back into the maze"))
    return tasks


def _candidates(group: MazeGroup, room: RoomId, own: set[RoomId]) -> list[RoomId]:
    """Return the known rooms that a room on trial may be."""
    both = (pair for pair in questions(group) if room in pair)
    others = (one if other == room else other for one, other in both)
    return sorted(id_ for id_ in others if id_ in own)


def _ways_in(group: MazeGroup, room: RoomId) -> list[str]:
    """Return directions that may lead from outside into the maze, the likeliest first."""
    ways: dict[str, None] = {}
    for known in group.rooms.values():
        for direction, way in known.ways.items():
            if way.to == room and direction in OPPOSITE:
                ways[OPPOSITE[direction]] = None
    likely = dict.fromkeys((*ways, *group.rooms[room].mentions))
    return [way for way in likely if way in group.directions or way not in WAYS]
