"""Names that are one person's because of who answers to them: `Henry` and `Mr. Wilcox`.

A wife says `Henry`, and `Mr. Wilcox` answers. So for everybody who is spoken to by one name it is
counted who speaks next; who answers to a name again and again, is never spoken to by its bearer,
never speaks beside them and does not stand with them in the story's own sentences, is the same
person. A name that has a first name and a surname already is left to itself, unless the other is
the short form of it.

Before that, names are put together of which one has the other in it: `Long John` and `John Silver`
are `Long John Silver`, `the Lion` is `the Cowardly Lion` where the book has no other `the … Lion`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ludens.story.cast.names import Person, office_of
from ludens.story.cast.scene import Kind, Names, Speech, speeches
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph

FEWEST_ANSWERS = 2
FEWEST_OF_SHORT = 3
"""The same between two first names, one of which is short for the other: `Meg`, `Margaret`."""
SHARE = 0.5
"""Of the answers to a name, what must be of the other name."""
TOGETHER = 0.04
"""Share of the sentences with one name that may have the other, as in names.py."""

_Pair = tuple[int, int]


class _Talk(NamedTuple):
    """What the book's talk shows of its names."""

    answers: Counter[_Pair]
    """Who is spoken to, and who speaks next."""
    apart: Counter[_Pair]
    """Who speak beside or to each other, the lower number first."""
    sentences: list[set[int]]
    """The story's own sentences that name each."""


def joined(people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]) -> list[Person]:
    """Return the people with those put together who are one, the most often named first."""
    talk = _talk(people, chapters)
    whose = list(range(len(people)))
    answered: Counter[int] = Counter()
    for (name, _), times in talk.answers.items():
        answered[name] += times
    for one, other in _within(people):
        if whose[one] != whose[other] and not _are_apart(people, talk, one, other, spare=1):
            first, second = sorted((whose[one], whose[other]))
            whose = [first if root == second else root for root in whose]
    order = sorted(talk.answers.items(), key=lambda item: (-item[1], item[0]))
    for (one, other), times in order:
        if one == other or times < FEWEST_ANSWERS:
            continue
        # Who has the title may be answered for by others too: `the captain` is Captain Small.
        if times < SHARE * answered[one] and not _has_title(people[one], people[other]):
            continue
        group = [n for n, root in enumerate(whose) if root == whose[one]]
        joining = [n for n, root in enumerate(whose) if root == whose[other]]
        if whose[one] != whose[other] and all(
            _may_be_one(people, talk, a, b) for a in group for b in joining
        ):
            root = min(whose[one], whose[other])
            for number in (*group, *joining):
                whose[number] = root
    return _put_together(people, whose)


def _within(people: Sequence[Person]) -> list[_Pair]:
    """Return the pairs of people of whom one has a name within the other's."""
    names = [(tuple(alias.split()), n) for n, p in enumerate(people) for alias in sorted(p.aliases)]
    owner = dict(reversed(names))
    pairs: list[_Pair] = []
    ends: dict[str, list[int]] = {}
    for name, person in names:
        if name[0] == "the" and len(name) > 2 and name[-2] != "of":
            ends.setdefault(name[-1], []).append(person)
        if len(name) < 3 or name[0] in titles().gender or name[0] == "the":
            continue
        for first in range(len(name) - 1):
            part = name[first : first + 2]
            inner = owner.get(part, person)
            if inner != person and part[0] not in titles().gender:
                pairs.append((person, inner))
    for last, bearers in ends.items():
        plain = owner.get(("the", last))
        if plain is not None and set(bearers) - {plain} and len(set(bearers)) == 1:
            pairs.append((plain, bearers[0]))
    return pairs


def _are_apart(
    people: Sequence[Person], talk: _Talk, one: int, other: int, *, spare: int = 0
) -> bool:
    """Tell whether two names are two people's: by sex, by talk, or beside each other in more
    than so many sentences."""
    a, b = people[one], people[other]
    if a.gender and b.gender and a.gender != b.gender:
        return True
    if talk.apart[min(one, other), max(one, other)]:
        return True
    here, there = talk.sentences[one], talk.sentences[other]
    return len(here & there) > TOGETHER * min(len(here), len(there)) + spare


