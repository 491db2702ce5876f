"""A persona drawn from the book by rules: lines, traits, relations, places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

from ludens.story.cast.attribution import Attributed, Attribution, Model
from ludens.story.cast.cards import card_of
from ludens.story.cast.names import Person
from ludens.story.cast.quotations import QUOTED, Quotation, quotations, without_speech
from ludens.story.cast.titles import titles
from ludens.story.corpus.passages import JOIN, Passage
from ludens.story.errors import NoSuchCharacterError
from ludens.story.language.sentences import sentences
from ludens.story.language.words import words
from ludens.story.persona import SAYING, THINKING, Appearance, Line, Persona, Relation, Trait
from ludens.story.world import World

MOST_TRAITS = 8
MOST_RELATIONS = 8
NEAR_ANSWER = 2
"""Paragraphs before a line in which what it answers is looked for."""
BY_CHANCE = 0.01
"""Chance below which somebody's lines without one by name are no speaker's."""
FEWEST_LINES = 2
"""Lines from which somebody counts as a character who can be spoken to."""

_BESIDE = 4
"""Words before and behind what is said among which it is told that it is only thought."""
_SHORTEST_TRAIT = 30
"""Characters of a sentence that says anything of somebody."""
_LONGEST_TRAIT = 320
_ONE = "a|an|the|my|his|her|our|their|one|no"
_SMALL_WORDS = frozenset("the of de du la le von van der d his".split())


class Portraits:
    """The personas of one book, each drawn when it is first wanted."""

    def __init__(self, world: World, model: Model | None = None) -> None:
        self.world = world
        self.attribution = Attribution(world.people, model)
        self._is_shipped = model is None
        self._sure = self.attribution.model.sure
        self._lines: dict[str, list[Line]] | None = None
        self._speakers: dict[int, dict[str, None]] | None = None
        self.resolver = world.resolver

    def find(self, name: str) -> Person:
        """Return the person that a name means; raises NoSuchCharacterError."""
        found = self.resolver.find(name)
        if found is not None:
            return found
        known = ", ".join(person.name for person in self.cast()[:12])
        hint = f"; it has {known}" if known else ""
        raise NoSuchCharacterError(f"{self.world.book.title} has nobody called {name!r}{hint}")

    def cast(self) -> list[Person]:
        """Return who speaks in the book, the most talkative first: a name to which only guesses
        give lines may be somebody's else."""
        lines = self.lines()
        speaking = [
            person
            for person in self.world.people
            if len(lines.get(person.name, ())) >= FEWEST_LINES
            and self.voice(person.name)
            and self._may_speak(person)
        ]
        return sorted(speaking, key=lambda p: (-len(lines[p.name]), p.name))

    def _may_speak(self, person: Person) -> bool:
        """Tell whether somebody may be a speaker: the dog Pilot has more guessed lines than the
        book names him, and so many with none by name that it is no chance."""
        own = self.lines()[person.name]
        if any(line.rule == SAYING for line in own) or len(own) <= person.mentions:
            return True
        return (1 - self._named_share) ** len(own) >= BY_CHANCE

    @cached_property
    def _named_share(self) -> float:
        """The share of all lines that the book gives by name."""
        all_ = [line.rule == SAYING for own in self.lines().values() for line in own]
        return sum(all_) / max(len(all_), 1)

    def lines(self) -> dict[str, list[Line]]:
        """Return what each person says, in the book's order."""
        if self._lines is None and self._is_shipped:
            self._lines = self.world.kept_cast.lines()
        if self._lines is None:
            self._lines = self._attribute()
            if self._is_shipped:
                self.world.kept_cast.keep_lines(self._lines)
        return self._lines

    def speakers(self, number: int) -> tuple[str, ...]:
        """Return who says something in a passage, by its number, in its order."""
        if self._speakers is None:
            cast = {person.name for person in self.cast()}
            all_ = ((name, own) for name, own in self.lines().items() if name in cast)
            said = [(line, name) for name, own in all_ for line in own]
            said.sort(key=lambda pair: (pair[0].chapter, pair[0].offset))
            self._speakers = {}
            for line, name in said:
                for begin in self.world.begins_in(line):
                    own = self._speakers.setdefault(self.world.by_id[begin.passage], {})
                    own.setdefault(name)
        return tuple(self._speakers.get(number, ()))

    def to_come(self, chapter: int) -> tuple[str, ...]:
        """Return who first says something in a chapter after one, the most talkative first."""
        lines = self.lines()
        first = ((p.name, min(line.chapter for line in lines[p.name])) for p in self.cast())
        return tuple(name for name, begins in first if begins > chapter)

    def voice(self, name: str) -> list[Line]:
        """Return what is surely somebody's own words, in the book's order."""
        return [line for line in self.lines().get(name, ()) if line.chance >= self._sure]

    @cached_property
    def answered(self) -> dict[tuple[int, int], str]:
        """What somebody else says right before a line, by its chapter and offset."""
        own = {(s.chapter, s.offset): n for n, all_ in self.lines().items() for s in all_}
        found: dict[tuple[int, int], str] = {}
        for number, chapter in enumerate(self.world.book.chapters):
            starts = [0, *accumulate(len(p) + len(JOIN) for p in chapter.paragraphs)]
            said: dict[int, list[Quotation]] = {}
            for quotation in quotations(chapter.paragraphs):
                said.setdefault(quotation.paragraph, []).append(quotation)
            for paragraph, spoken in said.items():
                before = next((said[n] for n in _before(paragraph) if n in said), [])
                others = {own.get((number, starts[q.paragraph] + q.start)) for q in before}
                for quotation in spoken:
                    at = number, starts[paragraph] + quotation.start
                    if at in own and own[at] not in others and before:
                        found[at] = " ".join(q.text for q in before)
        return found

    def draw(self, name: str) -> Persona:
        """Return a person's persona; raises NoSuchCharacterError."""
        person = self.find(name)
        lines = self.voice(person.name)
        traits, relations = self._traits(person), self._relations(person)
        return Persona(
            name=person.name,
            aliases=tuple(sorted(person.aliases)),
            speaking_style=_style([line for line in lines if line.rule == SAYING] or lines),
            background=self.told_of(person.name) or (traits[0].text if traits else ""),
            traits=tuple(traits),
            relations=tuple(relations),
            quotes=tuple(lines),
            appearances=tuple(self._appearances(person)),
        )

    def told_of(self, name: str) -> str:
        """Return the background that the player gave somebody; empty if they gave none."""
        return card_of(name, self.world.cards).background

    def introduction(self, person: Person) -> Trait | None:
        """Return a sentence that says who somebody is; None where the book does not name them.

        That they are something (`Ada, the miller's daughter`) comes before that they are named at
        all, what the story says before what somebody says aloud, the first before later ones.
        """
        best: tuple[int, Trait] | None = None
        for passage in self.world.passages:
            named = _pattern(person, passage.chapter)
            if not named.search(passage.text):
                continue
            is_what = _is_what(named.pattern)
            outside = without_speech(passage.text)
            for sentence in sentences(passage.text):
                if not named.search(sentence.text) or len(sentence.text) < _SHORTEST_TRAIT:
                    continue
                told = named.search(outside, sentence.start, sentence.start + len(sentence.text))
                long = len(sentence.text) > _LONGEST_TRAIT
                asks = sentence.text.rstrip("\"'”’»").endswith("?")
                says = not long and not asks and is_what.search(sentence.text) is not None
                rank = 2 * (not says) + (told is None)
                if best is None or rank < best[0]:
                    best = rank, Trait(text=sentence.text, passage=passage.id)
            if best is not None and best[0] == 0:
                break
        return best[1] if best is not None else None

    def _attribute(self) -> dict[str, list[Line]]:
        found: dict[str, list[Line]] = {}
        by_chapter: dict[int, list[Passage]] = {}
        for passage in self.world.passages:
            by_chapter.setdefault(passage.chapter, []).append(passage)
        attributed = self.attribution.book(self.world.taken_apart, self.world.tellers)
        for number, chapter in enumerate(self.world.book.chapters):
            starts: list[int] = []
            offset = 0
            for paragraph in chapter.paragraphs:
                starts.append(offset)
                offset += len(paragraph) + len(JOIN)
            passages = by_chapter.get(number, [])
            begins = [passage.start for passage in passages]
            for place, said in enumerate(attributed[number]):
                if said.speaker is None or not passages:
                    continue
                at = starts[said.quotation.paragraph] + said.quotation.start
                passage = passages[max(0, bisect_right(begins, at) - 1)]
                gaps = _gaps(chapter.paragraphs, attributed[number], place)
                line = _line(said, passage, number, at, gaps)
                found.setdefault(said.speaker, []).append(line)
        return found

    def _traits(self, person: Person) -> list[Trait]:
        """Return sentences that say what somebody is, has or is used to do."""
        found: list[Trait] = []
        for passage in self.world.passages:
            telling = _tells(_pattern(person, passage.chapter).pattern)
            outside = QUOTED.sub(" … ", passage.text)
            for sentence in sentences(outside):
                text = " ".join(sentence.text.split())
                if (
                    "…" not in text
                    and _SHORTEST_TRAIT <= len(text) <= _LONGEST_TRAIT
                    and telling.search(text)
                ):
                    found.append(Trait(text=text, passage=passage.id))
        names = _pattern(person, person.since).pattern
        found.sort(key=lambda trait: (not _introduces(trait.text, names), len(trait.text) > 200))
        return found[:MOST_TRAITS]

    def _relations(self, person: Person) -> list[Relation]:
        others = [p for p in self.world.people[:60] if p.name != person.name]
        counts: Counter[str] = Counter()
        first: dict[str, Passage] = {}
        for passage in self.world.passages:
            if _pattern(person, passage.chapter).search(passage.text):
                for other in others:
                    if _pattern(other, passage.chapter).search(passage.text):
                        counts[other.name] += 1
                        first.setdefault(other.name, passage)
        speaking = self.lines()
        ranked = sorted(counts, key=lambda n: (n not in speaking, -counts[n], n))
        return [
            Relation(name=name, passages=counts[name], passage=first[name].id)
            for name in ranked[:MOST_RELATIONS]
        ]

    def _appearances(self, person: Person) -> list[Appearance]:
        found = []
        for number, chapter in enumerate(self.world.book.chapters):
            own = _pattern(person, number)
            times = sum(len(own.findall(paragraph)) for paragraph in chapter.paragraphs)
            if times:
                found.append(Appearance(chapter=number, title=chapter.title, times=times))
        return found


