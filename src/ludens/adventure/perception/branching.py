"""What a place shown may be, under one hypothesis: each possibility with its likelihood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.adventure.perception import evidence
from ludens.adventure.perception.commands import Verbosity
from ludens.adventure.perception.events import Asked, Told
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.hypotheses import NO_PLACE, Branch, Hypothesis, Place, Texts
from ludens.adventure.perception.memory import Step
from ludens.adventure.world.ways import MIRROR

MOST_NAMESAKES = 20
"""Rooms of one title that a place shown is held against: the work of a step is bounded."""


def branches(supposed: Hypothesis, number: int, step: Step, texts: Texts) -> Iterator[Branch]:
    """Yield what a place shown may be, each with its likelihood; `number` is a new room."""
    expected, chance = supposed.expected(step)
    stays = _stays(supposed, step, expected)
    others = _candidates(supposed, step, expected)
    taken_back = supposed.before(step)
    if taken_back is not None:
        others = list(dict.fromkeys([*others, taken_back]))
    count = len(supposed.places)
    untold = supposed.forgotten(number, step)
    unseen = evidence.NEW_ON_RETURN if step.asked is Asked.RETURN else evidence.NEW_ROOM
    alike = _twins(supposed, step)
    elsewhere = 1.0 - stays if expected != supposed.here else 1.0 - evidence.KEPT
    for room in others:
        if taken_back is not None:
            share = (1.0 - evidence.TAKEN_BACK) / max(1, count)
            prior = evidence.TAKEN_BACK if room == taken_back else share
        elif room == supposed.here:
            prior = stays
        elif room == expected:
            prior = elsewhere * chance
        else:
            among = alike if room in alike else supposed.places
            if alike:
                unseen = supposed.new_twin()
            rest = (1.0 - chance) * (0.7 if expected is not None else 1.0 - unseen)
            prior = elsewhere * rest / max(1, len(among)) * _fit(supposed, step, room)
        awaited = room == (supposed.here if step.asked in evidence.STATIONARY else expected)
        likelihood = prior * _of_known(supposed, step, room, texts, untold, awaited=awaited)
        yield Branch(room, likelihood)
        if _is_unlit(supposed, room) and step.told is not Told.DARK:
            yield from _revealed(supposed, room, step, texts, prior=prior, untold=untold)
    walked = expected is not None and (supposed.here, step.way) in supposed.ways
    fresh = (1.0 - chance) * (0.3 if walked else unseen)
    fresh *= 1.0 - evidence.TAKEN_BACK if taken_back is not None else 1.0
    yield Branch(number, elsewhere * fresh * _of_new(supposed, step, texts, expected))
    if step.confidence < 1.0 and supposed.here >= 0:
        yield Branch(NO_PLACE, _of_no_place(supposed, step, texts))


def _twins(supposed: Hypothesis, step: Step) -> list[int]:
    """Return the rooms that look like the one that was left, where a walk shows such a room."""
    if not supposed.shows_a_twin(step):
        return []
    return [
        room
        for room in supposed.titled.get(step.title, ())
        if step.text in supposed.places[room].texts
    ]


def _is_unlit(supposed: Hypothesis, room: int) -> bool:
    """Say whether a room was only met in the dark, so that it may be any."""
    place = supposed.places[room]
    return not place.title and not place.texts


def _revealed(
    supposed: Hypothesis,
    dark: int,
    step: Step,
    texts: Texts,
    *,
    prior: float,
    untold: frozenset[int],
) -> Iterator[Branch]:
    """Yield each known room that a room met in the dark may prove to be."""
    share = (1.0 - evidence.NEW_ROOM) / max(1, len(supposed.places))
    for room in supposed.titled.get(step.title, ()):
        if room != dark and _agree(supposed, dark, room):
            place = supposed.places[room]
            seen = evidence.DARK_LATER[place.by_day] if place.texts else 1.0
            likelihood = prior * share * seen * _of_known(supposed, step, room, texts, untold)
            yield Branch(room, likelihood, dark)


def _agree(supposed: Hypothesis, one: int, other: int) -> bool:
    """Say whether no way is known to lead from two rooms to different places."""
    for (origin, way), lead in supposed.ways.items():
        if origin == one and lead.to is not None:
            rival = supposed.ways.get((other, way))
            if rival is not None and rival.to is not None and rival.to != lead.to:
                return False
    return True


def _of_no_place(supposed: Hypothesis, step: Step, texts: Texts) -> float:
    """Return how likely the title was none: something said on the way to nowhere."""
    refused = evidence.REFUSED_UNTRIED if step.asked is Asked.WALK else 1.0
    lead = supposed.ways.get((supposed.here, step.way))
    if lead is not None and lead.to is not None and not lead.shut:
        refused = evidence.REFUSED_AFTER_ALL
    text = texts.known[step.text]
    tells = evidence.EXITS_BELOW_NO_TITLE if text.exits or text.ways else 1.0
    return (1.0 - step.confidence) * evidence.FALSE_TITLE * refused * tells


def _stays(supposed: Hypothesis, step: Step, expected: int | None) -> float:
    if supposed.here < 0:
        return 0.0
    if expected == supposed.here:
        return evidence.KEPT * evidence.LOOP_AGAIN
    twins = len(supposed.titled.get(step.title, ())) > 1 and supposed.shows_a_twin(step)
    if step.asked is Asked.WALK and twins:
        walked = expected is not None and (supposed.here, step.way) in supposed.ways
        return evidence.STAYS_DESPITE if walked else evidence.LOOP_AMONG_TWINS
    if step.asked is Asked.WALK and expected is not None:
        return evidence.STAYS_DESPITE
    if step.asked is Asked.MOVE and step.title == supposed.places[supposed.here].title:
        return evidence.SAME_TITLE_STAYS
    return evidence.STAYS[step.asked]


def _candidates(supposed: Hypothesis, step: Step, expected: int | None) -> list[int]:
    rooms = list(supposed.titled.get(step.title, ()))
    if len(rooms) > MOST_NAMESAKES:
        rooms = _nearest(supposed, step, rooms)
    for room in (supposed.here, expected):
        if room is not None and room >= 0 and room not in rooms:
            rooms.append(room)
    if step.title:
        rooms += [room for room in supposed.titled.get("", ()) if room not in rooms]
    if step.title and step.title not in supposed.titled:
        rooms += _renamed(supposed, step, rooms)
    return rooms


def _nearest(supposed: Hypothesis, step: Step, rooms: Sequence[int]) -> list[int]:
    """Return the rooms that lie nearest to where the way should lead, the newest first."""
    goal = supposed.reckoned(step)

    def distance(room: int) -> int:
        at = supposed.places[room].at
        if goal is None or at is None:
            return MOST_NAMESAKES
        return sum(abs(g - a) for g, a in zip(goal, at, strict=True))

    return sorted(rooms, key=lambda room: (distance(room), -room))[:MOST_NAMESAKES]


def _renamed(supposed: Hypothesis, step: Step, already: Sequence[int]) -> list[int]:
    """Return rooms that may have got a new title: told in the same words, or with more of one."""
    same = [
        room
        for room, place in supposed.places.items()
        if step.told is Told.FULL and step.text in place.texts
    ]
    extended = [
        room
        for title, rooms in supposed.titled.items()
        if evidence.title_changed(title, step.title) > evidence.TITLE_CHANGED
        for room in rooms
    ]
    return [room for room in dict.fromkeys([*same, *extended]) if room not in already]


def _fit(supposed: Hypothesis, step: Step, room: int) -> float:
    """Return how well a room fits as the end of a way, by the other ways that are known."""
    back = MIRROR.get(step.way)
    if step.asked is not Asked.WALK or back is None:
        return 1.0
    factor = 1.0
    bent = 2.0 * (1.0 - supposed.leads_back(twins=supposed.shows_a_twin(step)))
    lead = supposed.ways.get((room, back))
    if lead is not None and lead.to != supposed.here:
        factor *= min(0.5, 2 * bent) if lead.to is None else min(0.4, bent)
    elif any(way == step.way and origin != supposed.here for origin, way in supposed.into(room)):
        factor *= min(0.5, 2 * bent)
    if any(way != step.way and origin == supposed.here for origin, way in supposed.into(room)):
        factor *= 0.3
    goal, there = supposed.reckoned(step), supposed.places[room].at
    if goal is not None and there is not None:
        distance = sum(abs(g - t) for g, t in zip(goal, there, strict=True))
        factor *= 3.0 if distance == 0 else 1.0 if distance <= 2 else 0.4
    return factor


def _of_known(
    supposed: Hypothesis,
    step: Step,
    room: int,
    texts: Texts,
    untold: frozenset[int],
    *,
    awaited: bool = False,
) -> float:
    place = supposed.places[room]
    likelihood = _things(supposed, step, room) * _contents(supposed, step, room, texts)
    same_ways = texts.lists_same_ways(step.text, place.texts)
    if same_ways is not None:
        likelihood *= evidence.WAYS_LISTED[same_ways]
    elif texts.known[step.text].ways:
        likelihood *= evidence.WAYS_LISTED[None]
    if step.told is Told.DARK:
        if step.title and place.title and step.title != place.title:
            return likelihood * evidence.TITLE_CHANGED
        return likelihood * (0.9 if not place.texts else evidence.DARK_LATER[place.by_day])
    renamed = False
    if not place.title:
        unlit = step.asked is Asked.WALK and step.told is not Told.NAMED and not step.lamp
        title = _title_of_new(supposed, step.title) * (evidence.LIT_BY_NOTHING if unlit else 1.0)
    elif step.title == place.title:
        title = 1.0
    else:
        title = evidence.title_changed(place.title, step.title)
        renamed = awaited and _is_relit(place, step)
        if room == supposed.here and step.asked is Asked.OTHER:
            same_noun = place.title.split()[-1:] == step.title.split()[-1:]
            renamed_here = renamed or same_noun
        else:
            renamed_here = renamed
        title = max(title, evidence.TITLE_CHANGED_HERE) if renamed_here else title
        title *= evidence.TITLE_OF_ANOTHER if supposed.titled.get(step.title) else 1.0
    looked = step.asked in (Asked.LOOK, Asked.LOOK_AFTER) or step.back is not None
    again = evidence.TOLD_TO_WHO_LOOKS if looked else supposed.told_again(step)
    arrives = step.asked is Asked.MOVE and room != supposed.here
    if arrives or step.asked in (Asked.CARRIED, Asked.OTHER, Asked.RETURN):
        again = max(again, evidence.TOLD_ON_ARRIVAL)
    if room in untold:
        again = max(again, evidence.TOLD_ANEW)
    if step.told is Told.NAMED:
        return likelihood * title
    if step.told is Told.BARE:
        seen = place.texts or place.by_day
        bare = 1.0 - again if seen else evidence.BARE_AT_FIRST_LIGHT
        return likelihood * title * bare
    if not place.texts:
        if title <= evidence.TITLE_CHANGED:
            return 0.0
        return likelihood * title * _told_first(supposed, step, room, texts)
    like = texts.in_room(step.text, place.texts)
    if title < 1.0 and place.title and like not in (Likeness.SAME, Likeness.CHANGED):
        return likelihood * title * evidence.RETOLD_AS_RENAMED if renamed else 0.0
    return likelihood * title * evidence.full_in_known_room(like, again)


def _of_new(supposed: Hypothesis, step: Step, texts: Texts, expected: int | None) -> float:
    likelihood = _things(supposed, step, None) * _contents(supposed, step, None, texts)
    awaited = supposed.places.get(supposed.here if expected is None else expected)
    if awaited is not None and _is_relit(awaited, step):
        likelihood *= evidence.NOUN_OF_ANOTHER
    if awaited is not None and step.told is Told.FULL and step.title != awaited.title:
        like = texts.closest(step.text, awaited.texts)
        likelihood *= evidence.UNDER_ANOTHER_TITLE.get(like, 1.0)
    if texts.known[step.text].ways:
        likelihood *= evidence.WAYS_LISTED[None]
    if step.told is Told.DARK:
        if step.title:
            likelihood *= _title_of_new(supposed, step.title)
        return likelihood * 0.2
    likelihood *= _title_of_new(supposed, step.title)
    if step.told is Told.NAMED:
        return likelihood
    if step.told is Told.BARE:
        superbrief = step.verbosity is Verbosity.SUPERBRIEF
        if superbrief:
            return likelihood * 0.95
        return likelihood * evidence.bare_in_new_room(supposed.born_full, supposed.born_bare)
    return likelihood * _told_first(supposed, step, None, texts)


def _is_relit(place: Place, step: Step) -> bool:
    """Say whether a title tells a place in another light: Dim Vault, Torch-Lit Vault."""
    if not (place.by_day and step.lamp and place.title and step.title) or place.title == step.title:
        return False
    return place.title.rsplit(maxsplit=1)[-1] == step.title.rsplit(maxsplit=1)[-1]


def _told_first(supposed: Hypothesis, step: Step, room: int | None, texts: Texts) -> float:
    """Return how likely a description is that a room is told for the first time."""
    namesakes = [
        text
        for other in supposed.titled.get(step.title, ())
        if other != room
        for text in supposed.places[other].texts
    ]
    like = texts.closest(step.text, namesakes)
    told = 1.0 - evidence.bare_in_new_room(supposed.born_full, supposed.born_bare)
    return told * evidence.full_in_new_room(like, namesakes.count(step.text))


def _title_of_new(supposed: Hypothesis, title: str) -> float:
    sharing = len(supposed.titled.get(title, ()))
    if not title or not sharing:
        return evidence.FRESH_TITLE
    chance = evidence.namesake(sharing, len(supposed.places))
    neighbours = supposed.here >= 0 and supposed.places[supposed.here].title == title
    return chance + (evidence.NEIGHBOUR_NAMESAKE if neighbours else 0.0)


def _things(supposed: Hypothesis, step: Step, room: int | None) -> float:
    """Return how likely the things named are, by where the player dropped them.

    A story that was taken back may tell the title alone, and things are where they were before.
    """
    likelihood = 1.0
    if step.asked is Asked.RETURN:
        return likelihood
    for thing, place in supposed.things.items():
        if thing in step.things:
            likelihood *= 0.95 if place == room else 0.02
        elif place == room and step.told is not Told.DARK:
            likelihood *= 0.1
    return likelihood


def _contents(supposed: Hypothesis, step: Step, room: int | None, texts: Texts) -> float:
    """Return how likely a room lists what it does, by what it listed the last time."""
    if step.told not in (Told.FULL, Told.BARE):
        return 1.0
    listed = texts.listed(step)
    known = supposed.contents.get(room) if room is not None else None
    if known is None:
        chance = evidence.LISTED_AT_FIRST ** len(listed)
        elsewhere = sum(
            any(
                sentence in supposed.contents.get(other, ())
                for other in supposed.titled.get(step.title, ())
                if other != room
            )
            for sentence in listed
        )
        return chance * (evidence.LISTED_ELSEWHERE / evidence.LISTED_AT_FIRST) ** elsewhere
    before = texts.telling(known)
    changes = (
        evidence.STILL_LISTED ** len(listed & before)
        * evidence.LISTED_NO_MORE ** len(before - listed)
        * evidence.LISTED_BY_NOW ** len(listed - before)
    )
    return max(changes, evidence.CONTENTS_CHANGED)
