"""Finding where the player is: the room around the player, and the variables that name it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ludens.adventure.interpreter.zmachine.evidence import GLOBALS, Evidence, Frame, Intent, Sample
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber, ObjectTree
from ludens.adventure.interpreter.zmachine.zstory import ZStory


@dataclass(frozen=True, slots=True)
class Step:
    """One walk from room to room."""

    sample: Sample
    origin: ObjectNumber
    goal: ObjectNumber
    movers: frozenset[ObjectNumber]
    """What went directly from the one to the other: the player or a vehicle, and others."""
    globals: frozenset[int]
    """The variables that named the one and then the other."""


def room_above(
    tree: ObjectTree, number: int, room_parent: ObjectNumber | None
) -> ObjectNumber | None:
    """The room that an object is in, however deep in vehicles and chairs; None if in none.

    Rooms are known by what they are directly in, `room_parent`.
    """
    if room_parent is None:
        return None
    return next((room for room in tree.ancestors(number) if tree.parent(room) == room_parent), None)


def find_steps(evidence: Evidence) -> list[Step]:
    """At most one step for each sample that walked, by the variables that saw most of them.

    Others than the player may walk and be kept track of; but they walk whatever is typed, so
    variables that also follow walks during turns just spent are only believed if no others are.
    """
    steps = [
        Step(sample, origin, goal, frozenset(movers), frozenset(variables))
        for sample in evidence.meant_to(Intent.MOVE)
        for (origin, goal), (movers, variables) in _joint_moves(
            evidence.before(sample), evidence.after(sample)
        ).items()
    ]
    restless = {
        number
        for sample in evidence.meant_to(Intent.LINGER, Intent.NONSENSE, Intent.INVENTORY)
        for _, variables in _joint_moves(evidence.before(sample), evidence.after(sample)).values()
        for number in variables
    }
    votes = Counter(number for step in steps for number in step.globals)
    if set(votes) - restless:
        votes = Counter({n: count for n, count in votes.items() if n not in restless})
    best = {number for number, count in votes.items() if count == max(votes.values())}
    chosen: dict[Sample, Step] = {}
    for step in steps:
        if step.globals & best:
            chosen.setdefault(step.sample, step)
    return [
        Step(step.sample, step.origin, step.goal, step.movers, step.globals & best)
        for step in chosen.values()
    ]


def shows_a_walk(story: ZStory, evidence: Evidence, sample: Sample) -> bool:
    """Whether a sample seems to have led to another room."""
    before, after = evidence.before(sample), evidence.after(sample)
    if story.header.version == 3 and before.globals[0] != after.globals[0]:
        return True
    return bool(_joint_moves(before, after) or _titled_changes(before, after, sample))


def titled_globals(evidence: Evidence) -> tuple[int, ...]:
    """For stories whose player is no object: variables whose new value's name was printed.

    It takes two different rooms, and a variable that stays as it is while turns just pass.
    """
    seen: dict[int, set[int]] = defaultdict(set)
    for sample in evidence.meant_to(Intent.MOVE):
        changes = _titled_changes(evidence.before(sample), evidence.after(sample), sample)
        for number, goal in changes.items():
            seen[number].add(goal)
    restless = {
        int(number)
        for sample in evidence.meant_to(Intent.LINGER, Intent.NONSENSE)
        for number in np.flatnonzero(
            evidence.before(sample).globals != evidence.after(sample).globals
        )
    }
    return tuple(sorted(n for n, rooms in seen.items() if len(rooms) > 1 and n not in restless))


def _joint_moves(
    before: Frame, after: Frame
) -> dict[tuple[ObjectNumber, ObjectNumber], tuple[set[ObjectNumber], set[int]]]:
    """Moves that an object and a global variable made together: who, and which variables."""
    movers: dict[tuple[ObjectNumber, ObjectNumber], set[ObjectNumber]] = defaultdict(set)
    for number in after.tree.moved_since(before.tree):
        origin, goal = before.tree.parent(number), after.tree.parent(number)
        if origin and goal:
            movers[origin, goal].add(number)
    joint = {}
    for (origin, goal), numbers in movers.items():
        followed = np.flatnonzero((before.globals == origin) & (after.globals == goal))
        if len(followed):
            joint[origin, goal] = (numbers, {int(number) for number in followed})
    return joint


def _titled_changes(before: Frame, after: Frame, sample: Sample) -> dict[int, int]:
    """Variables that went from one named object to another whose name is a line of the text."""
    lines = {line.strip() for line in sample.text.splitlines()}
    found = {}
    for number in np.flatnonzero(before.globals != after.globals):
        origin, goal = int(before.globals[number]), int(after.globals[number])
        title = after.tree.name(goal)
        if title and title in lines and after.tree.name(origin):
            found[int(number)] = goal
    return found


# How much each kind of behaviour speaks for an object's being the player.
_WALKS: Final = 4
_RIDES: Final = 2
_RECEIVES: Final = 4
_LEAVES_SEAT: Final = 3
_LISTED: Final = 3
_ADDRESSED: Final = 3
_NAMED_BY_GLOBALS: Final = 2
_ENOUGH: Final = 3
"""One behaviour at least, besides being carried along."""


def find_player(
    evidence: Evidence, steps: Sequence[Step], stated: int | None, followers: set[int]
) -> ObjectNumber | None:
    """The object that the evidence speaks for most clearly; None when two are as likely.

    Other things move with the player: what is carried, a vehicle, a sky that is everywhere. Taking
    things, leaving a seat, the printed inventory, "examine me", and the global variables that name
    the player tell them apart.

    `stated` is the variable that names the room by custom, if there is one and it did so in
    every image; `followers` are all variables that follow the room.
    """
    points = _points(evidence, steps)
    if not steps and stated is not None:
        inside = [
            set(frame.tree.descendants(int(frame.globals[stated])))
            for frame in evidence.frames.values()
        ]
        points = Counter({n: p for n, p in points.items() if all(n in held for held in inside)})
    naming = {number: len(set(evidence.constant_globals(number)) - followers) for number in points}
    if not steps or any(naming.values()):
        points = Counter({number: p for number, p in points.items() if naming[number]})
    ranked = sorted(
        (
            (value + min(naming[number], _NAMED_BY_GLOBALS), value, number)
            for number, value in points.items()
        ),
        reverse=True,
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    _, behaviour, number = ranked[0]
    return number if behaviour >= _ENOUGH else None


def _points(evidence: Evidence, steps: Sequence[Step]) -> Counter[ObjectNumber]:
    points: Counter[ObjectNumber] = Counter()
    if steps:
        companies = [_company(evidence, step) for step in steps]
        always = set.intersection(*(set(company) for company in companies))
        for number in always:
            walked = all(number in step.movers for step in steps)
            points[number] = _WALKS if walked else _RIDES
    else:
        always = None
    for number in _receivers(evidence):
        points[number] += _RECEIVES
    for number in _leavers(evidence):
        points[number] += _LEAVES_SEAT
    for number in _addressed(evidence):
        points[number] += _ADDRESSED
    for number in _listed(evidence, points):
        points[number] += _LISTED
    # Whoever did not come along on every walk is not the player, whatever else it does.
    return points if always is None else Counter({n: p for n, p in points.items() if n in always})


def _company(evidence: Evidence, step: Step) -> set[ObjectNumber]:
    """All that went along on a walk: the movers and what was in them before and after."""
    before, after = evidence.before(step.sample).tree, evidence.after(step.sample).tree
    company = set(step.movers)
    for mover in step.movers:
        company |= set(before.descendants(mover)) & set(after.descendants(mover))
    return company


def _receivers(evidence: Evidence) -> set[ObjectNumber]:
    """Who came to hold things on "take", or ceased to hold them on "drop"."""
    found = set()
    for sample in evidence.meant_to(Intent.TAKE, Intent.DROP):
        before, after = evidence.before(sample).tree, evidence.after(sample).tree
        for thing in after.moved_since(before):
            origin, goal = before.parent(thing), after.parent(thing)
            taken = sample.intent is Intent.TAKE
            holder, other = (goal, origin) if taken else (origin, goal)
            if not (holder and other):
                continue
            # A hand-over between things in the same place, never into the place itself.
            around = after.ancestors(holder)
            if other in around or (around[:1] and around[0] in after.ancestors(other)):
                found.add(holder)
    return found


def _leavers(evidence: Evidence) -> set[ObjectNumber]:
    """Who went from inside something to where that something is."""
    found = set()
    for sample in evidence.meant_to(Intent.LEAVE, Intent.MOVE):
        before, after = evidence.before(sample).tree, evidence.after(sample).tree
        for number in after.moved_since(before):
            seat, place = before.parent(number), after.parent(number)
            if seat and place and before.parent(seat) == place == after.parent(seat):
                found.add(number)
    return found


def _addressed(evidence: Evidence) -> set[ObjectNumber]:
    """Whom some variable, such as Inform's `noun`, came to name at "examine me"."""
    found = set()
    for sample in evidence.meant_to(Intent.SELF):
        before, after = evidence.before(sample), evidence.after(sample)
        fresh = after.globals[before.globals != after.globals]
        found |= {ObjectNumber(int(value)) for value in fresh if int(value) in after.tree}
    return found