def _before(paragraph: int) -> range:
    """Return the paragraphs before one in which what it answers may stand, the nearest first."""
    return range(paragraph - 1, paragraph - 1 - NEAR_ANSWER, -1)


def _gaps(paragraphs: Sequence[str], all_: Sequence[Attributed], place: int) -> tuple[str, str]:
    """Return what stands in a paragraph between what was said before and what is said, and between
    that and what is said next."""
    own = all_[place].quotation
    others = [a.quotation for a in all_[max(0, place - 1) : place + 2]]
    before = max((o.end for o in others if o.paragraph == own.paragraph and o < own), default=0)
    behind = [o.start for o in others if o.paragraph == own.paragraph and o > own]
    paragraph = paragraphs[own.paragraph]
    return paragraph[before : own.start], paragraph[own.end : min(behind, default=len(paragraph))]


def _line(said: Attributed, passage: Passage, chapter: int, at: int, gaps: tuple[str, str]) -> Line:
    text, (before, behind) = said.quotation.text, gaps
    stops = behind.rstrip("“«‘\"' ").endswith((".", "!", "?"))
    beside = {w.text.lower() for w in (*words(before)[-_BESIDE:], *words(behind)[:_BESIDE])}
    thinks = said.rule == SAYING and bool(beside & titles().thinking)
    return Line(
        text=text,
        passage=passage.id,
        chapter=chapter,
        offset=at,
        rule=THINKING if thinks else said.rule,
        chance=round(said.chance, 3),
        ends=stops and text.endswith(","),
    )


