"""What stands around each speech: who is named where, and what the words beside it say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from enum import StrEnum
from typing import NamedTuple

from ludens.story.cast.names import Person
from ludens.story.cast.titles import titles
from ludens.story.cast.tokens import Paragraph, Token
from ludens.story.language.background import background
from ludens.story.language.words import stem

_ENDS = frozenset(".!?…")
_BREAKS = frozenset(",;:—–") | {"--", "---"}
DETERMINERS = frozenset(
    "the a an his her my their our your this that another one poor old young".split()
)
_ADVERBS = frozenset("then now also still at last once again only even just out in back to".split())
_PRONOUNS = {"he": "m", "she": "f"}
_TELLING = frozenset({"i", "me", "myself"})
"""Words by which a narrator speaks of themselves outside of what is said aloud."""
_FAR = 7
"""Words between a subject and its verb of saying."""


class Kind(StrEnum):
    """What a subject is."""

    NAME = "name"
    PRONOUN = "pronoun"
    NOUN = "noun"
    NARRATOR = "narrator"
    """`said I`."""


class Subject(NamedTuple):
    """Who does something in a clause."""

    kind: Kind
    person: int
    """The person's number; -1 where it is no name."""
    gender: str
    start: int
    """Offset in its paragraph."""


class Mention(NamedTuple):
    """A name where it stands in a paragraph."""

    person: int
    token: int
    quoted: bool
    owns: bool
    addressed: bool
    """Whether somebody is spoken to by it."""
    acts: bool
    """Whether a verb follows it."""
    governed: bool
    """Whether a preposition stands before it: `to Emma`."""
    stands_apart: bool
    """Whether it stands as whom one speaks to does, said aloud or not; `her brother, Ben,` too."""


class Speech(NamedTuple):
    """What is said in one paragraph (and in those in which it goes on), by one person."""

    paragraph: int
    begins: int
    """Offset in it of the first words that are said."""
    said: Subject | None
    """Beside a verb of saying."""
    before: Subject | None
    """Who does something just before the words."""
    after: Subject | None
    bare: bool
    """Whether the paragraph holds nothing but what is said."""
    length: int
    goes_on: bool
    """Whether it is the last paragraph's speaker who goes on."""