def _listed(evidence: Evidence, candidates: Iterable[ObjectNumber]) -> set[ObjectNumber]:
    """Whose belongings the inventory names, all of them and at least one."""
    found = set()
    for sample in evidence.meant_to(Intent.INVENTORY):
        tree = evidence.after(sample).tree
        said = sample.said.lower()
        for number in candidates:
            names = [tree.name(child).lower() for child in tree.children(number)]
            if names and all(name and name in said for name in names):
                found.add(number)
    return found


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is known of how a story keeps the player and the place. None or empty: unknown."""

    player: ObjectNumber | None = None
    player_globals: tuple[int, ...] = ()
    """Global variables that name the player's object."""
    location_globals: tuple[int, ...] = ()
    """Global variables that name the room."""
    room_parent: ObjectNumber | None = None
    """What all rooms are in: NOTHING in most Inform stories, one object in Infocom's."""


def find_whereabouts(story: ZStory, evidence: Evidence, status: int | None) -> Whereabouts:
    """What samples tell of the player and the rooms. A pure function of its arguments.

    `status` is the first of the status line's three variables, if it is known.
    """
    steps = find_steps(evidence)
    stated = status if status is not None and _is_lit(story, evidence, status) else None
    rooms = _Rooms(steps, stated, _room_parent(evidence, steps, stated))
    player = find_player(evidence, steps, stated, rooms.followers)
    locations = _location_globals(story, evidence, rooms, player)
    return Whereabouts(
        player=player,
        player_globals=_player_globals(story, evidence, player, locations, status),
        location_globals=locations,
        room_parent=rooms.parent,
    )