def _has_title(person: Person, office: Person) -> bool:
    """Tell whether somebody's title is an office by which another is called alone."""
    return any(office_of(alias) in person.titles for alias in office.aliases if office_of(alias))


def _may_be_one(people: Sequence[Person], talk: _Talk, one: int, other: int) -> bool:
    a, b = people[one], people[other]
    # `Mr. Reed (that was the squire's name)`: an office stands beside its bearer's name once.
    nameless = any(all(office_of(alias) for alias in person.aliases) for person in (a, b))
    if _are_apart(people, talk, one, other, spare=int(nameless)):
        return False
    (first, last), (other_first, other_last) = _names(a), _names(b)
    if first and other_first:
        short = not last or not other_last
        answers = talk.answers[one, other] + talk.answers[other, one]
        return short and first[0] == other_first[0] and answers >= FEWEST_OF_SHORT
    return not last or not other_last or last == other_last or _may_marry(a, b)


def _may_marry(a: Person, b: Person) -> bool:
    """Tell whether two surnames may be one woman's before and after."""
    table = titles()
    return bool(a.titles & table.unmarried and b.titles & table.married) or bool(
        b.titles & table.unmarried and a.titles & table.married
    )


def _names(person: Person) -> tuple[str, str]:
    """Return somebody's first name and surname, each empty where the book's forms have none."""
    table = titles()
    first = last = ""
    for alias in sorted(person.aliases, key=lambda alias: len(alias.split())):
        words = [w for w in alias.split() if w not in table.gender and w != "the"]
        titled = [w for w in alias.split() if w in table.gender]
        if len(words) >= 2:
            first, last = words[0], words[-1]
        elif words and titled and titled[-1] not in table.before_first:
            # `Miss Lucy` is called `Lucy`; `Mr. Bounderby` is `Bounderby` and has a first name.
            if titled[-1] in table.unmarried and words[0] in person.aliases:
                continue
            last = last or words[0]
        elif words:
            first = first or words[0]
    return ("", last) if first == last else (first, last)


def _put_together(people: Sequence[Person], whose: Sequence[int]) -> list[Person]:
    found: list[Person] = []
    joined: dict[int, list[Person]] = {}
    for number, root in enumerate(whose):
        joined.setdefault(root, []).append(people[number])
    for number, person in enumerate(people):
        if whose[number] != number:
            continue
        own = joined[number]
        if len(own) > 1:
            whole = max(own, key=lambda p: (all(_names(p)), p.mentions))
            person = Person(  # noqa: PLW2901
                whole.name,
                frozenset[str]().union(*(p.aliases for p in own)),
                sum(p.mentions for p in own),
                next((p.gender for p in own if p.gender), ""),
                frozenset[str]().union(*(p.titles for p in own)),
            )
        found.append(person)
    return sorted(found, key=lambda person: (-person.mentions, person.name))


def _talk(people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]) -> _Talk:
    names = Names(people)
    talk = _Talk(Counter(), Counter(), [set() for _ in people])
    sentence = 0
    for paragraphs in chapters:
        spoken_to: dict[int, list[int]] = {}
        for number, paragraph in enumerate(paragraphs):
            begins = [n for n, token in enumerate(paragraph.tokens) if token.begins]
            for mention in names.mentions(paragraph):
                if mention.addressed:
                    spoken_to.setdefault(number, []).append(mention.person)
                if not mention.quoted:
                    at = sentence + bisect_right(begins, mention.token)
                    talk.sentences[mention.person].add(at)
            sentence += len(begins) + 1
        last: Speech | None = None
        for speech in speeches(paragraphs, names):
            speaker = _speaker(speech)
            for other in spoken_to.get(speech.paragraph, ()):
                if speaker >= 0:
                    talk.apart[min(speaker, other), max(speaker, other)] += 1
            if last is not None and speech.paragraph == last.paragraph + 1 and speaker >= 0:
                before = _speaker(last)
                if before >= 0 and before != speaker:
                    talk.apart[min(speaker, before), max(speaker, before)] += 1
                called = set(spoken_to.get(last.paragraph, ()))
                if len(called) == 1:
                    talk.answers[called.pop(), speaker] += 1
            last = speech
    return talk


def _speaker(speech: Speech) -> int:
    named = speech.said is not None and speech.said.kind is Kind.NAME
    return speech.said.person if speech.said is not None and named else -1