@lru_cache(maxsize=100)
def _is_what(names: str) -> re.Pattern[str]:
    """Return what finds that somebody by some names is something: `Ada, the miller's daughter`."""
    nouns = "|".join(sorted(titles().nouns))
    return re.compile(
        rf"{names}(?: was| is| had been)\s+(?:\w+ly\s+)?(?:{_ONE})\s+\w"
        rf"|(?<!of ){names},\s+(?:{_ONE})\s+(?![^,.;]{{0,40}},?\s+and\b)\w"
        rf"|\b(?:named|called)\s+(?!the\b){names}"
        rf"|\b(?:{_ONE})\s+(?:[\w-]+\s+){{0,2}}(?:{nouns}),?\s+(?!the\b){names}"
    )


@lru_cache(maxsize=100)
def _tells(names: str) -> re.Pattern[str]:
    """Return what finds that somebody by some names is, has or is used to do something."""
    return re.compile(
        rf"{names}(?:[^.!?]{{0,80}}?)\b(?:was|were|is|had been|would|always|never|"
        rf"who|used to|looked|seemed|belonged|kept|wore|lived)\b"
    )


def _pattern(person: Person, chapter: int) -> re.Pattern[str]:
    """Return what finds somebody in a chapter by any name that is theirs there."""
    if not person.since and person.until is None:
        return _by_names(person.aliases)
    own = frozenset(a for a in person.aliases if person.is_called(a, chapter))
    return _by_names(own, is_name=person.until is None)


