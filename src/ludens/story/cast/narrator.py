"""Who tells the story, where it is told by an `I` who speaks in it.

A book has such a narrator where the story says `said I` or `I answered` again and again. Who it is,
others say: the narrator is spoken to by name and `I` answers, and hardly named outside of what is
said aloud; other names that are so are theirs too (`Ellen Dean` is `Nelly`). Where nobody calls
them anything they are `The narrator`. Diaries and letters are told by whom their
headings name: below `Ada's diary` and `Letter, Ada to Ben`, `I` is Ada, up to the next such heading
or the chapter's end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ludens.story.cast.joining import joined
from ludens.story.cast.names import Person, people_in
from ludens.story.cast.offices import by_their_time
from ludens.story.cast.scene import Kind, Names, speeches
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph, paragraphs_of

FEWEST_SAYING = 5
"""Times that `I` must be said to speak."""
SHARE = 0.04
"""The same, for each speech whose speaker the story names or points at."""
FEWEST_CALLED = 2
"""Times that others must call the narrator by a name."""
TOLD = 0.15
"""Share of the mentions of the narrator's name that may stand outside of what is said aloud."""
OWN_SHARE = 0.5
"""Of the answers to a name whose speaker is named, what must be of `I` for it to be the narrator's
too."""
NAMELESS = "The narrator"
LONGEST_HEADING = 16
"""Words of a line that says who writes what follows."""

LONGEST_SIGNATURE = 5
"""Words of a name below a letter."""
_SALUTATION = re.compile(
    r"[_\s]*(?:[Mm]y\s+)?(?:[Dd]ear|DEAR)(?:est|EST)?\s+(?:[A-Z][\w.]*\s*){1,3}(?=[,:;(—–-])"
)

_CAPITALS = re.compile(r"\b[A-Z][A-Z'’]+\b")


def people_of_book(
    chapters: Sequence[Sequence[Paragraph]], titles_: Sequence[str] = ()
) -> list[Person]:
    """Return who is in a book, each once, its narrator among them: the most often named first."""
    people = joined(people_in(chapters), chapters)
    written = tellers_of(people, chapters, titles_)
    rest = [
        [paragraph for paragraph, who in zip(*each, strict=True) if who < 0]
        for each in zip(chapters, written, strict=True)
    ]
    return by_their_time(with_narrator(people, rest), chapters)


def tellers_of(
    people: Sequence[Person],
    chapters: Sequence[Sequence[Paragraph]],
    titles_: Sequence[str] = (),
) -> list[list[int]]:
    """Return whom `I` means in each paragraph: who writes it, else the narrator, by their number;
    -1 where it is nobody. A letter that stands in the story (`Dear Ada, ...`) is told by nobody
    whom its words name, up to the name below it; where none is, to the chapter's end."""
    names = Names(people, with_narrator=False)
    narrator = Names(people).narrator
    found: list[list[int]] = []
    for number, paragraphs in enumerate(chapters):
        teller = narrator
        for part in titles_[number].split(" · ") if titles_ else ():
            teller = next(iter(_writers(part, names)), teller)
        own: list[int] = []
        for paragraph in paragraphs:
            short = not paragraph.quotations and len(paragraph.tokens) <= LONGEST_HEADING
            teller = next(iter(_writers(paragraph.text, names)), teller) if short else teller
            own.append(teller)
        for first, last in _letters(paragraphs, names):
            own[first:last] = [-1] * (last - first)
        found.append(own)
    return found


def _letters(paragraphs: Sequence[Paragraph], names: Names) -> list[tuple[int, int]]:
    """Return where letters begin in a chapter, and behind which paragraph they end."""
    found: list[tuple[int, int]] = []
    for number, paragraph in enumerate(paragraphs):
        if (found and number < found[-1][1]) or not _SALUTATION.match(paragraph.text):
            continue
        below = (n for n in range(number + 1, len(paragraphs)) if _signs(paragraphs[n], names))
        found.append((number, next(below, len(paragraphs) - 1) + 1))
    return found


