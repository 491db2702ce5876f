"""One supposition of which rooms there are and which of them each place shown was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludens.adventure.perception import evidence
from ludens.adventure.perception.commands import Verbosity
from ludens.adventure.perception.events import Asked, Told
from ludens.adventure.perception.evidence import Likeness
from ludens.adventure.perception.memory import Description, Step
from ludens.adventure.world.places import ItemId
from ludens.adventure.world.ways import MIRROR, goes_back

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
UNDONE = 2
"""Steps that an UNDO may take back, and turns: the last one and its own."""
UNDO = "undo"
YES = frozenset({"y", "yes"})
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
    by_day: bool = False
    """It was seen when the player carried no light, so it has one of its own."""


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
    revealed: int | None = None
    """A room met in the dark that proves to be this one."""


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

    def heard(self, step: Step) -> Step:
        """Return a step for which a text that is heard everywhere is no description.

        What a LOOK is answered with may be heard under two titles: the room was given another name.
        """
        often = 2 if step.asked in (Asked.LOOK, Asked.LOOK_AFTER) else 1
        if step.told is not Told.FULL:
            return step
        text = self.known[step.text]
        told = text.sentences[: text.described]
        if evidence.may_be_contents(text) and all(self.spread.get(s, 0) > often for s in told):
            return step.model_copy(update={"told": Told.BARE})
        return step

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

    def listed(self, step: Step) -> frozenset[str]:
        """Return the sentences that list things and were never heard under another title."""
        return self.telling(self.known[step.text].listed)

    def telling(self, sentences: Sequence[str]) -> frozenset[str]:
        """Return the sentences that were never heard under several titles."""
        return frozenset(s for s in sentences if self.spread.get(s, 0) < 2)

    def lists_same_ways(self, text: int, told: Sequence[int]) -> bool | None:
        """Return whether a text lists the ways out as others do; None if one side lists none."""
        ways = self.known[text].ways
        lists = [self.known[other].ways for other in told if self.known[other].ways]
        return ways in lists if ways and lists else None

    def closest(self, text: int, others: Sequence[int]) -> Likeness:
        """Return how near a text comes to the nearest of others."""
        if text in others:
            return Likeness.SAME
        return evidence.closest([self.likeness(text, other) for other in others])

    def likeness(self, text: int, other: int) -> Likeness:
        """Return how a text compares to another; worked out once for all hypotheses."""
        if (text, other) not in self._likeness:
            like = evidence.likeness(self.known[text], self.known[other], self.spread)
            self._likeness[text, other] = like
        return self._likeness[text, other]


class Hypothesis:
    """A supposition with its weight, as a logarithm."""

    __slots__ = (
        "bare",
        "bent",
        "bent_among_twins",
        "born_bare",
        "born_full",
        "born_twins",
        "contents",
        "denied",
        "entries",
        "full",
        "here",
        "label",
        "met_twins",
        "mode",
        "places",
        "retold",
        "straight",
        "straight_among_twins",
        "things",
        "titled",
        "trail",
        "united",
        "untold",
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
        self.mode: Verbosity | None = None
        """What the player had asked for when these were counted:"""
        self.full = 0
        self.bare = 0
        self.born_full = 0
        """How many rooms were described when they were found, and how many were not."""
        self.born_bare = 0
        self.born_twins = 0
        """How often a way among rooms alike led to a new one, and to a known one."""
        self.met_twins = 0
        self.straight = 0
        """How often the opposite direction proved to lead back."""
        self.bent = 0
        self.straight_among_twins = 0
        """The same between rooms of one title and one description."""
        self.bent_among_twins = 0
        self.things: dict[ItemId, int] = {}
        self.contents: dict[int, tuple[str, ...]] = {}
        """What each room listed the last time; left out while the player has taken or put down
        something there since."""
        self.trail: tuple[tuple[int, int], ...] = ()
        """The last turns that told where the player was, each with the room at its end."""
        self.united: dict[int, int] = {}
        """Rooms met in the dark that proved to be another one."""
        self.untold: frozenset[int] = frozenset()
        """Rooms of which the story may not know any more that it described them: it was begun
        again, or taken back."""
        self.retold: tuple[tuple[int, int], ...] = ()
        """Rooms that were described again since, each with the step that did."""

    def copy(self) -> Hypothesis:
        """Return a copy that can go its own way."""
        other = Hypothesis()
        other.weight, other.here, other.label = self.weight, self.here, self.label
        other.places, other.titled = dict(self.places), dict(self.titled)
        other.ways, other.entries = dict(self.ways), dict(self.entries)
        other.mode, other.full, other.bare = self.mode, self.full, self.bare
        other.born_full, other.born_bare = self.born_full, self.born_bare
        other.born_twins, other.met_twins = self.born_twins, self.met_twins
        other.straight, other.bent = self.straight, self.bent
        other.straight_among_twins = self.straight_among_twins
        other.bent_among_twins = self.bent_among_twins
        other.things, other.united = dict(self.things), dict(self.united)
        other.contents = dict(self.contents)
        other.untold, other.retold, other.trail = self.untold, self.retold, self.trail
        return other

    def labels(self) -> list[int]:
        """Return the room of each step, oldest first."""
        rooms: list[int] = []
        label = self.label
        while label is not None:
            rooms.append(self._united(label.room))
            label = label.before
        return rooms[::-1]

    def _united(self, room: int) -> int:
        while room in self.united:
            room = self.united[room]
        return room

    def forgotten(self, number: int, step: Step) -> frozenset[int]:
        """Return the rooms that a story described at a time that it was taken back behind.

        UNDO takes back one command; RESTART, RESTORE and the answers they ask for may take back
        all, if it is not known how much. `number` is the step's own.
        """
        if step.asked is not Asked.RETURN:
            return self.untold
        if step.back is not None:
            since = [room for room in self.places if room >= step.back]
            return self.untold.union(since, (r for r, told in self.retold if told >= step.back))
        if step.way == UNDO:
            return self.untold | {room for room in self.places if room >= number - UNDONE}
        back = goes_back(step.way) or step.way in YES
        return frozenset(self.places) if back else self.untold

    def before(self, step: Step) -> int | None:
        """Return the room that the turn before an UNDO began in, if it was seen.

        Where it is known which moment was brought back, the room of that moment.
        """
        if step.asked is Asked.RETURN and step.back is not None:
            return self._room_after(step.back)
        if step.asked is not Asked.RETURN or step.way != UNDO:
            return None
        ended = [room for turn, room in self.trail if turn <= step.turn - UNDONE]
        return ended[-1] if ended and ended[-1] in self.places else None

    def _room_after(self, steps: int) -> int | None:
        """Return the room in which so many steps ended, if it was seen."""
        label = self.label
        while label is not None and label.length > steps:
            label = label.before
        room = self._united(label.room) if label is not None else NO_PLACE
        return room if room in self.places else None

    def arrive(self, turn: int) -> None:
        """Take note of where the player is at a turn."""
        trail = [entry for entry in self.trail if entry[0] != turn]
        self.trail = (*trail[-UNDONE:], (turn, self.here))

    def told_again(self, step: Step) -> float:
        """Return how likely a return is told in full, by what was seen in this mode so far."""
        full, bare = (self.full, self.bare) if step.verbosity is self.mode else (0, 0)
        return evidence.told_again(step.verbosity, full, bare)

    def expected(self, step: Step) -> tuple[int | None, float]:
        """Return where the way is supposed to lead, and how surely."""
        looked = step.asked in (Asked.RETURN, Asked.LOOK, Asked.LOOK_AFTER)
        if looked or step.astray or self.here < 0:
            return None, 0.0
        lead = self.ways.get((self.here, step.way))
        if lead is not None and lead.to is not None:
            kept = evidence.CARRIED_AGAIN if step.asked is Asked.CARRIED else evidence.KEPT
            return lead.to, kept * 0.5 ** (lead.varied / lead.times)
        back = MIRROR.get(step.way) if step.asked is not Asked.CARRIED else None
        if back is not None:
            sources = [
                origin
                for origin, way in self.into(self.here)
                if way == back and origin != self.here
            ]
            if sources:
                return sources[-1], self.leads_back(twins=self.shows_a_twin(step)) / len(sources)
        return None, 0.0

    def reckoned(self, step: Step) -> tuple[int, int, int] | None:
        """Return where a way would lead if every way were one pace long."""
        here, offset = self.places.get(self.here), OFFSETS.get(step.way)
        if here is None or here.at is None or offset is None:
            return None
        return (here.at[0] + offset[0], here.at[1] + offset[1], here.at[2] + offset[2])

    def into(self, room: int) -> tuple[tuple[int, str], ...]:
        """Return the ways (from, direction) that were walked into a room."""
        return self.entries.get(room, ())

    def shows_a_twin(self, step: Step) -> bool:
        """Return whether a walk shows what the room that was left shows: it or one like it."""
        place = self.places.get(self.here)
        return (
            place is not None
            and step.told is Told.FULL
            and step.asked is Asked.WALK
            and step.title == place.title
            and step.text in place.texts
        )

    def new_twin(self) -> float:
        """Return how likely a way among rooms alike leads to one not seen before, as seen so far."""
        new, known = evidence.NEW_TWIN
        return (new + self.born_twins) / (new + known + self.born_twins + self.met_twins)

    def leads_back(self, *, twins: bool = False) -> float:
        """Return how often the opposite direction leads back, as supposed so far."""
        straight, bent = evidence.STRAIGHT_AMONG_TWINS if twins else evidence.STRAIGHT
        straight += self.straight_among_twins if twins else self.straight
        bent += self.bent_among_twins if twins else self.bent
        return straight / (straight + bent)