@dataclass(frozen=True, slots=True)
class _Rooms:
    """What is known of the rooms before the player is."""

    steps: Sequence[Step]
    stated: int | None
    """The variable that names the room by custom, if it did so in every image."""
    parent: ObjectNumber | None

    @property
    def followers(self) -> set[int]:
        """All variables that follow the room."""
        found = {number for step in self.steps for number in step.globals}
        return found if self.stated is None else found | {self.stated}


def _is_lit(story: ZStory, evidence: Evidence, status: int) -> bool:
    """Whether the status line's variable named a room in every image.

    In darkness Inform's libraries make it name a place that nothing is ever in.
    """
    return bool(evidence.frames) and all(
        (room := int(frame.globals[status])) in frame.tree
        and (not story.may_be_dark or bool(frame.tree.children(room)))
        for frame in evidence.frames.values()
    )


def _room_parent(
    evidence: Evidence, steps: Sequence[Step], stated: int | None
) -> ObjectNumber | None:
    parents: set[ObjectNumber] = set()
    for step in steps:
        for frame in (evidence.before(step.sample), evidence.after(step.sample)):
            parents |= {frame.tree.parent(step.origin), frame.tree.parent(step.goal)}
    if not parents and stated is not None:
        frames = evidence.frames.values()
        parents = {frame.tree.parent(int(frame.globals[stated])) for frame in frames}
    return parents.pop() if len(parents) == 1 else None


def _player_globals(
    story: ZStory,
    evidence: Evidence,
    player: ObjectNumber | None,
    locations: tuple[int, ...],
    status: int | None,
) -> tuple[int, ...]:
    """The global variables that named the player in every image.

    Inform's libraries declare `player` behind the status line's three variables, and before all
    others that hold the same, such as `actor`, which lag behind or name someone else.
    """
    if player is None:
        return ()
    named = [n for n in evidence.constant_globals(player) if n not in locations]
    if story.compiler is Compiler.INFORM and status is not None:
        behind = [number for number in named if number > status + 2]
        return tuple(behind[:1] or named)
    return tuple(named)


def _location_globals(
    story: ZStory, evidence: Evidence, rooms: _Rooms, player: ObjectNumber | None
) -> tuple[int, ...]:
    """The global variables that named the player's room in every image."""
    if story.header.version == 3 and story.compiler is not Compiler.INFORM:
        return (0,)
    if player and rooms.parent is not None:
        agreeing = np.ones(GLOBALS, bool)
        visited = set()
        for frame in evidence.frames.values():
            room = room_above(frame.tree, player, rooms.parent)
            if room is not None:
                visited.add(room)
                agreeing &= frame.globals == room
        found = tuple(int(number) for number in np.flatnonzero(agreeing))
        if len(visited) > 1:
            return found
        # A single room says nothing: many variables may hold its number by accident.
        return (rooms.stated,) if rooms.stated in found else ()
    if rooms.steps:
        return tuple(sorted(frozenset.intersection(*(step.globals for step in rooms.steps))))
    return titled_globals(evidence) or ((rooms.stated,) if rooms.stated is not None else ())