def _signs(paragraph: Paragraph, names: Names) -> bool:
    """Tell whether a paragraph is but a name, as it stands below a letter."""
    tokens = [token for token in paragraph.tokens if token.is_word]
    return (
        bool(names.mentions(paragraph))
        and not paragraph.quotations
        and len(tokens) <= LONGEST_SIGNATURE
        and all(token.is_capital for token in tokens)
    )


def _writers(line: str, names: Names) -> list[int]:
    """Return who writes what stands below a line: a heading that begins with a name and what they
    write, or with that and a name. Nobody's number where the line is another; -1 where it is such
    a heading of nobody whom the book knows."""
    (paragraph,) = paragraphs_of((_CAPITALS.sub(lambda word: word[0].capitalize(), line),))
    tokens = [token for token in paragraph.tokens if token.is_word]
    if not 2 <= len(tokens) <= LONGEST_HEADING:
        return []
    writings = titles().writings
    mentions = names.mentions(paragraph)
    first = mentions[0] if mentions else None
    if first is not None and first.owns and paragraph.tokens[first.token] == tokens[0]:
        is_heading = any(token.lower in writings for token in tokens[1:])
    else:
        is_heading = tokens[0].lower in writings and tokens[0].is_capital
    if not is_heading:
        return []
    return [first.person if first is not None else -1]


def with_narrator(
    people: Sequence[Person], chapters: Sequence[Sequence[Paragraph]]
) -> list[Person]:
    """Return the people, with the narrator marked among them or added if there is one."""
    names = Names(people)
    kinds: Counter[Kind] = Counter()
    called: Counter[int] = Counter()
    answers: Counter[int] = Counter()
    answered: Counter[int] = Counter()
    told: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for paragraphs in chapters:
        by_name: dict[int, set[int]] = {}
        for number, paragraph in enumerate(paragraphs):
            for mention in names.mentions(paragraph):
                every[mention.person] += 1
                told[mention.person] += not mention.quoted
                called[mention.person] += mention.addressed
                if mention.addressed:
                    by_name.setdefault(number, set()).add(mention.person)
        for speech in speeches(paragraphs, names):
            if speech.said is not None:
                kinds[speech.said.kind] += 1
                before = by_name.get(speech.paragraph - 1, set())
                answered.update(before)
                answers.update(before if speech.said.kind is Kind.NARRATOR else ())
    saying = kinds[Kind.NARRATOR]
    if saying < max(FEWEST_SAYING, SHARE * kinds.total()):
        return list(people)
    likely = [
        person
        for person, times in called.items()
        if times >= FEWEST_CALLED and told[person] <= TOLD * every[person]
    ]
    if likely:
        best = max(likely, key=lambda person: (answers[person], called[person], -person))
        sex = people[best].gender
        own = [
            person
            for person in likely
            if answers[person] >= OWN_SHARE * answered[person] > 0
            and (not sex or people[person].gender in ("", sex))
        ]
        return _as_one(people, best, {*own, best})
    narrator = Person(NAMELESS, frozenset({NAMELESS.lower()}), saying, "", tells=True)
    return sorted([*people, narrator], key=lambda person: (-person.mentions, person.name))


def _as_one(people: Sequence[Person], narrator: int, own: set[int]) -> list[Person]:
    """Return the people with the narrator's names put together, the most often named first."""
    bearers = [people[number] for number in sorted(own)]
    whole = people[narrator]._replace(
        aliases=frozenset[str]().union(*(p.aliases for p in bearers)),
        mentions=sum(p.mentions for p in bearers),
        gender=next((p.gender for p in (people[narrator], *bearers) if p.gender), ""),
        titles=frozenset[str]().union(*(p.titles for p in bearers)),
        tells=True,
    )
    others = [person for number, person in enumerate(people) if number not in own]
    return sorted([whole, *others], key=lambda person: (-person.mentions, person.name))