class Names:
    """Finds people's names among tokens; `I`, where it is not said aloud, is the narrator's."""

    def __init__(self, people: Sequence[Person], *, with_narrator: bool = True) -> None:
        self._by_first: dict[str, dict[int, dict[tuple[str, ...], int]]] = {}
        owned: set[str] = set()
        tells = [n for n, person in enumerate(people) if person.tells and with_narrator]
        self.narrator = tells[0] if tells else -1
        """Whom `I` means outside of what is said aloud; -1 for nobody."""
        self._offices: dict[tuple[str, ...], list[tuple[int, Person]]] = {}
        self._chapter: int | None = None
        # Where no chapter tells, an office is who has a name besides.
        order = sorted(range(len(people)), key=lambda n: people[n].until is not None)
        for number in order:
            person = people[number]
            for alias in sorted(person.aliases):
                parts = tuple(alias.split())
                if person.since or person.until is not None:
                    self._offices.setdefault(parts, []).append((number, person))
                if alias in owned:
                    continue
                owned.add(alias)
                longer = self._by_first.setdefault(parts[0], {})
                longer.setdefault(len(parts), {})[parts] = number
        self._by_first = {
            first: dict(sorted(found.items(), reverse=True))
            for first, found in self._by_first.items()
        }

    def told_by(self, person: int) -> Names:
        """Return the same names in what somebody else tells as `I`."""
        if person == self.narrator:
            return self
        names = copy(self)
        names.narrator = person
        return names

    def in_chapter(self, chapter: int | None) -> Names:
        """Return the same names as they are used in a chapter."""
        names = copy(self)
        names._chapter = chapter
        return names

    def _then(self, parts: tuple[str, ...], person: int) -> int | None:
        """Return whose name it is in the chapter."""
        if self._chapter is None or parts not in self._offices:
            return person
        alias = " ".join(parts)
        return next(
            (n for n, each in self._offices[parts] if each.is_called(alias, self._chapter)), None
        )

    def at(self, tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
        """Return whose name begins at a token, and the token after it."""
        token = tokens[at]
        if self.narrator >= 0 and not token.quoted and token.lower in _TELLING:
            return self.narrator, at + 1
        found = self._by_first.get(token.lower)
        if found is None or not (token.lower == "the" or token.is_capital):
            return None
        for length, persons in found.items():
            parts = tuple(each.lower for each in tokens[at : at + length])
            person = persons.get(parts)
            person = None if person is None else self._then(parts, person)
            if person is not None:
                return person, at + length
        return None

    def mentions(self, paragraph: Paragraph) -> list[Mention]:
        """Return the names of a paragraph in order."""
        tokens = paragraph.tokens
        found: list[Mention] = []
        at = 0
        while at < len(tokens):
            match = self.at(tokens, at)
            if match is None:
                at += 1
                continue
            person, end = match
            first, last = tokens[at], tokens[end - 1]
            after = tokens[end] if end < len(tokens) else None
            apart = not last.owns and _is_address(tokens, at, end)
            addressed = first.quoted and apart
            acts = after is not None and after.is_word and is_deed(after.lower) and not last.owns
            governed = at > 0 and tokens[at - 1].lower in titles().prepositions
            found.append(
                Mention(person, at, first.quoted, last.owns, addressed, acts, governed, apart)
            )
            at = end
        return found


def is_another(tokens: Sequence[Token], mention: Mention, end: int, person: Person) -> bool:
    """Tell whether a name that ends before a token is a part of a longer one that is none of
    somebody's: `King George`, `the Royal George` and `George Sands` are no George Merry."""
    beside = tokens[max(0, mention.token - 1) : mention.token]
    # `Dear Jim,` begins what is said; `Miss Lucy` may be said of any Lucy.
    longer = [t for t in beside if not t.begins and not _may_title(t.lower, person)]
    if not tokens[end - 1].owns:
        longer += [t for t in tokens[end : end + 1] if not t.begins]
    own = {word for alias in person.aliases for word in alias.split()}
    never = titles().never
    return any(
        t.is_word and t.is_capital and t.lower not in never and t.lower not in own for t in longer
    )


def _may_title(word: str, person: Person) -> bool:
    """Tell whether a word is a title by which somebody may be called: an office is one's own."""
    table = titles()
    if word not in table.gender or word in table.offices:
        return word in person.titles
    return not table.gender[word] or person.gender in ("", table.gender[word])


def is_deed(word: str) -> bool:
    """Tell whether a word that follows a name is rather a verb."""
    if word in {"had", "was", "is", "has", "would", "could", "did", "will", "does"}:
        return True
    return word.endswith("ed") or word in titles().saying or background().is_verb(stem(word))


def stands_apart(token: Token) -> bool:
    """Tell whether a token breaks a sentence, as what stands beside `she went on` does."""
    return token.text in _BREAKS


def _is_address(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Tell whether a name in a quotation is spoken to: `Well, Emma, ...`."""
    before, after = (tokens[at - 1] if at else None), (tokens[end] if end < len(tokens) else None)
    opened = before is None or not before.is_word or before.lower in {"dear", "oh", "my", "o"}
    closed = after is None or not after.is_word
    comma = (before is not None and before.text == ",") or (
        after is not None and after.text in {",", "!", "?", "."}
    )
    return opened and closed and comma


def subject_at(tokens: Sequence[Token], at: int, names: Names) -> tuple[Subject, int] | None:
    """Return the subject that begins at a token, and the token after it."""
    if at >= len(tokens) or not tokens[at].is_word:
        return None
    table = titles()
    start = tokens[at].start
    match = names.at(tokens, at)
    if match is not None:
        person, end = match
        if not tokens[end - 1].owns:
            return Subject(Kind.NAME, person, "", start), end
        for n in range(end, min(end + 3, len(tokens))):
            if tokens[n].lower in table.nouns:
                return Subject(Kind.NOUN, -1, table.nouns[tokens[n].lower], start), n + 1
        return None
    word = tokens[at].lower
    if word in _PRONOUNS:
        return Subject(Kind.PRONOUN, -1, _PRONOUNS[word], start), at + 1
    if word in {"i", "we"}:
        return Subject(Kind.NARRATOR, -1, "", start), at + 1
    if word in {"they", "somebody", "someone", "everybody", "another", "others", "both"}:
        return Subject(Kind.NOUN, -1, "", start), at + 1
    if word in DETERMINERS:
        for n in range(at + 1, min(at + 5, len(tokens))):
            if not tokens[n].is_word:
                break
            if tokens[n].lower in table.nouns and not tokens[n].owns:
                return Subject(Kind.NOUN, -1, table.nouns[tokens[n].lower], start), n + 1
    return None


def speeches(
    paragraphs: Sequence[Paragraph], names: Names, tellers: Sequence[int] = ()
) -> Iterator[Speech]:
    """Yield the speeches of a chapter in order; `tellers` are whom `I` means in each paragraph."""
    was_open = False
    last_paragraph = -2
    for number, paragraph in enumerate(paragraphs):
        if not paragraph.quotations:
            was_open = False
            continue
        if tellers:
            names = names.told_by(tellers[number])
        said = before = after = None
        outside = 0
        for left, right, segment in _segments(paragraph):
            outside += sum(token.is_word for token in segment)
            if left:
                found, saying = _after(segment, names)
                if saying and said is None:
                    said = found
                elif found is not None and after is None and not saying:
                    after = found
            if right:
                found, saying = _before(segment, names)
                if saying and said is None:
                    said = found
                elif found is not None and before is None and not saying:
                    before = found
        starts = paragraph.quotations[0].start <= 2
        yield Speech(
            number,
            paragraph.quotations[0].start,
            said,
            before,
            after,
            outside == 0,
            sum(len(q.text) for q in paragraph.quotations),
            was_open and starts and last_paragraph == number - 1,
        )
        was_open, last_paragraph = paragraph.quotations[-1].is_open, number


def _segments(paragraph: Paragraph) -> Iterator[tuple[bool, bool, list[Token]]]:
    """Yield what is told between quotations: whether one stands before it, whether one after."""
    segment: list[Token] = []
    left = False
    for token in paragraph.tokens:
        if token.quoted:
            if segment:
                yield left, True, segment
                segment = []
            left = True
        elif token.text not in '“”"«»‘’':
            segment.append(token)
    if segment:
        yield left, False, segment


def _after(segment: list[Token], names: Names) -> tuple[Subject | None, bool]:
    """Return who is named after a quotation, and whether a verb of saying is beside them."""
    table = titles()
    at = 0
    while at < len(segment) and not segment[at].is_word and segment[at].text not in _ENDS:
        at += 1
    if at >= len(segment) or segment[at].text in _ENDS:
        at += 1
        if at >= len(segment):
            return None, False
    first = segment[at]
    if first.is_word and not first.is_capital:
        # `said Emma`, `cried out the old man`: whatever verb stands so is one of saying.
        for n in range(at + 1, min(at + 4, len(segment))):
            found = subject_at(segment, n, names)
            if found is not None:
                if first.lower in table.saying or (n == at + 1 and is_deed(first.lower)):
                    return found[0], True
                break
            between = segment[n].lower
            if between not in _ADVERBS and not between.endswith("ly"):
                break
    found = subject_at(segment, at, names)
    if found is None:
        return None, False
    subject, end = found
    for n in range(end, min(end + _FAR, len(segment))):
        token = segment[n]
        if token.text in _ENDS or token.text in {";", ":"}:
            break
        if token.lower in table.saying:
            return subject, True
    return subject, False


def _beside_verb(sentence: Sequence[Token], at: int, names: Names) -> Subject | None:
    """Return who is named, or meant by `him` and `her`, right before a verb."""
    sex = {"him": "m", "her": "f"}.get(sentence[at - 1].lower) if at else None
    if sex is not None:
        return Subject(Kind.PRONOUN, -1, sex, sentence[at - 1].start)
    for first in range(max(0, at - 4), at):
        found = subject_at(sentence, first, names)
        if found is not None and found[1] == at:
            return found[0]
    return None


def _before(segment: list[Token], names: Names) -> tuple[Subject | None, bool]:
    """Return who does something before a quotation, and whether a verb of saying is beside."""
    table = titles()
    end = len(segment)
    closed = segment[-1].text in _ENDS
    last = end - 1 if closed else end
    first = last
    while first > 0 and segment[first - 1].text not in _ENDS:
        first -= 1
    sentence = segment[first:last]
    subject: Subject | None = None
    at = 0
    verb = False
    while at < len(sentence):
        found = subject_at(sentence, at, names)
        if found is not None and subject is None:
            subject, at = found
            continue
        if found is not None and sentence[at - 1].lower in {"and", "but", "then", ",", ";"}:
            nxt = sentence[found[1]].lower if found[1] < len(sentence) else ""
            if is_deed(nxt):
                subject, at = found
                verb = False
                continue
        if subject is not None and sentence[at].lower in table.saying:
            # `I heard him say`, `I made Silver swear`: who stands before the verb says it.
            nearest = _beside_verb(sentence, at, names)
            subject = nearest if nearest is not None and not verb else subject
            verb = True
        at += 1
    opens = bool(sentence) and (sentence[-1].text in _BREAKS or sentence[-1].lower in table.saying)
    return subject, verb and not closed and opens
