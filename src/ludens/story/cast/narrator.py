"""Who tells the story, where it is told by an `I` who speaks in it.

A book has such a narrator where the story says `said I` or `I answered` again and again. Who it is,
others say: the narrator is spoken to by name and `I` answers, and hardly named outside of what is
said aloud; other names that are so are theirs too (`Ellen Dean` is `Nelly`). Where nobody calls
them anything they are `The narrator`. Another who is called so and is of the other sex tells the
story too, mostly a frame around it: who tells which part is found in frames.py. Diaries and letters
are told by whom their headings name: below `Ada's diary` and `Letter, Ada to Ben`, `I` is Ada, up
to the next such heading or the chapter's end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ludens.story.cast.frames import stretches_of, teller_at
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
    people = by_their_time(with_narrator(people, rest), chapters)
    names = Names(people, with_narrator=False)
    apart = [[False] * len(paragraphs) for paragraphs in chapters]
    for own, paragraphs in zip(apart, chapters, strict=True):
        for first, last in _letters(paragraphs, names):
            own[first:last] = [True] * (last - first)
    return stretches_of(people, chapters, apart)


def tellers_of(
    people: Sequence[Person],
    chapters: Sequence[Sequence[Paragraph]],
    titles_: Sequence[str] = (),
    begins: int = 0,
) -> list[list[int]]:
    """Return whom `I` means in each paragraph: who writes it, else the narrator, by their number;
    -1 where it is nobody. A letter that stands in the story (`Dear Ada, ...`) is told by nobody
    whom its words name, up to the name below it; where none is, to the chapter's end. `begins` is
    the number of the first of the chapters."""
    names = Names(people, with_narrator=False)
    narrator = Names(people).narrator
    in_turns = any(person.told for person in people)
    found: list[list[int]] = []
    for number, paragraphs in enumerate(chapters):
        size = len(paragraphs)
        own = teller_at(people, begins + number, size) if in_turns else [narrator] * size
        writer: int | None = None
        for part in titles_[number].split(" · ") if titles_ else ():
            writer = next(iter(_writers(part, names)), writer)
        for at, paragraph in enumerate(paragraphs):
            short = not paragraph.quotations and len(paragraph.tokens) <= LONGEST_HEADING
            writer = next(iter(_writers(paragraph.text, names)), writer) if short else writer
            own[at] = own[at] if writer is None else writer
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
    told_there: Counter[int] = Counter()
    every_there: Counter[int] = Counter()
    for paragraphs in chapters:
        by_name: dict[int, set[int]] = {}
        here: Counter[int] = Counter()
        told_here: Counter[int] = Counter()
        answers_here: Counter[int] = Counter()
        for number, paragraph in enumerate(paragraphs):
            for mention in names.mentions(paragraph):
                here[mention.person] += 1
                told_here[mention.person] += not (mention.quoted or mention.stands_apart)
                called[mention.person] += mention.addressed
                if mention.addressed:
                    by_name.setdefault(number, set()).add(mention.person)
        for speech in speeches(paragraphs, names):
            if speech.said is not None:
                kinds[speech.said.kind] += 1
                before = by_name.get(speech.paragraph - 1, set())
                answered.update(before)
                answers_here.update(before if speech.said.kind is Kind.NARRATOR else ())
        every.update(here)
        told.update(told_here)
        answers.update(answers_here)
        for person in answers_here:
            every_there[person] += here[person]
            told_there[person] += told_here[person]
    saying = kinds[Kind.NARRATOR]
    if saying < max(FEWEST_SAYING, SHARE * kinds.total()):
        return list(people)
    answering = {
        person
        for person in called
        if answers[person] >= OWN_SHARE * answered[person] and answers[person] >= FEWEST_CALLED
    }
    # Where somebody else tells, who tells the rest may be named as others are.
    likely = [
        person
        for person, times in called.items()
        if (times >= FEWEST_CALLED and told[person] <= TOLD * every[person])
        or (person in answering and told_there[person] <= TOLD * every_there[person])
    ]
    if likely:
        best = max(likely, key=lambda person: (answers[person], called[person], -person))
        sex = people[best].gender
        theirs = [p for p in likely if answers[p] >= OWN_SHARE * answered[p] > 0]
        own = {p for p in theirs if not sex or people[p].gender in ("", sex)}
        framing = {p for p in theirs if p not in own and p in answering}
        found = [p._replace(tells=n in framing) for n, p in enumerate(people)]
        return _as_one(found, best, {*own, best})
    narrator = Person(NAMELESS, frozenset({NAMELESS.lower()}), saying, "", tells=True)
    return sorted([*people, narrator], key=lambda person: (-person.mentions, person.name))


def _as_one(people: Sequence[Person], narrator: int, own: set[int]) -> list[Person]:
    """Return the people with the narrator's names put together, the most often named first.
    A title with the surname that nobody else has is theirs too: `Mrs. Dean` is Ellen Dean."""
    titled = {n: _surname(person) for n, person in enumerate(people)}
    surnames = {titled[n] for n in own} - {""}
    shared = {_surname(p) for n, p in enumerate(people) if n not in own and not _only_titled(p)}
    sexes = {people[narrator].gender, ""}
    own = own | {
        n
        for n, person in enumerate(people)
        if titled[n] in surnames - shared and person.gender in sexes
    }
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


def _surname(person: Person) -> str:
    """Return somebody's surname, in lower case; empty where they have but one name."""
    words = person.name.lower().replace(".", "").split()
    return words[-1] if len(words) > 1 else ""


def _only_titled(person: Person) -> bool:
    """Tell whether somebody is known by a title and a surname alone."""
    words = person.name.lower().replace(".", "").split()
    return len(words) == 2 and words[0] in titles().gender
