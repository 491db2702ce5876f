"""A book made ready to be played in: its passages, what finds them, who is in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from ludens.story.cast.cards import Card, as_edited
from ludens.story.cast.kept import KeptCast
from ludens.story.cast.names import Person, taken_apart
from ludens.story.cast.narrator import people_of_book, tellers_of
from ludens.story.cast.quotations import outside_of_speech
from ludens.story.cast.resolver import Resolver, plain
from ludens.story.cast.scene import Names, is_another
from ludens.story.cast.tokens import Paragraph, paragraphs_of
from ludens.story.corpus.book import Book
from ludens.story.corpus.contents import Contents
from ludens.story.corpus.headings import begins_story, chapter_names
from ludens.story.corpus.index import Index, Progress
from ludens.story.corpus.passages import JOIN, Passage, PassageId
from ludens.story.language.background import LEAST_MASS, background
from ludens.story.language.compounds import Compounds
from ludens.story.language.spelling import Spelling
from ludens.story.persona import Line
from ludens.story.referee.dense_evidence import WordVectors
from ludens.story.referee.evidence import Evidence, gather
from ludens.story.referee.places import Places
from ludens.story.referee.premise import Premises
from ludens.story.retrieval.embedding import Embedder, TokenEmbedder
from ludens.story.retrieval.lexical import content_stems
from ludens.story.retrieval.retriever import Found, Reranker, Retriever
from ludens.story.speeches import Begin

FEWEST_OF_STORY = 200
"""Words from which a chapter is a part of the story rather than something that stands before it."""
FEWEST_TO_OPEN = 20
"""Words of the passage that a game opens with."""

_FIRST_PERSON = re.compile(r"\b(?:I|me|my|myself)\b")


@dataclass(frozen=True)
class World:
    """A book and everything that is worked out of it. Nothing in it changes."""

    book: Book
    passages: list[Passage]
    retriever: Retriever
    word_vectors: WordVectors | None
    """None when no model here can compare word by word: the evidence is then lexical."""

    cards: tuple[Card, ...] = ()
    """What the player has changed of its people."""

    index: Index = field(default_factory=lambda: Index(None, 0))
    """Where what is worked out of the book is kept."""

    @cached_property
    def _tellers(self) -> dict[int, list[int]]:
        return {}

    @cached_property
    def _told(self) -> dict[int, tuple[list[int], str]]:
        return {}

    @cached_property
    def kept_cast(self) -> KeptCast:
        """Where its people and their lines are kept."""
        index = self.index
        return KeptCast(index.folder, self.book.sha256, index.passage_words, self.cards)

    @cached_property
    def places(self) -> Places:
        """Where each word stands."""
        return Places(self.passages)

    @cached_property
    def compounds(self) -> Compounds:
        """How it writes words that are made of words."""
        return Compounds((passage.text for passage in self.passages), self.places.has)

    @cached_property
    def spelling(self) -> Spelling:
        """Which of its words have accents."""
        return Spelling((passage.text for passage in self.passages), self.places.has)

    @cached_property
    def people(self) -> list[Person]:
        """Who is named in the book, the most often named first."""
        people = self.kept_cast.people()
        if people is None:
            people = as_edited(people_of_book(self.taken_apart, self.titles), self.cards)
            self.kept_cast.keep_people(people)
        return people

    @cached_property
    def taken_apart(self) -> list[list[Paragraph]]:
        """The chapters' paragraphs as tokens."""
        return taken_apart([chapter.paragraphs for chapter in self.book.chapters])

    @cached_property
    def beginning(self) -> Passage:
        """Where the story begins: behind a title page, a motto or a preface before it."""
        words = [sum(len(p.split()) for p in c.paragraphs) for c in self.book.chapters]
        long = [n for n, count in enumerate(words) if count >= FEWEST_OF_STORY]
        said = [n for n in long if begins_story(self.book.chapters[n].title)]
        story = (said or long or [0])[0]
        own = [passage for passage in self.passages if passage.chapter == story]
        # `(Kept in shorthand.)` stands above the beginning.
        told = [passage for passage in own if len(passage.text.split()) >= FEWEST_TO_OPEN]
        return (told or own or self.passages)[0]

    @cached_property
    def resolver(self) -> Resolver:
        """Whom a name means."""
        return Resolver(self.people)

    @cached_property
    def premises(self) -> Premises:
        """What checks who did what to whom."""
        return Premises(self.people, self.places)

    @cached_property
    def by_id(self) -> dict[PassageId, int]:
        """The place of each passage in the book."""
        return {passage.id: number for number, passage in enumerate(self.passages)}

    @cached_property
    def titles(self) -> list[str]:
        """The chapters' titles."""
        return [chapter.title for chapter in self.book.chapters]

    @cached_property
    def chapter_names(self) -> list[str]:
        """The chapters as a reader sees them: by number where they have no title."""
        return chapter_names(self.titles)

    @cached_property
    def tellers(self) -> list[list[int]]:
        """Whom `I` means in each paragraph of each chapter: the number of one of the people."""
        return tellers_of(self.people, self.taken_apart, self.titles)

    @cached_property
    def contents(self) -> Contents:
        """Its chapters, as prompts may name them."""
        return Contents(self.titles, self.beginning.chapter)

    def search(self, query: str, count: int = 8, within: Collection[int] = ()) -> list[Found]:
        """Return the passages that speak of something, the best first: those of a chapter where
        one is named, and of people by whatever name the book calls them; with `within`, of these
        passages alone."""
        named = self.contents.named(query)
        if named is not None and named.chapters:
            query = named.rest
            within = [n for chapter in named.chapters for n in self.in_chapter(chapter)]
        return self.retriever.search(self._with_names(query), count, within)

    def covers(self, query: str, numbers: Sequence[int]) -> list[float]:
        """Return for each of some passages the share of a query that it has, by how much its
        words say."""
        return self.retriever.covers(self._with_names(query), numbers)

    def says(self, query: str, called: Collection[str] = ()) -> float:
        """Return how much a query says, in nats; whom it is put to, by name, is not what it is
        about."""
        return sum(self._telling(query, called).values())

    def speaking_of(
        self, query: str, found: Iterable[Found], called: Collection[str] = ()
    ) -> tuple[Found, ...]:
        """Return those of some passages that have enough of what a query says, or were found by
        meaning too: an empty word, or the name of whom it is put to, is chance. Enough is what
        claims something (`LEAST_MASS`), or half of what says little: of questions to tales, alone
        and bound together, 1.6 % and .2 % of the passages that answer them among the first eight
        have less (bench/retrieval/recall.py). By how rare words are in the book itself a tale alone
        would lose 23 %: its hero's name is in most of what answers.
        """
        telling = self._telling(self._with_names(query), called)
        least = min(LEAST_MASS, sum(telling.values()) / 2)
        stems = self.retriever.lexical.stems
        return tuple(
            each
            for each in found
            if each.likeness is not None
            or sum(telling[s] for s in telling.keys() & stems(each.number)) >= max(least, 1e-6)
        )

    def _telling(self, query: str, called: Collection[str]) -> dict[str, float]:
        people = [person for person in self.people if person.name in called]
        names = {s for p in people for a in (p.name, *p.aliases) for s in content_stems(a)}
        weight = background().weight
        return {stem: weight(stem) for stem in content_stems(query) if stem not in names}

    def up_to_chapter(self, chapter: int) -> range:
        """Return the numbers of the passages up to the end of a chapter."""
        return range(bisect_right(self.passages, chapter, key=lambda passage: passage.chapter))

    def in_chapter(self, chapter: int) -> list[int]:
        """Return the numbers of a chapter's passages."""
        return [n for n, passage in enumerate(self.passages) if passage.chapter == chapter]

    def _with_names(self, query: str) -> str:
        """Return a query as the book would write it, with the names of those whom it calls by
        none of their name's words: `the Count`."""
        query = self.compounds.as_written(query)
        called = [m for p in paragraphs_of((query,)) for m in self.called.mentions(p)]
        names = dict.fromkeys(self.people[m.person].name for m in called)
        said = set(plain(query).split())
        return " ".join([query, *(name for name in names if not said & set(plain(name).split()))])

    @cached_property
    def called(self) -> Names:
        """What finds those who are named in what a player says: `I` is the player."""
        return Names(self.people, with_narrator=False)

    def evidence(self, prompt: str) -> Evidence:
        """Return what the book shows for and against a prompt."""
        said = self.compounds.as_written(prompt)
        return gather(said, self.retriever, self.places, self.word_vectors)

    def named_in(self, passage: Passage) -> list[str]:
        """Return who is named in a passage, in its order; what somebody owns is not them."""
        return self.people_in(passage.text, passage.chapter)

    def people_in(self, text: str, chapter: int | None = None) -> list[str]:
        """Return who is named in a text, as one of a chapter names them if one is given."""
        names = self.called.in_chapter(chapter)
        found: dict[str, None] = {}
        for tokens, mentions in ((p.tokens, names.mentions(p)) for p in paragraphs_of((text,))):
            for mention in (m for m in mentions if not m.owns):
                person = self.people[mention.person]
                at = names.at(tokens, mention.token)
                if at is not None and not is_another(tokens, mention, at[1], person):
                    found.setdefault(person.name)
        return list(found)

    def sex_of(self, name: str) -> str:
        """Return somebody's sex, `m` or `f`; empty where nothing tells."""
        return next((person.gender for person in self.people if person.name == name), "")

    def teller(self, passage: Passage) -> str:
        """Return whom `I` means in a passage outside of what is said aloud; empty if nobody."""
        return self.told_by(passage) if _FIRST_PERSON.search(self.told(passage)) else ""

    def told_by(self, passage: Passage) -> str:
        """Return who tells a passage as `I`, whether it says so there or not; empty if nobody."""
        if passage.chapter < self.beginning.chapter:
            return ""
        begins, _ = self._outside_of_speech(passage.chapter)
        paragraph = bisect_right(begins, passage.start) - 1
        person = self._tellers_in(passage.chapter)[paragraph]
        return self.people[person].name if person >= 0 else ""

    def told(self, passage: Passage) -> str:
        """Return a passage with what is said aloud blanked out: a passage may begin within a long
        speech, so that is seen in whole paragraphs."""
        _, told = self._outside_of_speech(passage.chapter)
        return told[passage.start : passage.start + len(passage.text)]

    def _outside_of_speech(self, chapter: int) -> tuple[list[int], str]:
        """Return where the paragraphs of a chapter begin, and its text with speech blanked out."""
        if chapter not in self._told:
            paragraphs = self.book.chapters[chapter].paragraphs
            starts = list(accumulate((len(p) + len(JOIN) for p in paragraphs), initial=0))
            self._told[chapter] = starts[:-1], JOIN.join(outside_of_speech(paragraphs))
        return self._told[chapter]

    def _tellers_in(self, chapter: int) -> list[int]:
        """Return whom `I` means in each paragraph of a chapter, by number: a chapter is soon
        read, the whole book is not."""
        if chapter not in self._tellers:
            parts = taken_apart([self.book.chapters[chapter].paragraphs])
            self._tellers[chapter] = tellers_of(
                self.people, parts, [self.titles[chapter]], chapter
            )[0]
        return self._tellers[chapter]

    def begins_in(self, line: Line) -> list[Begin]:
        """Return where in a line its passages begin: a long speech runs over several."""
        number = self.by_id.get(line.passage)
        if number is None:
            return [Begin(0, line.passage)]
        first = self.passages[number]
        before = first.text[max(0, line.offset - first.start) :]
        # A line is known without the blanks at its ends.
        start = line.offset + len(before) - len(before.lstrip())
        found = [Begin(0, first.id)]
        for passage in self.passages[number + 1 :]:
            if passage.chapter != line.chapter or passage.start >= start + len(line.text):
                break
            found.append(Begin(passage.start - start, passage.id))
        return found

    def chapter_of(self, passage: PassageId) -> int:
        """Return the number of a passage's chapter."""
        return self.passages[self.by_id[passage]].chapter

    def place(self, passage: Passage) -> str:
        """Say where a passage stands: its chapter."""
        return self.chapter_names[passage.chapter]


def make_world(
    book: Book,
    index: Index,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
    rerank: Callable[[Sequence[str]], Reranker | None] | None = None,
    cards: tuple[Card, ...] = (),
) -> World:
    """Return the world of a book; what the index has is not worked out again."""
    passages = index.passages(book)
    vectors = None
    if embedder is not None:
        vectors = index.vectors(book, passages, embedder, progress)
    words = None
    texts = [passage.text for passage in passages]
    if embedder is not None and isinstance(embedder, TokenEmbedder):
        words = WordVectors(embedder, texts)
    retriever = Retriever(
        passages,
        embedder=embedder,
        vectors=vectors,
        reranker=rerank(texts) if rerank is not None else None,
    )
    return World(book, passages, retriever, words, cards, index)
