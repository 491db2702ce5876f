"""The book of a game, page by page: what the reader shows around what was found."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.episode.store import EpisodeRow, Store
from ludens.story.corpus.book import Book
from ludens.story.corpus.headings import chapter_names
from ludens.story.corpus.passages import JOIN, Passage, chapter_text, passages_of
from ludens.story.errors import CorpusRefusedError
from ludens.story.settings import StorySettings

PAGE = 24
"""Passages of a page: about 2,000 words."""


class PagePassage(BaseModel):
    """A passage where it stands in the book."""

    model_config = ConfigDict(frozen=True)

    id: str
    chapter: int
    offset: int
    text: str
    begins: bool
    """Whether it begins a paragraph; otherwise it goes on with the one before."""


class ChapterEntry(BaseModel):
    """A chapter in the table of contents."""

    model_config = ConfigDict(frozen=True)

    title: str
    page: int
    """The page on which it begins, from 0."""


class BookPage(BaseModel):
    """One page of a book."""

    model_config = ConfigDict(frozen=True)

    title: str
    page: int
    pages: int
    chapters: list[ChapterEntry]
    passages: list[PagePassage]


class PagedBook:
    """A book cut into pages. A page ends where a chapter does, or after so many passages."""

    def __init__(self, book: Book, passage_words: int) -> None:
        self.book = book
        self._pages: list[list[Passage]] = []
        self._page_of: dict[str, int] = {}
        self._first_of: dict[int, int] = {}
        for passage in passages_of(book, passage_words):
            last = self._pages[-1] if self._pages else None
            if last is None or len(last) >= PAGE or last[-1].chapter != passage.chapter:
                self._pages.append([])
            self._pages[-1].append(passage)
            self._page_of[passage.id] = len(self._pages) - 1
            self._first_of.setdefault(passage.chapter, len(self._pages) - 1)

    def page_with(self, passage: str) -> int:
        """Return the page of a passage; raises CorpusRefusedError."""
        if passage not in self._page_of:
            raise CorpusRefusedError(f"the book has no passage {passage}")
        return self._page_of[passage]

    def page(self, number: int) -> BookPage:
        """Return a page; the nearest one there is."""
        number = max(0, min(number, len(self._pages) - 1))
        shown = self._pages[number] if self._pages else []
        texts = {p.chapter: chapter_text(self.book.chapters[p.chapter]) for p in shown}
        return BookPage(
            title=self.book.title,
            page=number,
            pages=len(self._pages),
            chapters=[
                ChapterEntry(title=name, page=self._first_of[n])
                for n, name in enumerate(chapter_names([c.title for c in self.book.chapters]))
                if n in self._first_of
            ],
            passages=[
                PagePassage(
                    id=p.id,
                    chapter=p.chapter,
                    offset=p.start,
                    text=p.text,
                    begins=p.start == 0 or texts[p.chapter].endswith(JOIN, 0, p.start),
                )
                for p in shown
            ],
        )


def paged_book(store: Store, row: EpisodeRow) -> PagedBook:
    """Return the book of a game; raises CorpusRefusedError when the episode has none."""
    content = store.subject_content(row)
    if row.game != "story" or content is None:
        raise CorpusRefusedError(f"episode {row.id} has no book to read in")
    settings = StorySettings.model_validate(row.settings.get("story", {}))
    return PagedBook(Book.from_bytes(content), settings.passage_words)
