"""What a place shown may be, under one hypothesis: each possibility with its likelihood."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.perception import evidence
from ludens.adventure.perception.events import Asked, Told
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.hypotheses import NO_PLACE, Branch, Hypothesis, Texts
from ludens.adventure.perception.memory import Step

IN_PLACE = frozenset({Asked.LOOK, Asked.LOOK_AFTER})
"""What shows the place where the player is."""
MOST_NAMESAKES = 20
"""Rooms of one title that a place shown is held against, the newest: a step's work is bounded."""


def branches(supposed: Hypothesis, number: int, step: Step, texts: Texts) -> Iterator[Branch]:
    """Yield what a place shown may be, each with its likelihood; `number` is a new room."""
    expected, chance = supposed.expected(step)
    stays = _stays(supposed, step, expected)
    others = _candidates(supposed, step, expected)
    taken_back = supposed.before(step)
    if taken_back is not None:
        others = list(dict.fromkeys([*others, taken_back]))
    count = max(1, len(supposed.places))
    unseen = evidence.NEW_ON_RETURN if step.asked is Asked.RETURN else evidence.NEW_ROOM
    elsewhere = 1.0 - stays if expected != supposed.here else 1.0 - evidence.KEPT
    for room in others:
        if taken_back is not None:
            share = (1.0 - evidence.TAKEN_BACK) / count
            prior = evidence.TAKEN_BACK if room == taken_back else share
        elif room == supposed.here:
            prior = stays
        elif room == expected:
            prior = elsewhere * chance
        else:
            rest = (1.0 - chance) * (0.7 if expected is not None else 1.0 - unseen)
            prior = elsewhere * rest / count
        awaited = room == (supposed.here if step.asked in IN_PLACE else expected)
        yield Branch(room, prior * _of_known(supposed, step, room, texts, awaited=awaited))
    walked = expected is not None and (supposed.here, step.way) in supposed.ways
    fresh = (1.0 - chance) * (0.3 if walked else unseen)
    fresh *= 1.0 - evidence.TAKEN_BACK if taken_back is not None else 1.0
    yield Branch(number, elsewhere * fresh * _of_new(supposed, step, texts))
    if step.confidence < 1.0 and supposed.here >= 0:
        yield Branch(NO_PLACE, _of_no_place(supposed, step))


def _of_no_place(supposed: Hypothesis, step: Step) -> float:
    """Return how likely the title was none: something said on the way to nowhere."""
    refused = evidence.REFUSED_UNTRIED if step.asked is Asked.WALK else 1.0
    lead = supposed.ways.get((supposed.here, step.way))
    if lead is not None and lead.to is not None and not lead.shut:
        refused = evidence.REFUSED_AFTER_ALL
    return (1.0 - step.confidence) * evidence.FALSE_TITLE * refused


def _stays(supposed: Hypothesis, step: Step, expected: int | None) -> float:
    if supposed.here < 0:
        return 0.0
    if expected == supposed.here:
        return evidence.KEPT * evidence.LOOP_AGAIN
    if step.asked is Asked.WALK and expected is not None:
        return evidence.STAYS_DESPITE
    if step.asked is Asked.MOVE and step.title == supposed.places[supposed.here].title:
        return evidence.SAME_TITLE_STAYS
    return evidence.STAYS[step.asked]


def _candidates(supposed: Hypothesis, step: Step, expected: int | None) -> list[int]:
    rooms = list(supposed.titled.get(step.title, ()))[-MOST_NAMESAKES:]
    for room in (supposed.here, expected):
        if room is not None and room >= 0 and room not in rooms:
            rooms.append(room)
    if step.title:
        rooms += [room for room in supposed.titled.get("", ()) if room not in rooms]
    return rooms


