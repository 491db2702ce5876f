"""One supposition of which rooms there are and which of them each place shown was."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludens.adventure.directions import OPPOSITE
from ludens.adventure.events import Asked, ItemId, Told
from ludens.adventure.perception import evidence
from ludens.adventure.perception.commands import Verbosity
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.memory import Description, Step, StepKind

OFFSETS = {
    "north": (0, 1, 0),
    "northeast": (1, 1, 0),
    "east": (1, 0, 0),
    "southeast": (1, -1, 0),
    "south": (0, -1, 0),
    "southwest": (-1, -1, 0),
    "west": (-1, 0, 0),
    "northwest": (-1, 1, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
NO_PLACE = -1
"""What was taken for a title was none: the player stayed."""


class Place(NamedTuple):
    """A room as it is supposed to be, numbered by the step that found it."""

    title: str
    """In plain form; empty while it was only seen in the dark."""
    texts: tuple[int, ...]
    """Its descriptions by number."""
    at: tuple[int, int, int] | None
    """Where it lies if every way were one pace long; None when it was not walked to."""


class Lead(NamedTuple):
    """Where a way led; no room: it was refused."""

    to: int | None
    times: int
    """How often in a row."""
    varied: int
    """How often it led elsewhere than the time before."""
    shut: bool = False
    """It was refused when last tried, though it was walked before."""


class Label(NamedTuple):
    """Which room each step was in, newest first, shared between hypotheses that part late."""

    before: Label | None
    room: int
    length: int


@dataclass(frozen=True, slots=True)
class Texts:
    """The descriptions, and under how many titles each sentence was seen."""

    known: Sequence[Description]
    spread: Mapping[str, int]

    def closest(self, text: int, others: Sequence[int]) -> Likeness:
        """Return how near a text comes to the nearest of others."""
        if text in others:
            return Likeness.SAME
        return evidence.closest(
            [
                evidence.likeness(self.known[text], self.known[other], self.spread)
                for other in others
            ]
        )


class Hypothesis:
    """A supposition with its weight, as a logarithm. `branch` gives what may follow a step."""

    __slots__ = (
        "bare",
        "bent",
        "denied",
        "entries",
        "full",
        "here",
        "label",
        "places",
        "straight",
        "things",
        "titled",
        "ways",
        "weight",
    )

    def __init__(self) -> None:
        self.weight = 0.0
        self.here = NO_PLACE
        self.denied = False
        """The last step was judged to show no place."""
        self.label: Label | None = None
        self.places: dict[int, Place] = {}
        self.titled: dict[str, tuple[int, ...]] = {}
        self.ways: dict[tuple[int, str], Lead] = {}
        self.entries: dict[int, tuple[tuple[int, str], ...]] = {}
        self.full = 0.0
        self.bare = 0.0
        self.straight = 0
        """How often the opposite direction proved to lead back."""
        self.bent = 0
        self.things: dict[ItemId, int] = {}

    def copy(self) -> Hypothesis:
        """Return a copy that can go its own way."""
        other = Hypothesis()
        other.weight, other.here, other.label = self.weight, self.here, self.label
        other.places, other.titled = dict(self.places), dict(self.titled)
        other.ways, other.entries = dict(self.ways), dict(self.entries)
        other.full, other.bare = self.full, self.bare
        other.straight, other.bent = self.straight, self.bent
        other.things = dict(self.things)
        return other

    def labels(self) -> list[int]:
        """Return the room of each step, oldest first."""
        rooms: list[int] = []
        label = self.label
        while label is not None:
            rooms.append(label.room)
            label = label.before
        return rooms[::-1]

    # -- what may follow ----------------------------------------------------------------------

    def branches(self, number: int, step: Step, texts: Texts) -> Iterator[tuple[int, float]]:
        """Yield each room that a place shown may be, with its likelihood; `number` is a new one."""
        expected, chance = self._expected(step)
        stays = self._stays(step, expected)
        others = self._candidates(step, expected)
        count = len(self.places)
        elsewhere = 1.0 - stays
        for room in others:
            if room == self.here:
                prior = stays
            elif room == expected:
                prior = elsewhere * chance
            else:
                rest = (1.0 - chance) * (0.7 if expected is not None else 1.0 - evidence.NEW_ROOM)
                prior = elsewhere * rest / max(1, count) * self._fit(step, room)
            likelihood = prior * self._of_known(step, room, texts)
            if likelihood > 0.0:
                yield room, likelihood
        walked = expected is not None and (self.here, step.way) in self.ways
        fresh = (1.0 - chance) * (0.3 if walked else evidence.NEW_ROOM)
        yield number, elsewhere * fresh * self._of_new(step, texts)
        if step.confidence < 1.0 and self.here >= 0:
            yield NO_PLACE, self._of_no_place(step)

    def _of_no_place(self, step: Step) -> float:
        """Return how likely the title was none: something said on the way to nowhere."""
        refused = evidence.REFUSED_UNTRIED if step.asked is Asked.WALK else 1.0
        lead = self.ways.get((self.here, step.way))
        if lead is not None and lead.to is not None and not lead.shut:
            refused = evidence.REFUSED_AFTER_ALL
        return (1.0 - step.confidence) * evidence.FALSE_TITLE * refused

    def _expected(self, step: Step) -> tuple[int | None, float]:
        """Return where the way is supposed to lead, and how surely."""
        if step.asked is Asked.RETURN or self.here < 0:
            return None, 0.0
        lead = self.ways.get((self.here, step.way))
        if lead is not None and lead.to is not None:
            return lead.to, evidence.KEPT * 0.5 ** (lead.varied / lead.times)
        back = OPPOSITE.get(step.way)
        if back is not None:
            sources = [
                origin
                for origin, way in self._into(self.here)
                if way == back and origin != self.here
            ]
            if sources:
                return sources[-1], self._leads_back() / len(sources)
        return None, 0.0

    def _stays(self, step: Step, expected: int | None) -> float:
        if self.here < 0:
            return 0.0
        if expected == self.here:
            return evidence.KEPT
        if step.asked is Asked.WALK and expected is not None:
            return 0.01
        return evidence.STAYS[step.asked]

    def _candidates(self, step: Step, expected: int | None) -> list[int]:
        rooms = list(self.titled.get(step.title, ()))
        for room in (self.here, expected):
            if room is not None and room >= 0 and room not in rooms:
                rooms.append(room)
        if step.title:
            rooms += [room for room in self.titled.get("", ()) if room not in rooms]
        return rooms

    def _fit(self, step: Step, room: int) -> float:
        """Return how well a room fits as the end of a way, by the other ways that are known."""
        back = OPPOSITE.get(step.way)
        if step.asked is not Asked.WALK or back is None:
            return 1.0
        factor = 1.0
        bent = 2.0 * (1.0 - self._leads_back())
        lead = self.ways.get((room, back))
        if lead is not None and lead.to != self.here:
            factor *= min(0.5, 2 * bent) if lead.to is None else min(0.4, bent)
        elif any(way == step.way and origin != self.here for origin, way in self._into(room)):
            factor *= min(0.5, 2 * bent)
        if any(way != step.way and origin == self.here for origin, way in self._into(room)):
            factor *= 0.3
        here, there = self.places[self.here].at, self.places[room].at
        offset = OFFSETS.get(step.way)
        if here is not None and there is not None and offset is not None:
            distance = sum(abs(h + o - t) for h, o, t in zip(here, offset, there, strict=True))
            factor *= 3.0 if distance == 0 else 1.0 if distance <= 2 else 0.4
        return factor

    def _into(self, room: int) -> tuple[tuple[int, str], ...]:
        return self.entries.get(room, ())

    def _leads_back(self) -> float:
        """Return how often the opposite direction leads back, as supposed so far."""
        straight, bent = evidence.STRAIGHT
        straight, bent = straight + self.straight, bent + self.bent
        return straight / (straight + bent)

    def _again(self, verbosity: Verbosity | None) -> float:
        """Return how likely a known room is told in full, by the habit supposed so far."""
        full, bare = evidence.HABIT[verbosity]
        full, bare = full + self.full, bare + self.bare
        return min(0.97, max(0.03, full / (full + bare)))

    def _of_known(self, step: Step, room: int, texts: Texts) -> float:
        place = self.places[room]
        likelihood = self._things(step, room)
        if step.told is Told.DARK:
            if step.title and place.title and step.title != place.title:
                return likelihood * evidence.TITLE_CHANGED
            return likelihood * (0.9 if not place.texts else 0.15)
        if not place.title:
            title = self._title_of_new(step.title)
        elif step.title == place.title:
            title = 1.0
        else:
            title = evidence.TITLE_CHANGED
        looked = step.asked is Asked.LOOK
        again = 0.97 if looked else self._again(step.verbosity)
        if step.told is Told.BARE:
            untold = 0.2 if not place.texts else 1.0 - again
            return likelihood * title * untold
        like = texts.closest(step.text, place.texts)
        if title < 1.0 and place.title and like is not Likeness.SAME:
            return 0.0
        return likelihood * title * evidence.full_in_known_room(like, again)

    def _of_new(self, step: Step, texts: Texts) -> float:
        likelihood = self._things(step, None)
        if step.told is Told.DARK:
            if step.title:
                likelihood *= self._title_of_new(step.title)
            return likelihood * 0.2
        likelihood *= self._title_of_new(step.title)
        if step.told is Told.BARE:
            superbrief = step.verbosity is Verbosity.SUPERBRIEF
            return likelihood * (0.95 if superbrief else evidence.BARE_NEW_ROOM)
        namesakes = [
            text for room in self.titled.get(step.title, ()) for text in self.places[room].texts
        ]
        return likelihood * evidence.full_in_new_room(texts.closest(step.text, namesakes))

    def _title_of_new(self, title: str) -> float:
        sharing = len(self.titled.get(title, ()))
        if not title or not sharing:
            return evidence.FRESH_TITLE
        chance = evidence.namesake(sharing, len(self.places))
        neighbours = self.here >= 0 and self.places[self.here].title == title
        return chance + (evidence.NEIGHBOUR_NAMESAKE if neighbours else 0.0)

    def _things(self, step: Step, room: int | None) -> float:
        """Return how likely the things named are, by where the player dropped them."""
        likelihood = 1.0
        for thing, place in self.things.items():
            if thing in step.things:
                likelihood *= 0.95 if place == room else 0.02
            elif place == room and step.told is not Told.DARK:
                likelihood *= 0.1
        return likelihood

    # -- what follows --------------------------------------------------------------------------

    def follow(self, number: int, step: Step, room: int, likelihood: float, texts: Texts) -> None:
        """Suppose that the place shown was `room`."""
        self.weight += math.log(likelihood)
        self.denied = room == NO_PLACE
        if self.denied:
            self._label(self.here)
            return
        origin = self.here
        known = self.places.get(room)
        moved = room != origin
        expected, _ = self._expected(step)
        if expected is not None and (origin, step.way) not in self.ways:
            self.straight += expected == room
            self.bent += expected != room
        if known is None:
            self._found(number, step)
        else:
            self._seen(room, step, known)
            if moved and expected == room:
                self._count(step, known, texts)
        walked = moved or step.asked is Asked.WALK
        if walked and origin >= 0 and step.asked is not Asked.RETURN:
            self._walked(origin, step.way, room)
        self.here = room
        self._label(room)

    def refuse(self, step: Step, texts: Sequence[Description]) -> None:
        """Take note that a way was refused."""
        key = (self.here, step.way)
        lead = self.ways.get(key)
        if lead is None:
            told = self.places[self.here].texts if self.here in self.places else ()
            mentioned = any(step.way in texts[text].exits for text in told)
            chance = evidence.REFUSED_MENTIONED if mentioned else evidence.REFUSED_UNTRIED
            self.ways[key] = Lead(None, 1, 0)
        else:
            again = lead.to is None or lead.shut
            chance = evidence.REFUSED_AGAIN if again else evidence.REFUSED_AFTER_ALL
            self.ways[key] = lead._replace(shut=lead.to is not None)
        self.weight += math.log(chance)
        self._label(self.here)

    def handle(self, step: Step) -> None:
        """Take note of what was put down here or taken up."""
        for thing in step.things:
            if step.kind is StepKind.DROPPED:
                self.things[thing] = self.here
            else:
                self.things.pop(thing, None)
        self._label(self.here)

    def _label(self, room: int) -> None:
        length = self.label.length + 1 if self.label is not None else 1
        self.label = Label(self.label, room, length)

    def _found(self, number: int, step: Step) -> None:
        at = None
        origin = self.places.get(self.here)
        offset = OFFSETS.get(step.way)
        if origin is None:
            at = (0, 0, 0) if not self.places else None
        elif origin.at is not None and offset is not None and step.asked is Asked.WALK:
            at = (origin.at[0] + offset[0], origin.at[1] + offset[1], origin.at[2] + offset[2])
        texts = (step.text,) if step.told is Told.FULL else ()
        self.places[number] = Place(step.title, texts, at)
        self.titled[step.title] = (*self.titled.get(step.title, ()), number)

    def _seen(self, room: int, step: Step, known: Place) -> None:
        texts = known.texts
        if step.told is Told.FULL and step.text not in texts:
            texts = (*texts[:1], *texts[1:][-3:], step.text)
        title = step.title or known.title
        if title != known.title:
            self.titled[known.title] = tuple(r for r in self.titled[known.title] if r != room)
            self.titled[title] = (*self.titled.get(title, ()), room)
        if (title, texts) != (known.title, known.texts):
            self.places[room] = Place(title, texts, known.at)

    def _count(self, step: Step, known: Place, texts: Texts) -> None:
        if step.told is Told.BARE:
            self.bare += 1
        elif step.told is Told.FULL and known.texts:
            like = texts.closest(step.text, known.texts)
            if like is Likeness.CONTENTS:
                self.bare += 1
            elif like in (Likeness.SAME, Likeness.CHANGED):
                self.full += 1

    def _walked(self, origin: int, way: str, room: int) -> None:
        lead = self.ways.get((origin, way))
        if lead is None or lead.to is None:
            self.ways[origin, way] = Lead(room, 1, 0)
        elif lead.to == room:
            self.ways[origin, way] = Lead(room, lead.times + 1, lead.varied)
        else:
            self.ways[origin, way] = Lead(room, 1, lead.varied + 1)
        entry = (origin, way)
        if entry not in self.entries.get(room, ()):
            self.entries[room] = (*self.entries.get(room, ()), entry)
