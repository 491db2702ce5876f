"""Walks, as memory shows them: an object and a global variable go from one room to another."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np

from ludens.adventure.interpreter.zmachine.evidence import Evidence, Frame, Intent, Sample
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
