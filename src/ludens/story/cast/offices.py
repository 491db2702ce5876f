"""Who is called by an office alone before its bearer comes into the story.

`The captain` is Captain Smollett from the chapter on in which he is first named. A book that speaks
of a captain before means somebody without a name: where he speaks, he is one of the people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludens.story.cast.names import FEWEST_SPEAKING, Person, office_of
from ludens.story.cast.scene import Names
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph


class _Called(NamedTuple):
    """A mention of somebody."""

    person: int
    chapter: int
    office: str
    """The office by which they are called alone; empty where it is by a name."""
    says: bool
    """Whether a verb of saying stands beside."""


def by_their_time(
    people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]
) -> list[Person]:
    """Return the people with the chapter from which an office is each one's, and those whose it
    is before; the most often named first."""
    called = list(_called(people, chapters))
    begins: dict[int, int] = {}
    for each in called:
        if not each.office:
            begins.setdefault(each.person, each.chapter)
    early = [c for c in called if c.office and c.chapter < begins.get(c.person, 0)]
    times = Counter((c.person, c.office) for c in early)
    says = Counter((c.person, c.office) for c in early if c.says)
    found = [
        person._replace(since=begins.get(number, 0) if any(n == number for n, _ in times) else 0)
        for number, person in enumerate(people)
    ]
    for (number, office), count in times.items():
        if says[number, office] >= FEWEST_SPEAKING:
            aliases = {a for a in people[number].aliases if office_of(a) == office}
            sex = titles().gender.get(office, "") or people[number].gender
            found.append(
                Person(f"The {office}", frozenset(aliases), count, sex, until=begins[number])
            )
    return sorted(found, key=lambda person: (-person.mentions, person.name))


def _called(people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]) -> Iterator[_Called]:
    saying = titles().saying
    names = Names(people, with_narrator=False)
    for chapter, paragraphs in enumerate(chapters):
        for paragraph in paragraphs:
            tokens = paragraph.tokens
            for mention in names.mentions(paragraph):
                found = names.at(tokens, mention.token)
                assert found is not None
                end = found[1]
                office = office_of(" ".join(t.lower for t in tokens[mention.token : end]))
                beside = {
                    *(t.lower for t in tokens[max(0, mention.token - 1) : mention.token]),
                    *(t.lower for t in tokens[end : end + 1]),
                }
                says = not mention.quoted and bool(beside & saying)
                yield _Called(mention.person, chapter, office, says)