@lru_cache(maxsize=500)
def _by_names(aliases: frozenset[str], *, is_name: bool = True) -> re.Pattern[str]:
    """Return what finds any of some names, each written with capitals unless it is but an office;
    nothing where there is none.

    Names are known without the dots of their titles: `mr bast` is `Mr. Bast`.
    """
    if not aliases:
        return re.compile(r"(?!)")
    written = _written if is_name else _in_any_case
    names = "|".join(
        r"\.?\s+".join(written(word) for word in alias.split())
        for alias in sorted(aliases, key=lambda alias: (-len(alias), alias))
    )
    return re.compile(rf"(?<![\w’'-])(?:{names})(?![\w-])")


def _in_any_case(word: str) -> str:
    return f"(?i:{re.escape(word)})"


def _written(word: str) -> str:
    if word in _SMALL_WORDS:
        return _in_any_case(word)
    return f"{re.escape(word[0].upper())}(?i:{re.escape(word[1:])})"


def _introduces(text: str, names: str) -> bool:
    return bool(re.search(rf"{names}(?:,| was| is)\s", text))


def _style(lines: list[Line]) -> str:
    """Say how somebody speaks, from their lines alone."""
    if not lines:
        return "The book gives them no words."
    lengths = [len(line.text.split()) for line in lines]
    mean = sum(lengths) / len(lengths)
    asks = sum("?" in line.text for line in lines) / len(lines)
    cries = sum("!" in line.text for line in lines) / len(lines)
    words = "in few words" if mean < 7 else "at length" if mean > 25 else "plainly"
    parts = [f"Speaks {words} ({mean:.0f} words at a time)"]
    if asks > 0.4:
        parts.append("mostly in questions")
    if cries > 0.3:
        parts.append("with exclamations")
    starts = Counter(line.text.split()[0].strip(",.!?—").lower() for line in lines)
    word, times = starts.most_common(1)[0]
    if times >= 3 and times / len(lines) > 0.12:
        begins = "I" + word[1:] if word.split("'")[0].split("’")[0] == "i" else word
        parts.append(f"often beginning “{begins}”")
    return ", ".join(parts) + "."
