"""Finding the player among the objects: what carries, sits, and goes where the story goes.

Other things move with the player: what is carried, a vehicle, a sky that is everywhere. Taking
things, leaving a seat, the printed inventory, "examine me", and the global variables that name
the player tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ludens.adventure.interpreter.zmachine.evidence import Evidence, Intent
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber
from ludens.adventure.interpreter.zmachine.walks import Step

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
