"""Who said what: each speech's speaker, by fitted trees over what stands around it, or nobody.

For each speech those are candidates who are named near it. What tells for one of them: a verb of
saying beside their name or a pronoun of their sex; what they do in the same paragraph; how lately
they were named, spoke or were spoken to. The trees are asked in rounds: between them a chain over
the conversation (forward and backward) brings in that people answer each other, and the next round
sees what the last one made of the speeches around. Who is not likely enough is nobody: a persona
had better lack a line than be given another's. bench/cast_fit.py fits all of it.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.story.cast.manner import manner_of
from ludens.story.cast.names import Person
from ludens.story.cast.quotations import Quotation
from ludens.story.cast.salience import InMind, salience_of
from ludens.story.cast.scene import Kind, Mention, Names, Speech, Subject, speeches
from ludens.story.cast.tokens import Paragraph, paragraphs_of
from ludens.story.fitted import Trees, trees_from

LOOK_BACK, LOOK_ON = 12, 2
"""Paragraphs that tell something (and not only what is said) before and after a speech in which
candidates are looked for."""
FARTHEST = 60
"""Paragraphs of any kind beyond which nobody is looked for."""
MOST_CANDIDATES = 12
FEW_CANDIDATES = 4
"""Below so many, those who are named after a speech are candidates too."""
LONG_TALK = 40
"""Speeches or paragraphs before one in which who spoke or was spoken to may speak again."""
NEVER = 500
TALK_GAP = 2
"""Paragraphs from one speech to the next within which people take turns."""
FADES = 0.85
"""What a speech tells of whose turn it is, for each speech that it is off."""
AROUND = (-3, -2, -1, 1, 2, 3)
"""Speeches before and after whose likely speakers later rounds see."""
PARTY = 6
"""Speeches before and after by which it is judged how many people talk."""
WINDOW = 12
"""Speeches before and after in which those count who certainly speak."""
BREAK = 12
"""Paragraphs without speech after which another conversation begins."""
SOMEBODY = 0.1
"""Chance that stands for everybody who is no candidate."""
FAR = 9
"""Speeches or paragraphs beyond which distance says no more."""

_TONE = frozenset("!?")

Rows = NDArray[np.float64]


class Attributed(NamedTuple):
    """A quotation and its speaker."""

    quotation: Quotation
    speaker: str | None
    """The person's name; None where it is unclear."""
    rule: str
    """What tells: `saying`, `pronoun`, `action`, `turn`; empty where it is unclear."""
    chance: float = 0.0


@dataclass
class Chapter:
    """A chapter's speeches with their candidates."""

    speeches: list[Speech]
    mentions: list[list[Mention]]
    tellers: list[int] = field(default_factory=list)
    """Whom `I` means around each speech; -1 for nobody."""
    words: list[list[str]] = field(default_factory=list)
    """What each speech says, word by word, exclamation and question marks among them."""
    candidates: list[list[int]] = field(default_factory=list)
    rows: Rows = field(default_factory=lambda: np.zeros((0, 0)))
    """A row of features for each speech and candidate."""
    of: list[tuple[int, int]] = field(default_factory=list)
    """The speech and the candidate of each row."""


class Model(NamedTuple):
    """What bench/cast_fit.py fits."""

    rounds: tuple[Trees, ...]
    turns: Trees
    """Whether the last speaker goes on, or the one before them does."""
    cut: float
    """How likely a speaker must be."""
    sure: float = 1.0
    """How likely, for a speech to be somebody's own words: nineteen of twenty are right."""


@lru_cache(maxsize=1)
def shipped_model() -> Model:
    """Return the trees that ship with Ludens."""
    data = files("ludens.story.cast").joinpath("data", "attribution.json").read_text("utf-8")
    return model_from(data)


def model_from(text: str) -> Model:
    """Return the model that bench/cast_fit.py wrote."""
    read = json.loads(text)
    return Model(
        tuple(trees_from(each) for each in read["rounds"]),
        trees_from(read["turns"]),
        read["cut"],
        read["sure"],
    )


