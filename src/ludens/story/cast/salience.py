"""Who is in mind at each speech: whom the story named or meant by `he` and `she` just before.

The story is walked through in order. Everybody named comes to mind and fades with each sentence;
who acts is more in mind than who is acted on. `he` and `she` are whoever of that sex is most in
mind, and bring them back. Two fadings are told, a fast and a slow one: the trees weigh them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from ludens.story.cast.names import Person
from ludens.story.cast.scene import Kind, Mention, Speech
from ludens.story.cast.tokens import Paragraph

FAST, SLOW = 1.5, 8.0
"""Sentences in which who was named fades by half."""
ACTS, ACTED_ON, OWNS = 2.0, 1.0, 0.5
"""What a mention brings to mind, by its part in the sentence."""
UNKNOWN_SEX = 0.5
"""Share of what is in mind that counts for a pronoun where nothing tells somebody's sex."""
FEWEST = 0.05
"""What is in mind below which nobody is meant."""
FORGOTTEN = 1e-3
"""What is in mind below which somebody is out of it: a few dozen people are, in any book."""
AHEAD = 3
"""Paragraphs after a speech in which it is asked who acts next."""

_PRONOUNS = {
    "he": ("m", ACTS), "him": ("m", ACTED_ON), "his": ("m", OWNS), "himself": ("m", ACTED_ON),
    "she": ("f", ACTS), "her": ("f", ACTED_ON), "hers": ("f", OWNS), "herself": ("f", ACTED_ON),
}  # fmt: skip


class InMind(NamedTuple):
    """Who is in mind at one place: for each person, fast and slowly fading."""

    fast: dict[int, float]
    slow: dict[int, float]
    actor: int
    """Who acted last, by name or pronoun; -1 for nobody."""
    of_sex: dict[str, int]
    """The same for each sex."""


class Salience(NamedTuple):
    """Who is in mind at a chapter's speeches."""

    before: list[InMind]
    """Where each speech's paragraph begins."""
    beside: list[InMind]
    """At the pronoun that speaks or acts beside it, else where its words begin."""
    following: list[int]
    """Who acts next after it, by name or pronoun; -1 for nobody."""


class _Walk:
    """What is in mind while a chapter is walked through."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self.now = 0
        self.weights: dict[int, tuple[float, float, int]] = {}
        self.actor = -1
        self.of_sex: dict[str, int] = {"m": -1, "f": -1}

    def comes(self, person: int, weight: float) -> None:
        fast, slow = self._faded(person)
        self.weights[person] = (fast + weight, slow + weight, self.now)
        if weight == ACTS:
            self.actor = person
            if self.people[person].gender:
                self.of_sex[self.people[person].gender] = person

    def _faded(self, person: int) -> tuple[float, float]:
        if person not in self.weights:
            return 0.0, 0.0
        fast, slow, then = self.weights[person]
        ago = self.now - then
        return fast * 0.5 ** (ago / FAST), slow * 0.5 ** (ago / SLOW)

    def meant(self, sex: str) -> int:
        """Return whom a pronoun means."""
        best, most = -1, FEWEST
        for person in self.weights:
            gender = self.people[person].gender
            if gender not in ("", sex):
                continue
            fast, slow = self._faded(person)
            weight = (fast + FEWEST * slow) * (1.0 if gender else UNKNOWN_SEX)
            if weight > most:
                best, most = person, weight
        return best

    def seen(self) -> InMind:
        faded = {person: self._faded(person) for person in self.weights}
        forgotten = [person for person, (_, slow) in faded.items() if slow < FORGOTTEN]
        for person in forgotten:
            del self.weights[person], faded[person]
        return InMind(
            {person: fast for person, (fast, _) in faded.items()},
            {person: slow for person, (_, slow) in faded.items()},
            self.actor,
            dict(self.of_sex),
        )


def salience_of(
    people: Sequence[Person],
    paragraphs: Sequence[Paragraph],
    mentions: Sequence[Sequence[Mention]],
    speeches: Sequence[Speech],
) -> Salience:
    """Return who is in mind at each speech of a chapter."""
    walk = _Walk(people)
    by_paragraph = {speech.paragraph: number for number, speech in enumerate(speeches)}
    before: list[InMind] = [_NOBODY] * len(speeches)
    beside: list[InMind] = [_NOBODY] * len(speeches)
    acting: list[tuple[int, int]] = []
    for number, paragraph in enumerate(paragraphs):
        walk.now += 1
        speech = by_paragraph.get(number)
        asked = -1
        if speech is not None:
            before[speech] = walk.seen()
            asked = _asked_at(speeches[speech])
        named = {mention.token: mention for mention in mentions[number] if not mention.quoted}
        for at, token in enumerate(paragraph.tokens):
            if speech is not None and asked >= 0 and token.start >= asked:
                beside[speech], asked = walk.seen(), -1
            if token.quoted:
                continue
            walk.now += token.begins
            mention = named.get(at)
            if mention is not None:
                weight = ACTS if mention.acts else OWNS if mention.owns else ACTED_ON
                walk.comes(mention.person, weight)
                if weight == ACTS:
                    acting.append((number, mention.person))
            elif token.lower in _PRONOUNS:
                sex, weight = _PRONOUNS[token.lower]
                person = walk.meant(sex)
                if person >= 0:
                    walk.comes(person, weight)
                    if weight == ACTS:
                        acting.append((number, person))
        if speech is not None and asked >= 0:
            beside[speech] = walk.seen()
    return Salience(before, beside, [_following(acting, s.paragraph) for s in speeches])


_NOBODY = InMind({}, {}, -1, {})


def _asked_at(speech: Speech) -> int:
    for subject in (speech.said, speech.before, speech.after):
        if subject is not None and subject.kind is Kind.PRONOUN:
            return subject.start
    return speech.begins


def _following(acting: Sequence[tuple[int, int]], paragraph: int) -> int:
    at = bisect_left(acting, (paragraph + 1, -1))
    if at < len(acting) and acting[at][0] <= paragraph + AHEAD:
        return acting[at][1]
    return -1
