"""One supposition of which rooms there are and which of them each place shown was."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludens.adventure.perception import evidence
from ludens.adventure.perception.events import Asked, Told
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.memory import Description, Step, StepKind
from ludens.adventure.world.ways import way_back

NO_PLACE = -1
"""What was taken for a title was none: the player stayed."""


class Place(NamedTuple):
    """A room as it is supposed to be, numbered by the step that found it."""

    title: str
    """In plain form; empty while it was only seen in the dark."""
    texts: tuple[int, ...]
    """Its descriptions by number."""
    lamp: bool = False
    """The player had a light when it was shown last."""


class Lead(NamedTuple):
    """Where a way led; no room: it was refused."""

    to: int | None
    times: int
    """How often in a row."""
    varied: int
    """How often it led elsewhere than the time before."""
    shut: bool = False
    """It was refused when last tried, though it was walked before."""


class Branch(NamedTuple):
    """What a place shown may be."""

    room: int
    """A known room, a new one, or NO_PLACE."""
    likelihood: float


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
    _likeness: dict[tuple[int, int], Likeness] = field(default_factory=dict)
    _short: dict[int, bool] = field(default_factory=dict)

    def in_room(self, text: int, told: Sequence[int]) -> Likeness:
        """Return what a text is to a room: what only lists its contents never describes it."""
        like = self.closest(text, told)
        if like is not Likeness.SAME or not self._is_short(text):
            return like
        return like if all(self._is_short(other) for other in told) else Likeness.CONTENTS

    def _is_short(self, text: int) -> bool:
        if text not in self._short:
            self._short[text] = evidence.may_be_contents(self.known[text])
        return self._short[text]

    def telling(self, sentences: Sequence[str]) -> frozenset[str]:
        """Return the sentences that were never heard under several titles."""
        return frozenset(s for s in sentences if self.spread.get(s, 0) < 2)

    def closest(self, text: int, others: Sequence[int]) -> Likeness:
        """Return how near a text comes to the nearest of others."""
        if text in others:
            return Likeness.SAME
        return evidence.closest([self._like(text, other) for other in others])

    def _like(self, text: int, other: int) -> Likeness:
        """Return how a text compares to another; worked out once for all hypotheses."""
        if (text, other) not in self._likeness:
            like = evidence.likeness(self.known[text], self.known[other], self.spread)
            self._likeness[text, other] = like
        return self._likeness[text, other]


class Hypothesis:
    """A supposition with its weight, as a logarithm."""

    __slots__ = (
        *("bare", "bent", "born_bare", "born_full", "contents", "denied", "entries", "full"),
        *("here", "label", "places", "straight", "titled", "ways", "weight"),
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
        self.full = self.bare = 0
        """How often a return was told in full, and how often it was not."""
        self.born_full = self.born_bare = 0
        """How many rooms were described when they were found, and how many were not."""
        self.straight = self.bent = 0
        """How often the opposite direction proved to lead back, and not."""
        self.contents: dict[int, tuple[str, ...]] = {}
        """What each room listed the last time; left out while the player has taken or put down
        something there since."""

    def copy(self) -> Hypothesis:
        """Return a copy that can go its own way."""
        other = Hypothesis()
        for name in Hypothesis.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, dict) else value)
        return other

    def labels(self) -> list[int]:
        """Return the room of each step, oldest first."""
        rooms: list[int] = []
        label = self.label
        while label is not None:
            rooms.append(label.room)
            label = label.before
        return rooms[::-1]

    def before(self, step: Step) -> int | None:
        """Return the room of the moment that was brought back, if it is known which that is."""
        if step.asked is not Asked.RETURN or step.back is None:
            return None
        label = self.label
        while label is not None and label.length > step.back:
            label = label.before
        return label.room if label is not None and label.room in self.places else None

    def expected(self, step: Step) -> tuple[int | None, float]:
        """Return where the way is supposed to lead, and how surely."""
        if step.asked in (Asked.RETURN, Asked.LOOK, Asked.LOOK_AFTER) or self.here < 0:
            return None, 0.0
        lead = self.ways.get((self.here, step.way))
        if lead is not None and lead.to is not None:
            kept = evidence.CARRIED_AGAIN if step.asked is Asked.CARRIED else evidence.KEPT
            return lead.to, kept * 0.5 ** (lead.varied / lead.times)
        entries = self.entries.get(self.here, ()) if step.asked is not Asked.CARRIED else ()
        sources = [
            origin for origin, way in entries if way_back(way) == step.way and origin != self.here
        ]
        return (sources[-1], self.leads_back() / len(sources)) if sources else (None, 0.0)

    def leads_back(self) -> float:
        """Return how often the opposite direction leads back, as supposed so far."""
        straight, bent = evidence.STRAIGHT
        return (straight + self.straight) / (straight + self.straight + bent + self.bent)

    def follow(self, number: int, step: Step, branch: Branch, texts: Texts) -> None:
        """Suppose that a branch is true; `number` is the step's own."""
        self.weight += math.log(branch.likelihood)
        room, origin = branch.room, self.here
        self.denied = room == NO_PLACE
        if self.denied:
            self._note(origin)
            return
        known = self.places.get(room)
        moved = room != origin
        expected, _ = self.expected(step)
        if expected is not None and (origin, step.way) not in self.ways:
            self.straight += expected == room
            self.bent += expected != room
        if known is None:
            self._find(number, step)
            self.born_full += step.told is Told.FULL
            self.born_bare += step.told is Told.BARE
        else:
            self._see(room, step, known, texts)
            if step.asked in (Asked.WALK, Asked.MOVE) and moved and expected == room:
                self._count(step, known, texts)
        walked = moved or step.asked is Asked.WALK
        if walked and origin >= 0 and step.asked is not Asked.RETURN:
            self._walk(origin, step.way, room, carried=step.asked is Asked.CARRIED)
        if step.asked is Asked.RETURN:
            self.contents = {}
        elif step.told in (Told.FULL, Told.BARE):
            self.contents[room] = texts.known[step.text].listed
        self.here = room
        self._note(room)

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
        self._note(self.here)

    def handle(self) -> None:
        """Take note that something was put down here or taken up."""
        self.contents.pop(self.here, None)
        self._note(self.here)

    def take(self, step: Step, texts: Sequence[Description]) -> None:
        """Take note of a step that shows no place."""
        if step.kind is StepKind.REFUSED:
            self.refuse(step, texts)
        elif step.kind is StepKind.JUDGED:
            right = self.here != step.judged
            self.weight += math.log(evidence.JUDGED if right else 1.0 - evidence.JUDGED)
            self._note(self.here)
        else:
            self.handle()

    def _note(self, room: int) -> None:
        length = self.label.length + 1 if self.label is not None else 1
        self.label = Label(self.label, room, length)

    def _find(self, number: int, step: Step) -> None:
        texts = (step.text,) if step.told is Told.FULL else ()
        self.places[number] = Place(step.title, texts, step.lamp)
        self.titled[step.title] = (*self.titled.get(step.title, ()), number)

    def _see(self, room: int, step: Step, known: Place, texts: Texts) -> None:
        told = known.texts
        if step.told is Told.FULL and step.text not in told:
            if texts.in_room(step.text, told) is not Likeness.CONTENTS:
                told = (*told[:1], *told[1:][-3:], step.text)
        title = step.title or known.title
        if title != known.title:
            self.titled[known.title] = tuple(r for r in self.titled[known.title] if r != room)
            self.titled[title] = (*self.titled.get(title, ()), room)
        self.places[room] = Place(title, told, step.lamp)

    def _count(self, step: Step, known: Place, texts: Texts) -> None:
        """Count a return, as told in full or not."""
        like = texts.in_room(step.text, known.texts)
        if step.told is Told.BARE or (step.told is Told.FULL and like is Likeness.CONTENTS):
            self.bare += 1
        elif step.told is Told.FULL and like in (Likeness.SAME, Likeness.CHANGED):
            self.full += 1

    def _walk(self, origin: int, way: str, room: int, *, carried: bool) -> None:
        """Take note of where a way led; who was carried off says nothing of where it leads else."""
        lead = self.ways.get((origin, way))
        if lead is None or lead.to is None:
            self.ways[origin, way] = Lead(room, 1, 0)
        elif carried:
            return
        elif lead.to == room:
            self.ways[origin, way] = Lead(room, lead.times + 1, lead.varied)
        else:
            self.ways[origin, way] = Lead(room, 1, lead.varied + 1)
        entries = self.entries.get(room, ())
        if (origin, way) not in entries:
            self.entries[room] = (*entries, (origin, way))