class Attribution:
    """Attributes the speech of chapters to the people of a book."""

    def __init__(self, people: Sequence[Person], model: Model | None = None) -> None:
        self.people = people
        self.names = Names(people)
        self.model = model if model is not None else shipped_model()

    def chapter(self, texts: Sequence[str]) -> list[Attributed]:
        """Return the quotations of a text in order, each with its speaker or none."""
        return self.book([paragraphs_of(texts)])[0]

    def book(
        self,
        chapters: Sequence[Sequence[Paragraph]],
        tellers: Sequence[Sequence[int]] | None = None,
    ) -> list[list[Attributed]]:
        """Return for each chapter its quotations in order, each with its speaker or none.

        `tellers` are whom `I` means in each paragraph, where that is not the narrator throughout.
        """
        by = tellers if tellers is not None else [()] * len(chapters)
        told = zip(chapters, by, strict=True)
        made = [self.prepared(*each, number) for number, each in enumerate(told)]
        chances = all_rounds(made, self.model.rounds, self.model.turns)
        return [
            self._attributed(paragraphs, each, settled(each, likely, self.model.turns))
            for paragraphs, each, likely in zip(chapters, made, chances, strict=True)
        ]

    def _attributed(
        self, paragraphs: Sequence[Paragraph], made: Chapter, chances: Rows
    ) -> list[Attributed]:
        best = likeliest(made, chances)
        found: list[Attributed] = []
        rule = ""
        for number, speech in enumerate(made.speeches):
            person, chance = best[number]
            # `I said`, where nobody knows who tells, is nobody's.
            untold = speech.said is not None and speech.said.kind is Kind.NARRATOR
            sure = person >= 0 and chance >= self.model.cut and not untold
            name = self.people[person].name if sure else None
            # Who goes on is told by what told who began.
            goes_on = speech.goes_on and number > 0
            rule = "" if not sure else rule or "turn" if goes_on else _rule(speech, person)
            found.extend(
                Attributed(quotation, name, rule, chance)
                for quotation in paragraphs[speech.paragraph].quotations
            )
        return found

    def prepared(
        self,
        paragraphs: Sequence[Paragraph],
        tellers: Sequence[int] = (),
        number: int | None = None,
    ) -> Chapter:
        """Return the speeches of a chapter, by its number, with their candidates and features."""
        names = self.names.in_chapter(number)
        by = tellers or [names.narrator] * len(paragraphs)
        told = zip(paragraphs, by, strict=True)
        mentions = [names.told_by(who).mentions(paragraph) for paragraph, who in told]
        made = Chapter(list(speeches(paragraphs, names, tellers)), mentions)
        made.tellers = [by[speech.paragraph] for speech in made.speeches]
        made.words = [_said(paragraphs[speech.paragraph]) for speech in made.speeches]
        _Features(self.people, made, paragraphs).work_out()
        return made


def _said(paragraph: Paragraph) -> list[str]:
    return [t.lower for t in paragraph.tokens if t.quoted and (t.is_word or t.text in _TONE)]


def all_rounds(made: Sequence[Chapter], rounds: Sequence[Trees], turns: Trees) -> list[Rows]:
    """Return for each chapter of a book how likely each candidate is after all rounds."""
    chances = [np.zeros(len(each.of)) for each in made]
    for number, trees in enumerate(rounds):
        rows = after_round(made, chances, turns) if number else [each.rows for each in made]
        chances = [
            shared_out(each, trees.scores(own)) for each, own in zip(made, rows, strict=True)
        ]
    return chances


def shared_out(made: Chapter, scores: Rows) -> Rows:
    """Return each candidate's chance among those of a speech; somebody else has the score 0."""
    if not len(scores):
        return scores
    weights = np.exp(np.clip(scores, -30, 30))
    of = np.array([speech for speech, _ in made.of])
    total = 1 + np.bincount(of, weights, len(made.speeches))
    chances: Rows = weights / total[of]
    return chances


