"""Who tells the story, where it is told by an `I` who speaks in it.

A book has such a narrator where the story says `said I` or `I answered` again and again. Who it is,
others say: the narrator is spoken to by name, and hardly named outside of what is said aloud. Where
nobody calls them anything they are `The narrator`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludens.story.cast.joining import joined
from ludens.story.cast.names import Person, people_in
from ludens.story.cast.scene import Kind, Names, speeches
from ludens.story.cast.tokens import Paragraph

FEWEST_SAYING = 5
"""Times that `I` must be said to speak."""
SHARE = 0.04
"""The same, for each speech whose speaker the story names or points at."""
FEWEST_CALLED = 2
"""Times that others must call the narrator by a name."""
TOLD = 0.15
"""Share of the mentions of the narrator's name that may stand outside of what is said aloud."""
NAMELESS = "The narrator"


def people_of_book(chapters: Sequence[Sequence[Paragraph]]) -> list[Person]:
    """Return who is in a book, each once, its narrator among them: the most often named first."""
    return with_narrator(joined(people_in(chapters), chapters), chapters)


def with_narrator(
    people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]
) -> list[Person]:
    """Return the people, with the narrator marked among them or added if there is one."""
    names = Names(people)
    kinds: Counter[Kind] = Counter()
    called: Counter[int] = Counter()
    told: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for paragraphs in chapters:
        kinds.update(s.said.kind for s in speeches(paragraphs, names) if s.said is not None)
        for paragraph in paragraphs:
            for mention in names.mentions(paragraph):
                every[mention.person] += 1
                told[mention.person] += not mention.quoted
                called[mention.person] += mention.addressed
    saying = kinds[Kind.NARRATOR]
    if saying < max(FEWEST_SAYING, SHARE * kinds.total()):
        return list(people)
    likely = [
        person
        for person, times in called.items()
        if times >= FEWEST_CALLED and told[person] <= TOLD * every[person]
    ]
    if likely:
        best = max(likely, key=lambda person: (called[person], -person))
        return [p._replace(tells=n == best) for n, p in enumerate(people)]
    narrator = Person(NAMELESS, frozenset({NAMELESS.lower()}), saying, "", tells=True)
    return sorted([*people, narrator], key=lambda person: (-person.mentions, person.name))
