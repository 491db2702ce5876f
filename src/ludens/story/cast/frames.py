"""Which parts of a book are told by whom, where one tells what another has told them.

In a book with a frame `I` is now who listens, now who tells. What shows it, paragraph by paragraph:
somebody is called by name and `I` answers; the story names somebody, so that `I` is not they; it
speaks to somebody outside of what is said aloud (`You see, Mr. Grey, ...`), so that it is told to
them; it says beside its own words whose they are (`The summer, she went on, was hot`). Each may be
wrong, the last the least. A chain over the paragraphs weighs them: how often who tells changes,
within a chapter and where one begins, is taken from the book itself (forward-backward, in rounds).
Where the chain is not sure `I` is nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.story.cast.names import Person
from ludens.story.cast.scene import Kind, Names, is_deed, speeches, stands_apart
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph, Token

WRONG = 0.15
"""Chance that what shows who tells is wrong: as much of a narrator's mentions may be told."""
ROUNDS = 20
"""Rounds in which it is learnt how often who tells changes."""
SELDOM = 0.02
"""How often that is, before anything is learnt."""

Rows = NDArray[np.float64]


class Stretch(NamedTuple):
    """Paragraphs of a chapter that one person tells."""

    chapter: int
    first: int
    end: int


def stretches_of(
    people: Sequence[Person],
    chapters: Sequence[Sequence[Paragraph]],
    letters: Sequence[Sequence[bool]],
) -> list[Person]:
    """Return the people with what each of several tellers tells; where one tells, or nobody, they
    are as they were. What stands in letters shows nothing."""
    tellers = [number for number, person in enumerate(people) if person.tells]
    if len(tellers) < 2:
        return list(people)
    names = Names(people, with_narrator=False)
    evidence = [
        row
        for paragraphs, apart in zip(chapters, letters, strict=True)
        for row in _evidence(people, paragraphs, apart, names, tellers)
    ]
    begins = [not n for paragraphs in chapters for n in range(len(paragraphs))]
    likely = _likely(np.array(evidence), np.array(begins))
    own: dict[int, list[Stretch]] = {number: [] for number in tellers}
    at = 0
    for chapter, paragraphs in enumerate(chapters):
        for n in range(len(paragraphs)):
            best = int(likely[at].argmax())
            against = evidence[at][best] < max(evidence[at])
            if likely[at][best] >= 1 - WRONG and not against:
                _add(own[tellers[best]], chapter, n)
            at += 1
    return [
        person._replace(told=tuple(own[number])) if number in own else person
        for number, person in enumerate(people)
    ]


def teller_at(people: Sequence[Person], chapter: int, paragraphs: int) -> list[int]:
    """Return who tells each paragraph of a chapter, by number, as the stretches have it."""
    found = [-1] * paragraphs
    for number, person in enumerate(people):
        for stretch in person.told:
            if stretch[0] == chapter:
                found[stretch[1] : stretch[2]] = [number] * (stretch[2] - stretch[1])
    return found


def _add(own: list[Stretch], chapter: int, paragraph: int) -> None:
    if own and own[-1].chapter == chapter and own[-1].end == paragraph:
        own[-1] = own[-1]._replace(end=paragraph + 1)
    else:
        own.append(Stretch(chapter, paragraph, paragraph + 1))


def _evidence(
    people: Sequence[Person],
    paragraphs: Sequence[Paragraph],
    letters: Sequence[bool],
    names: Names,
    tellers: Sequence[int],
) -> Iterator[list[float]]:
    """Yield for each paragraph what it shows for each teller, in things that show it."""
    mentions = [names.mentions(paragraph) for paragraph in paragraphs]
    said = {speech.paragraph: speech.said for speech in speeches(paragraphs, names)}
    own = {n for n, by in said.items() if by is not None and by.kind is Kind.NARRATOR}
    place = {person: at for at, person in enumerate(tellers)}
    for number, paragraph in enumerate(paragraphs):
        shows = [0.0] * len(tellers)
        speaks = number in own
        called = set[int]()
        another = not speaks and said.get(number) is not None
        if another or (not speaks and (own & {number - 1, number + 1} or _has_me(paragraph))):
            called = {m.person for m in mentions[number] if m.addressed}
        told = [m for m in mentions[number] if not m.quoted]
        # Where a quotation's end was missed, what is said in it seems told.
        told = [m for m in told if not (m.stands_apart and paragraph.quotations)]
        not_ = {m.person for m in told}
        not_ |= {m.person for m in mentions[number] if speaks and m.addressed}
        words_are = _whose_words(people, paragraph, names, tellers)
        if not letters[number]:
            for person in called & place.keys():
                shows[place[person]] += 1
            for person in (not_ - words_are) & place.keys():
                shows[place[person]] -= 1
            for person in words_are:
                shows[place[person]] += 2
        yield shows