def settled(made: Chapter, chances: Rows, turns: Trees) -> Rows:
    """Return the chances by which speakers are chosen: what the trees and the chain agree on."""
    return np.sqrt(chances * in_conversation(made, chances, turns))


def after_round(made: Sequence[Chapter], chances: Sequence[Rows], turns: Trees) -> list[Rows]:
    """Return the features for the next round: the chain's chances are among them."""
    chained = [in_conversation(*each, turns) for each in zip(made, chances, strict=True)]
    manners = manner_of([each.words for each in made], [each.of for each in made], chained)
    return [
        np.hstack([with_neighbours(each, *likely), manner])
        for each, *likely, manner in zip(made, chances, chained, manners, strict=True)
    ]


def in_conversation(made: Chapter, chances: Rows, turns: Trees) -> Rows:
    """Return each candidate's chance given those of all the speeches around, by forward-backward.

    A state is who spoke last and who speaks now; -1 is somebody who is no candidate.
    """
    rows_of: list[list[int]] = [[] for _ in made.speeches]
    for row, (speech, _) in enumerate(made.of):
        rows_of[speech].append(row)
    local: list[Rows] = []
    who: list[NDArray[np.int64]] = []
    for rows in rows_of:
        odds = np.clip(chances[rows], 1e-4, 1 - 1e-4) if rows else np.zeros(0)
        local.append(np.append(odds / (1 - odds), SOMEBODY))
        who.append(np.array([*(made.of[row][1] for row in rows), -1], np.int64))
    result = np.zeros(len(made.of))
    changes = shared_between(turns.scores(turn_rows(made, chances)))
    start = 0
    for end in range(1, len(made.speeches) + 1):
        ends = end == len(made.speeches) or (
            made.speeches[end].paragraph - made.speeches[end - 1].paragraph > BREAK
        )
        if ends:
            for at, chance in _chain(
                made.speeches[start:end], who[start:end], local[start:end], changes[start:end]
            ):
                rows = rows_of[start + at]
                result[rows] = chance[: len(rows)]
            start = end
    return result


def turn_rows(made: Chapter, chances: Rows) -> Rows:
    """Return two rows for each speech: what tells whether the last speaker goes on, and whether
    the one before them does."""
    likely: list[dict[int, float]] = [{} for _ in made.speeches]
    for (said, person), chance in zip(made.of, chances, strict=True):
        likely[said][person] = float(chance)
    told = [0, *np.cumsum([sum(not m.quoted for m in found) for found in made.mentions])]
    called = [any(m.addressed for m in made.mentions[s.paragraph]) for s in made.speeches]
    rows = np.zeros((2 * len(made.speeches), 15))
    for number, speech in enumerate(made.speeches):
        before = made.speeches[number - 1] if number else speech
        earlier = made.speeches[number - 2] if number > 1 else before
        near = range(max(0, number - PARTY), min(len(likely), number + PARTY + 1))
        linked = [n for n in near if abs(made.speeches[n].paragraph - speech.paragraph) <= WINDOW]
        last = made.words[number - 1][-1:] if number else []
        values = [
            min(speech.paragraph - before.paragraph, FAR),
            min(before.paragraph - earlier.paragraph, FAR),
            speech.bare,
            before.bare,
            min(math.log1p(speech.length), 8.0),
            min(math.log1p(before.length), 8.0),
            last == ["?"],
            _code(speech.said),
            _code(before.said),
            _code(speech.before),
            told[speech.paragraph] - told[min(before.paragraph + 1, speech.paragraph)],
            called[number - 1] if number else 0,
            len(linked),
            _party([likely[n] for n in linked]),
        ]
        rows[2 * number, :14] = rows[2 * number + 1, :14] = values
        rows[2 * number + 1, 14] = 1.0
    return rows