def _of_known(supposed: Hypothesis, step: Step, room: int, texts: Texts, *, awaited: bool) -> float:
    place = supposed.places[room]
    likelihood = _contents(supposed, step, room, texts)
    if step.told is Told.DARK:
        if step.title and place.title and step.title != place.title:
            return likelihood * evidence.TITLE_CHANGED
        return likelihood * (0.9 if not place.texts else evidence.DARK_LATER)
    renamed = False
    if not place.title:
        title = _title_of_new(supposed, step.title)
    elif step.title == place.title:
        title = 1.0
    else:
        renamed = awaited and (step.asked in IN_PLACE or place.lamp != step.lamp)
        title = evidence.TITLE_CHANGED_IN_PLACE if renamed else evidence.TITLE_CHANGED
        title *= evidence.TITLE_OF_ANOTHER if supposed.titled.get(step.title) else 1.0
    looked = step.asked in IN_PLACE
    again = evidence.TOLD_TO_WHO_LOOKS
    if not looked and step.back is None:
        again = evidence.told_again(supposed.full, supposed.bare)
    arrives = step.asked is Asked.MOVE and room != supposed.here
    if renamed or arrives or step.asked in (Asked.CARRIED, Asked.OTHER, Asked.RETURN):
        again = max(again, evidence.TOLD_ON_ARRIVAL)
    if step.told is Told.NAMED:
        return likelihood * title
    if step.told is Told.BARE:
        return likelihood * title * (1.0 - again if place.texts else evidence.BARE_AT_FIRST_LIGHT)
    if renamed:  # its words and what it lists are others too
        return _contents(supposed, step, None, texts) * title * again
    if not place.texts:
        if title <= evidence.TITLE_CHANGED:
            return 0.0
        return likelihood * title * _told_first(supposed, step, room, texts)
    like = texts.in_room(step.text, place.texts)
    if title < 1.0 and place.title and like not in (Likeness.SAME, Likeness.CHANGED):
        comes = awaited and step.asked is not Asked.OTHER  # no way, so nothing leads back there
        return likelihood * evidence.ALL_CHANGED * evidence.TOLD_ON_ARRIVAL if comes else 0.0
    return likelihood * title * evidence.full_in_known_room(like, again)


def _of_new(supposed: Hypothesis, step: Step, texts: Texts) -> float:
    likelihood = _contents(supposed, step, None, texts)
    if step.told is Told.DARK:
        return likelihood * 0.2 * (_title_of_new(supposed, step.title) if step.title else 1.0)
    likelihood *= _title_of_new(supposed, step.title)
    if step.told is Told.NAMED:
        return likelihood
    if step.told is Told.BARE:
        return likelihood * evidence.bare_in_new_room(supposed.born_full, supposed.born_bare)
    return likelihood * _told_first(supposed, step, None, texts)


def _told_first(supposed: Hypothesis, step: Step, room: int | None, texts: Texts) -> float:
    """Return how likely a description is that a room is told for the first time."""
    namesakes = [
        supposed.places[other].texts
        for other in supposed.titled.get(step.title, ())
        if other != room and supposed.places[other].texts
    ]
    like = texts.closest(step.text, [text for told in namesakes for text in told])
    first = [told[0] for told in namesakes]
    different = max(0, len(set(first)) - 1)
    alike = len(first) - 1 - different if first else 0
    told = 1.0 - evidence.bare_in_new_room(supposed.born_full, supposed.born_bare)
    return told * evidence.full_in_new_room(like, alike, different)


def _title_of_new(supposed: Hypothesis, title: str) -> float:
    sharing = len(supposed.titled.get(title, ()))
    if not title or not sharing:
        return evidence.FRESH_TITLE
    chance = evidence.namesake(sharing, len(supposed.places))
    neighbours = supposed.here >= 0 and supposed.places[supposed.here].title == title
    return chance + (evidence.NEIGHBOUR_NAMESAKE if neighbours else 0.0)


def _contents(supposed: Hypothesis, step: Step, room: int | None, texts: Texts) -> float:
    """Return how likely a room lists what it does, by what it listed the last time."""
    if step.told not in (Told.FULL, Told.BARE):
        return 1.0
    listed = texts.telling(texts.known[step.text].listed)
    known = supposed.contents.get(room) if room is not None else None
    if known is None:
        namesakes = [other for other in supposed.titled.get(step.title, ()) if other != room]
        elsewhere = sum(
            any(sentence in supposed.contents.get(other, ()) for other in namesakes)
            for sentence in listed
        )
        at_first = evidence.LISTED_AT_FIRST ** (len(listed) - elsewhere)
        return at_first * float(evidence.LISTED_ELSEWHERE**elsewhere)
    before = texts.telling(known)
    changes = (
        evidence.STILL_LISTED ** len(listed & before)
        * evidence.LISTED_NO_MORE ** len(before - listed)
        * evidence.LISTED_BY_NOW ** len(listed - before)
    )
    return max(changes, evidence.CONTENTS_CHANGED)