def _has_me(paragraph: Paragraph) -> bool:
    """Tell whether a paragraph tells what somebody does to `me`."""
    return any(token.lower == "me" and not token.quoted for token in paragraph.tokens)


def _whose_words(
    people: Sequence[Person], paragraph: Paragraph, names: Names, tellers: Sequence[int]
) -> set[int]:
    """Return whose words a paragraph is said to be in its first sentence: `The summer, she went
    on, was hot`. A pronoun means the one teller of its sex. What is said aloud is another's."""
    tokens = paragraph.tokens
    ends = (at for at, token in enumerate(tokens) if at and token.begins)
    tokens = tokens[: next(ends, len(tokens))]
    if any(token.quoted for token in tokens):
        return set()
    if not any(token.lower in {"i", "we", "my", "our", "me", "us"} for token in tokens):
        return set()
    found: set[int] = set()
    for subject in _beside(tokens, names):
        if isinstance(subject, int):
            found |= {subject} & set(tellers)
        else:
            meant = [person for person in tellers if people[person].gender == subject]
            found |= set(meant) if len(meant) == 1 else set()
    return found


def _beside(tokens: Sequence[Token], names: Names) -> Iterator[int | str]:
    """Yield who is said to speak between two breaks, as a person's number or a sex."""
    for at in range(1, len(tokens)):
        if not stands_apart(tokens[at - 1]):
            continue
        verb_first = tokens[at].lower in titles().saying
        start = at + 1 if verb_first else at
        if start >= len(tokens):
            continue
        match = names.at(tokens, start)
        sex = {"he": "m", "she": "f"}.get(tokens[start].lower)
        subject, end = match if match is not None else (sex, start + 1)
        if subject is None:
            continue
        if not verb_first:
            if end >= len(tokens) or not is_deed(tokens[end].lower):
                continue
            end += 1
        if end < len(tokens) and stands_apart(tokens[end]):
            yield subject


def _likely(evidence: Rows, begins: NDArray[np.bool_]) -> Rows:
    """Return how likely each teller tells each paragraph."""
    size, count = evidence.shape
    odds = np.log((1 - WRONG) / WRONG)
    local = np.exp(odds * (evidence - evidence.max(axis=1, keepdims=True)))
    rates = {True: SELDOM, False: SELDOM}
    likely = np.full((size, count), 1 / count)
    for _ in range(ROUNDS):
        forward, step = _forward(local, begins, rates)
        changed = {True: 0.0, False: 0.0}
        backward = np.ones(count)
        for at in range(size - 1, -1, -1):
            both = forward[at] * backward
            likely[at] = both / both.sum()
            if at:
                key = bool(begins[at])
                pairs = forward[at - 1][:, None] * step[key] * (local[at] * backward)[None, :]
                pairs /= pairs.sum()
                changed[key] += 1 - np.trace(pairs)
                backward = step[key] @ (local[at] * backward)
                backward /= backward.sum()
        for key in rates:
            every = int((begins[1:] == key).sum())
            rates[key] = (changed[key] + 1) / (every + 2)
    return likely


def _forward(
    local: Rows, begins: NDArray[np.bool_], rates: dict[bool, float]
) -> tuple[list[Rows], dict[bool, Rows]]:
    """Return the chain's forward chances, and the chances to change, where a chapter begins and
    elsewhere."""
    count = local.shape[1]
    step = {
        key: np.where(np.eye(count, dtype=bool), 1 - rate, rate / (count - 1))
        for key, rate in rates.items()
    }
    state = local[0] / local[0].sum()
    forward = [state]
    for at in range(1, len(local)):
        state = (state @ step[bool(begins[at])]) * local[at]
        state = state / state.sum()
        forward.append(state)
    return forward, step