def shared_between(scores: Rows) -> Rows:
    """Return for each speech the chances that the last speaker goes on and that the one before
    them does; that somebody else speaks has the score 0."""
    weights = np.exp(np.clip(scores, -30, 30)).reshape(-1, 2)
    chances: Rows = weights / (1 + weights.sum(axis=1, keepdims=True))
    return chances


def _party(likely: Sequence[dict[int, float]]) -> float:
    """Return how many people talk: the exponential of the entropy of who is likely to."""
    much: dict[int, float] = {}
    for table in likely:
        for person, chance in table.items():
            much[person] = much.get(person, 0.0) + chance
    whole = sum(much.values())
    shares = [chance / whole for chance in much.values() if chance > 0]
    return math.exp(-sum(share * math.log(share) for share in shares))


def _chain(
    speeches_: Sequence[Speech],
    who: Sequence[NDArray[np.int64]],
    local: Sequence[Rows],
    changes: Rows,
) -> Iterator[tuple[int, Rows]]:
    size = len(speeches_)
    steps: list[Rows] = []
    first = np.array([-2])
    last = np.array([-3])
    for at in range(size):
        now, before = who[at], who[at - 1] if at else last
        earlier = who[at - 2] if at > 1 else first
        same = (now[None, None, :] == before[None, :, None]) & (now[None, None, :] >= 0)
        back = (now[None, None, :] == earlier[:, None, None]) & (now[None, None, :] >= 0) & ~same
        goes_on, goes_back = changes[at]
        other = max(1 - goes_on - goes_back, 0.05) / max(len(now) - 2, 1)
        step = np.where(same, goes_on, np.where(back, goes_back, other))
        if speeches_[at].goes_on and at:
            step = np.where(same, 1.0, 1e-3)
        steps.append(step * local[at][None, None, :])
    forward: list[Rows] = []
    state = np.ones((1, 1))
    for step in steps:
        state = np.einsum("ab,abc->bc", state, step)
        state = state / state.sum()
        forward.append(state)
    backward = np.ones_like(forward[-1])
    for at in range(size - 1, -1, -1):
        both = forward[at] * backward
        yield at, both.sum(axis=0) / both.sum()
        if at:
            backward = np.einsum("abc,bc->ab", steps[at], backward)
            backward = backward / backward.sum()


def likeliest(made: Chapter, chances: Rows) -> list[tuple[int, float]]:
    """Return for each speech the likeliest candidate; who goes on is who began."""
    best: list[tuple[int, float]] = [(-1, 0.0)] * len(made.speeches)
    for (speech, person), chance in zip(made.of, chances, strict=True):
        if chance > best[speech][1]:
            best[speech] = (person, float(chance))
    for number, speech_ in enumerate(made.speeches):
        if speech_.goes_on and number:
            best[number] = best[number - 1]
    return best


def with_neighbours(made: Chapter, chances: Rows, chained: Rows) -> Rows:
    """Return the features with what an earlier round made of this speech and those around."""
    tables: list[dict[int, float]] = [{} for _ in made.speeches]
    locals_: list[dict[int, float]] = [{} for _ in made.speeches]
    for (speech, person), chance, chain in zip(made.of, chances, chained, strict=True):
        locals_[speech][person] = float(chance)
        tables[speech][person] = float(chain)
    extra = np.zeros((len(made.of), 7 + 2 * len(AROUND)))
    close = [
        at > 0 and made.speeches[at].paragraph - made.speeches[at - 1].paragraph <= TALK_GAP
        for at in range(len(made.speeches))
    ]
    for row, (speech, person) in enumerate(made.of):
        own = tables[speech]
        values = [*_in_talk(tables, close, speech, person)]
        for table in (locals_[speech], own):
            others = max((c for p, c in table.items() if p != person), default=0.0)
            values += [table[person], others]
        for step in AROUND:
            at = speech + step
            near = 0 <= at < len(tables) and (
                abs(made.speeches[at].paragraph - made.speeches[speech].paragraph) <= 2 * FAR
            )
            table = tables[at] if near else {}
            values.append(table.get(person, 0.0))
            values.append(max((c for p, c in table.items() if p != person), default=0.0))
        extra[row] = values
    return np.hstack([made.rows, extra])


