"""What follows from a step when a hypothesis takes one of its branches for true."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludens.adventure.perception import evidence
from ludens.adventure.perception.events import Asked, Told
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.hypotheses import (
    NO_PLACE,
    UNDO,
    Branch,
    Hypothesis,
    Label,
    Lead,
    Place,
    Texts,
)
from ludens.adventure.perception.memory import Description, Step, StepKind


def follow(supposed: Hypothesis, number: int, step: Step, branch: Branch, texts: Texts) -> None:
    """Suppose that a branch is true."""
    supposed.weight += math.log(branch.likelihood)
    room = branch.room
    if branch.revealed is not None:
        _unite(supposed, branch.revealed, room)
    supposed.denied = room == NO_PLACE
    if supposed.denied:
        _label(supposed, step, supposed.here)
        return
    origin = supposed.here
    known = supposed.places.get(room)
    moved = room != origin
    expected, _ = supposed.expected(step)
    if expected is not None and (origin, step.way) not in supposed.ways:
        if supposed.shows_a_twin(step):
            supposed.straight_among_twins += expected == room
            supposed.bent_among_twins += expected != room
        else:
            supposed.straight += expected == room
            supposed.bent += expected != room
    if supposed.shows_a_twin(step) and (origin, step.way) not in supposed.ways:
        supposed.born_twins += known is None
        supposed.met_twins += known is not None
    supposed.untold = supposed.forgotten(number, step)
    if step.verbosity is not supposed.mode:
        supposed.mode, supposed.full, supposed.bare = step.verbosity, 0, 0
        supposed.born_full = supposed.born_bare = 0
    if known is None:
        _found(supposed, number, step)
        supposed.born_full += step.told is Told.FULL
        supposed.born_bare += step.told is Told.BARE
    else:
        _seen(supposed, room, step, known, texts)
        walked = step.asked in (Asked.WALK, Asked.MOVE)
        if walked and moved and expected == room and room not in supposed.untold:
            _count(supposed, step, known, texts)
    if step.told is Told.FULL and room in supposed.untold:
        supposed.untold -= {room}
        supposed.retold = (*supposed.retold, (room, number))
    walked = moved or step.asked is Asked.WALK
    if walked and origin >= 0 and not step.astray and step.asked is not Asked.RETURN:
        _walked(supposed, origin, step.way, room, carried=step.asked is Asked.CARRIED)
    _lie(supposed, step, room)
    _list(supposed, step, room, texts)
    supposed.here = room
    _label(supposed, step, room)


def _lie(supposed: Hypothesis, step: Step, room: int) -> None:
    """Take note of what lies in a room, and of what lies there no more."""
    if step.told not in (Told.FULL, Told.BARE) or step.asked is Asked.RETURN:
        return
    gone = [
        thing
        for thing, place in supposed.things.items()
        if place == room and thing not in step.things
    ]
    for thing in gone:
        del supposed.things[thing]
    for thing in step.things:
        supposed.things[thing] = room


def _list(supposed: Hypothesis, step: Step, room: int, texts: Texts) -> None:
    """Take note of what a room lists."""
    if step.asked is Asked.RETURN:
        supposed.contents = supposed.contents if step.way == UNDO else {}
    elif step.told in (Told.FULL, Told.BARE):
        supposed.contents[room] = texts.known[step.text].listed


def refuse(supposed: Hypothesis, step: Step, texts: Sequence[Description]) -> None:
    """Take note that a way was refused."""
    key = (supposed.here, step.way)
    lead = supposed.ways.get(key)
    if lead is None:
        told = supposed.places[supposed.here].texts if supposed.here in supposed.places else ()
        mentioned = any(step.way in texts[text].exits for text in told)
        chance = evidence.REFUSED_MENTIONED if mentioned else evidence.REFUSED_UNTRIED
        supposed.ways[key] = Lead(None, 1, 0)
    else:
        again = lead.to is None or lead.shut
        chance = evidence.REFUSED_AGAIN if again else evidence.REFUSED_AFTER_ALL
        supposed.ways[key] = lead._replace(shut=lead.to is not None)
    supposed.weight += math.log(chance)
    _label(supposed, step, supposed.here)


def handle(supposed: Hypothesis, step: Step) -> None:
    """Take note of what was put down here or taken up."""
    supposed.contents.pop(supposed.here, None)
    for thing in step.things:
        if step.kind is StepKind.DROPPED:
            supposed.things[thing] = supposed.here
        else:
            supposed.things.pop(thing, None)
    _label(supposed, step, supposed.here)


def _label(supposed: Hypothesis, step: Step, room: int) -> None:
    supposed.arrive(step.turn)
    length = supposed.label.length + 1 if supposed.label is not None else 1
    supposed.label = Label(supposed.label, room, length)


def _found(supposed: Hypothesis, number: int, step: Step) -> None:
    at = None
    origin = supposed.places.get(supposed.here)
    if origin is None:
        at = (0, 0, 0) if not supposed.places else None
    elif step.asked is Asked.WALK:
        at = supposed.reckoned(step)
    texts = (step.text,) if step.told is Told.FULL else ()
    supposed.places[number] = Place(step.title, texts, at, _by_day(step))
    supposed.titled[step.title] = (*supposed.titled.get(step.title, ()), number)


def _by_day(step: Step) -> bool:
    """Return whether a room was seen by no light that the player is known to have brought."""
    return step.told in (Told.FULL, Told.BARE) and not step.lamp


def _seen(supposed: Hypothesis, room: int, step: Step, known: Place, texts: Texts) -> None:
    told = known.texts
    if step.told is Told.FULL and step.text not in told:
        if texts.in_room(step.text, told) is not Likeness.CONTENTS:
            told = (*told[:1], *told[1:][-3:], step.text)
    title = step.title or known.title
    if title != known.title:
        supposed.titled[known.title] = tuple(r for r in supposed.titled[known.title] if r != room)
        supposed.titled[title] = (*supposed.titled.get(title, ()), room)
    by_day = known.by_day or _by_day(step)
    if (title, told, by_day) != (known.title, known.texts, known.by_day):
        supposed.places[room] = Place(title, told, known.at, by_day)


def _count(supposed: Hypothesis, step: Step, known: Place, texts: Texts) -> None:
    if step.told is Told.BARE:
        supposed.bare += 1
    elif step.told is Told.FULL and known.texts:
        like = texts.in_room(step.text, known.texts)
        if like is Likeness.CONTENTS:
            supposed.bare += 1
        elif like in (Likeness.SAME, Likeness.CHANGED):
            supposed.full += 1


def _unite(supposed: Hypothesis, dark: int, room: int) -> None:
    """Let a room met in the dark be another one, wherever it is spoken of."""
    supposed.united[dark] = room
    del supposed.places[dark]
    supposed.titled[""] = tuple(other for other in supposed.titled[""] if other != dark)
    for origin, way in [key for key in supposed.ways if key[0] == dark]:
        lead = supposed.ways.pop((origin, way))
        supposed.ways.setdefault((room, way), lead)
        if lead.to is not None:
            _enter(supposed, lead.to, (room, way), instead_of=(dark, way))
    for origin, way in supposed.entries.pop(dark, ()):
        key = (room if origin == dark else origin, way)
        if key in supposed.ways:
            supposed.ways[key] = supposed.ways[key]._replace(to=room)
            _enter(supposed, room, key)
    supposed.things = {thing: room if at == dark else at for thing, at in supposed.things.items()}
    supposed.here = room if supposed.here == dark else supposed.here
    supposed.trail = tuple((turn, room if at == dark else at) for turn, at in supposed.trail)


def _enter(
    supposed: Hypothesis,
    room: int,
    key: tuple[int, str],
    *,
    instead_of: tuple[int, str] | None = None,
) -> None:
    entries = tuple(entry for entry in supposed.into(room) if entry not in (key, instead_of))
    supposed.entries[room] = (*entries, key)


def _walked(supposed: Hypothesis, origin: int, way: str, room: int, *, carried: bool) -> None:
    """Take note of where a way led; who was carried off says nothing of where it leads else."""
    lead = supposed.ways.get((origin, way))
    if lead is None or lead.to is None:
        supposed.ways[origin, way] = Lead(room, 1, 0)
    elif carried:
        return
    elif lead.to == room:
        supposed.ways[origin, way] = Lead(room, lead.times + 1, lead.varied)
    else:
        supposed.ways[origin, way] = Lead(room, 1, lead.varied + 1)
    if (origin, way) not in supposed.into(room):
        _enter(supposed, room, (origin, way))