def _in_talk(
    tables: Sequence[dict[int, float]], close: Sequence[bool], speech: int, person: int
) -> tuple[float, float, float]:
    """Return whether it is somebody's turn, how much they say and what share of all that is said
    around, by an earlier round."""
    turn = much = every = 0.0
    for step in (-1, 1):
        at = speech
        for far in range(1, WINDOW + 1):
            linked = close[at] if step < 0 else at + 1 < len(close) and close[at + 1]
            if not linked:
                break
            at += step
            chance = tables[at].get(person, 0.0) * FADES**far
            much += chance
            every += FADES**far
            turn += chance if far % 2 == 0 else -chance
    return turn, much, much / max(every, FADES)


def _rule(speech: Speech, person: int) -> str:
    if speech.said is not None:
        if speech.said.kind is Kind.NAME and speech.said.person == person:
            return "saying"
        return "pronoun"
    acting = [s for s in (speech.before, speech.after) if s is not None]
    return "action" if any(s.person == person for s in acting) else "turn"


def _is_of_another(said: Subject | None, teller: int) -> bool:
    """Tell whether a verb of saying has another subject than who tells the story as `I`."""
    if said is None or teller < 0 or said.kind is Kind.NARRATOR:
        return False
    return said.kind is not Kind.NAME or said.person != teller


class _Features:
    """Works out the features of a chapter."""

    def __init__(
        self, people: Sequence[Person], made: Chapter, paragraphs: Sequence[Paragraph]
    ) -> None:
        self.people = people
        self.made = made
        self.paragraphs = paragraphs
        self.salience = salience_of(people, paragraphs, made.mentions, made.speeches)
        self.told = [[m for m in found if not m.quoted] for found in made.mentions]
        bare = {speech.paragraph for speech in made.speeches if speech.bare}
        self.telling = [n for n in range(len(self.told)) if n not in bare]
        self.told_at = _places(self.told)
        self._rank = {person: rank for rank, person in enumerate(self.told_at)}
        self._latest: dict[int, None] = {}
        self._told_to = 0
        self.named_at = _places(made.mentions)
        self.here = Counter(m.person for found in self.told for m in found)
        self.certain = [self._certain(speech) for speech in made.speeches]
        self.said_at: dict[int, list[int]] = {}
        for number, person in enumerate(self.certain):
            self.said_at.setdefault(person, []).append(number)
        self.explicit = Counter(person for person in self.certain if person >= 0)
        self.addressed = [
            {m.person for m in made.mentions[s.paragraph] if m.quoted and m.addressed}
            for s in made.speeches
        ]
        self.spoken_of = [
            {m.person for m in made.mentions[s.paragraph] if m.quoted and not m.addressed}
            for s in made.speeches
        ]

    def work_out(self) -> None:
        rows: list[list[float]] = []
        for number, speech in enumerate(self.made.speeches):
            candidates = self._candidates(number, speech)
            self.made.candidates.append(candidates)
            common = self._common(number, speech)
            for rank, person in enumerate(candidates):
                rows.append([*common, float(rank), *self._of(number, speech, person, candidates)])
                self.made.of.append((number, person))
        self.made.rows = np.array(rows, np.float64) if rows else np.zeros((0, 1))

    def _certain(self, speech: Speech) -> int:
        named = speech.said is not None and speech.said.kind is Kind.NAME
        return speech.said.person if named and speech.said is not None else -1

    def _candidates(self, number: int, speech: Speech) -> list[int]:
        """Return who may be speaking, the most lately named first. Who tells the story as `I` is
        not whom it calls `he`, `she` or by a name where it says who speaks."""
        found: dict[int, None] = {}
        for person in (self._certain(speech),):
            if person >= 0:
                found[person] = None
        at = speech.paragraph
        last = min(len(self.told), at + LOOK_ON + 1)
        for mention in reversed(self.told[at]):
            found.setdefault(mention.person)
        for near in (number - 1, number + 1, number - 2, number + 2):
            if 0 <= near < len(self.made.speeches):
                close = abs(self.made.speeches[near].paragraph - at) <= 4
                for person in (self.certain[near], *sorted(self.addressed[near])) if close else ():
                    if person >= 0:
                        found.setdefault(person)
        for paragraph in self._back(at):
            for mention in reversed(self.told[paragraph]):
                found.setdefault(mention.person)
        for paragraph in range(at + 1, last):
            for mention in self.told[paragraph]:
                found.setdefault(mention.person)
        if len(found) < MOST_CANDIDATES:
            self._add_far(number, at, found)
        if _is_of_another(speech.said, self.made.tellers[number]):
            found.pop(self.made.tellers[number], None)
        return list(found)[:MOST_CANDIDATES]

    def _add_far(self, number: int, at: int, found: dict[int, None]) -> None:
        """Add who spoke, was spoken of or was named farther off, in this order."""
        for person in reversed(self.certain[max(0, number - LONG_TALK) : number]):
            if person >= 0:
                found.setdefault(person)
        for paragraph in range(at, max(-1, at - LONG_TALK), -1):
            for mention in self.made.mentions[paragraph]:
                if mention.addressed:
                    found.setdefault(mention.person)
        for person in self._told_before(at):
            if len(found) >= MOST_CANDIDATES:
                break
            found.setdefault(person)
        if len(found) < FEW_CANDIDATES:
            for paragraph in range(at + 1, min(len(self.told), at + LOOK_BACK)):
                for mention in self.made.mentions[paragraph]:
                    found.setdefault(mention.person)

    def _told_before(self, at: int) -> Iterator[int]:
        """Return who was told of before a paragraph, the latest first; paragraphs are in order."""
        for paragraph in range(self._told_to, at):
            persons = {mention.person for mention in self.told[paragraph]}
            for person in sorted(persons, key=self._rank.__getitem__, reverse=True):
                self._latest.pop(person, None)
                self._latest[person] = None
        self._told_to = max(self._told_to, at)
        return reversed(self._latest)

    def _common(self, number: int, speech: Speech) -> list[float]:
        before, after = self._gap(number, -1), self._gap(number, 1)
        said = speech.said
        return [
            _code(said),
            _code(speech.before),
            _code(speech.after),
            float(speech.bare),
            min(math.log1p(speech.length), 8.0),
            before,
            after,
            float(speech.goes_on),
            float(len(self.told[speech.paragraph])),
        ]

    def _gap(self, number: int, step: int) -> float:
        at = number + step
        if not 0 <= at < len(self.made.speeches):
            return float(FAR)
        here, there = self.made.speeches[number], self.made.speeches[at]
        return float(min(abs(here.paragraph - there.paragraph), FAR))

    def _of(
        self, number: int, speech: Speech, person: int, candidates: Sequence[int]
    ) -> list[float]:
        gender = self.people[person].gender
        at = speech.paragraph
        own = self.made.mentions[at]
        told = [m for m in own if not m.quoted and m.person == person]
        quoted = [m for m in own if m.quoted and m.person == person]
        since, acted, owned = self._since(at, person)
        ahead = self._ahead(at, person)
        recent = sum(m.person == person for p in self._back(at) for m in self.told[p])
        fits = [c for c in candidates if _fits(speech.said, self.people[c].gender) >= 0]
        return [
            *_agreement(speech.said, person, gender),
            *_agreement(speech.before, person, gender),
            *_agreement(speech.after, person, gender),
            float(len(told)),
            float(bool(self.told[at]) and self.told[at][0].person == person),
            float(bool(self.told[at]) and self.told[at][-1].person == person),
            float(any(m.acts for m in told)),
            float(any(m.owns for m in told)),
            float(any(m.addressed for m in quoted)),
            float(any(not m.addressed for m in quoted)),
            since,
            acted,
            owned,
            ahead,
            math.log1p(recent),
            _distance(self.told_at.get(person, ()), at),
            _distance(self.named_at.get(person, ()), at),
            _distance(self.said_at.get(person, ()), number),
            float(fits.index(person)) if person in fits else float(FAR),
            float(len(fits)),
            self._spoken(number, person, -1),
            self._spoken(number, person, 1),
            self._spoken(number, person, -1) % 2,
            self._spoken(number, person, 1) % 2,
            self._certain_near(number, person),
            self._turn(number, person),
            *self._called_near(number, person),
            *self._placed(speech, told),
            *self._in_mind(number, speech, person),
            *(self._addressed_at(number + step, person) for step in (-2, -1, 1, 2)),
            *(self._certain_at(number + step, person) for step in (-3, -2, -1, 1, 2, 3)),
            math.log1p(self.people[person].mentions),
            math.log1p(self.here[person]),
            math.log1p(self.explicit[person]),
            {"": 0.0, "m": 1.0, "f": -1.0}[gender],
        ]

    def _placed(self, speech: Speech, told: Sequence[Mention]) -> tuple[float, ...]:
        """Return where in the paragraph somebody is named: before what is said, before or after
        the subject of its saying, behind a preposition, as the doer before it."""
        tokens = self.paragraphs[speech.paragraph].tokens
        starts = [tokens[m.token].start for m in told]
        said = speech.said.start if speech.said is not None else speech.begins
        before = [m for m, start in zip(told, starts, strict=True) if start < speech.begins]
        return (
            float(bool(before)),
            float(any(m.acts for m in before)),
            float(any(start < said for start in starts)),
            float(any(start > said for start in starts)),
            float(any(m.governed for m in told)),
        )

    def _in_mind(self, number: int, speech: Speech, person: int) -> tuple[float, ...]:
        """Return how much somebody is in mind, and whether they acted last or act next."""
        before, beside = self.salience.before[number], self.salience.beside[number]
        beside_it = (speech.said, speech.before, speech.after)
        pronoun = next((s for s in beside_it if s is not None and s.kind is Kind.PRONOUN), None)
        sex = pronoun.gender if pronoun is not None else ""
        fitting = {
            one: fast
            for one, fast in beside.fast.items()
            if not sex or self.people[one].gender in ("", sex)
        }
        here = fitting.get(person, 0.0)
        actor = beside.of_sex.get(sex, beside.actor)
        return (
            before.fast.get(person, 0.0),
            before.slow.get(person, 0.0),
            _shared(before, person),
            float(before.actor == person),
            beside.slow.get(person, 0.0),
            here / max(sum(fitting.values()), 1e-6),
            float(sum(fast > here for fast in fitting.values())),
            float(actor == person),
            float(self.salience.following[number] == person),
        )

    def _since(self, at: int, person: int) -> tuple[float, float, float]:
        """Return the paragraphs since somebody was named, and whether they acted or owned."""
        for back, paragraph in enumerate(self._back(at), 1):
            found = [m for m in self.told[paragraph] if m.person == person]
            if found:
                return float(back), float(found[-1].acts), float(found[-1].owns)
        return float(LOOK_BACK + 1), 0.0, 0.0

    def _back(self, at: int) -> list[int]:
        """Return the last paragraphs before one that tell something, the nearest first."""
        end = bisect_left(self.telling, at)
        near = self.telling[max(0, end - LOOK_BACK) : end]
        return [paragraph for paragraph in reversed(near) if at - paragraph <= FARTHEST]

    def _ahead(self, at: int, person: int) -> float:
        for on in range(1, LOOK_ON + 2):
            if at + on < len(self.told) and any(m.person == person for m in self.told[at + on]):
                return float(on)
        return float(LOOK_ON + 2)

    def _spoken(self, number: int, person: int, step: int) -> float:
        """Return the speeches since somebody certainly spoke, or until they do."""
        for far in range(1, FAR):
            at = number + step * far
            if not 0 <= at < len(self.certain):
                break
            if self.certain[at] == person:
                return float(far)
        return float(FAR)

    def _certain_near(self, number: int, person: int) -> float:
        """Return how often somebody certainly speaks in the conversation around."""
        near = self.certain[max(0, number - WINDOW) : number + WINDOW + 1]
        return math.log1p(near.count(person))

    def _turn(self, number: int, person: int) -> float:
        """Return whether it is somebody's turn, by all that they certainly say in this talk."""
        total = 0.0
        for step in (-1, 1):
            at = number + step
            while (
                0 <= at < len(self.certain)
                and abs(at - number) <= WINDOW
                and self._gap(at, -step) <= TALK_GAP
            ):
                far = abs(at - number)
                if self.certain[at] == person:
                    total += FADES**far if far % 2 == 0 else -(FADES**far)
                at += step
        return total

    def _called_near(self, number: int, person: int) -> tuple[float, float]:
        """Return how often somebody is spoken to in the talk around, and how often of."""
        to = of = 0
        for at in range(max(0, number - WINDOW), min(len(self.addressed), number + WINDOW + 1)):
            if at != number:
                to += person in self.addressed[at]
                of += person in self.spoken_of[at]
        return math.log1p(to), math.log1p(of)

    def _addressed_at(self, number: int, person: int) -> float:
        return float(0 <= number < len(self.addressed) and person in self.addressed[number])

    def _certain_at(self, number: int, person: int) -> float:
        if not 0 <= number < len(self.certain) or self.certain[number] < 0:
            return 0.0
        return 1.0 if self.certain[number] == person else -1.0


def _shared(mind: InMind, person: int) -> float:
    """Return somebody's share of what slowly fades."""
    return mind.slow.get(person, 0.0) / max(sum(mind.slow.values()), 1e-6)


def _places(mentions: Sequence[Sequence[Mention]]) -> dict[int, list[int]]:
    """Return for each person the paragraphs that name them, in order."""
    found: dict[int, list[int]] = {}
    for paragraph, each in enumerate(mentions):
        for person in {mention.person for mention in each}:
            found.setdefault(person, []).append(paragraph)
    return found


def _last_before(places: Sequence[int], at: int) -> int:
    """Return the last place before one; -1 if there is none."""
    last = bisect_left(places, at) - 1
    return places[last] if last >= 0 else -1


def _distance(places: Sequence[int], at: int) -> float:
    """Return the logarithm of how long ago the last place before one was; of 500 if never."""
    last = _last_before(places, at)
    return math.log1p(min(at - last, NEVER) if last >= 0 else NEVER)


def _code(subject: Subject | None) -> float:
    if subject is None:
        return 0.0
    return {Kind.NAME: 1.0, Kind.PRONOUN: 2.0, Kind.NOUN: 3.0, Kind.NARRATOR: 4.0}[subject.kind]


def _fits(subject: Subject | None, gender: str) -> int:
    """Return whether a subject's sex is a person's: 1, -1, or 0 where nothing tells."""
    if subject is None or not subject.gender or not gender:
        return 0
    return 1 if subject.gender == gender else -1


def _agreement(subject: Subject | None, person: int, gender: str) -> tuple[float, float]:
    """Return whether a subject is a person (or somebody else), and whether its sex is theirs."""
    if subject is None:
        return 0.0, 0.0
    named = 0.0
    if subject.kind is Kind.NAME:
        named = 1.0 if subject.person == person else -1.0
    return named, float(_fits(subject, gender))
