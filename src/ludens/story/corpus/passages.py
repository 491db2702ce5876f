"""Passages: stretches of a chapter of about the same length, cut where the text itself pauses."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import NamedTuple, NewType

from ludens.story.corpus.book import Book, Chapter
from ludens.story.language.sentences import sentences

PassageId = NewType("PassageId", str)

JOIN = "\n\n"
"""What stands between two paragraphs of a chapter; offsets count it."""

LONGEST_WORD = 50
"""Characters that count as a word at least, so that a text without spaces is cut like any other."""
_OPEN, _CLOSE = "“«", "”»"


class Passage(NamedTuple):
    """A stretch of a chapter that is found, shown and cited as one."""

    id: PassageId
    """Twelve hexadecimal digits that depend on what it says, not on where it stands."""
    chapter: int
    """The chapter's number in the book, from 0."""
    start: int
    """Offset of its first character in the chapter's text."""
    text: str

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.start + len(self.text)


def chapter_text(chapter: Chapter) -> str:
    """Return a chapter as one text, in which offsets count."""
    return JOIN.join(chapter.paragraphs)


def cut_chapter(chapter: Chapter, words: int) -> list[tuple[int, str]]:
    """Return the start and text of each passage of about `words` words.

    Short paragraphs are put together, long ones are cut between sentences, and a quotation is
    kept in one piece unless it is longer than two passages.
    """
    pieces: list[tuple[int, str]] = []
    offset = 0
    for paragraph in chapter.paragraphs:
        if _count(paragraph) > words * 1.5:
            pieces.extend((offset + start, text) for start, text in _cut(paragraph, words))
        else:
            pieces.append((offset, paragraph))
        offset += len(paragraph) + len(JOIN)
    return _put_together(pieces, chapter_text(chapter), words)


def passages_of(book: Book, words: int) -> list[Passage]:
    """Return all passages of a book in order; equal ones are told apart by their occurrence."""
    seen: Counter[str] = Counter()
    found: list[Passage] = []
    for number, chapter in enumerate(book.chapters):
        for start, text in cut_chapter(chapter, words):
            found.append(Passage(passage_id(text, seen[text]), number, start, text))
            seen[text] += 1
    return found


def passage_id(text: str, occurrence: int) -> PassageId:
    """Return the id of the nth passage (from 0) with this text."""
    return PassageId(hashlib.sha256(f"{occurrence}:{text}".encode()).hexdigest()[:12])


def _count(text: str, start: int = 0, end: int | None = None) -> int:
    """Return how many words a stretch of a text has."""
    end = len(text) if end is None else end
    return max(text.count(" ", start, end) + 1, (end - start) // LONGEST_WORD)


def _cut(paragraph: str, words: int) -> list[tuple[int, str]]:
    """Cut a long paragraph into nearly equal parts between sentences, quotations kept whole."""
    units: list[tuple[int, int]] = []
    start = depth = 0
    for sentence in sentences(paragraph):
        end = sentence.start + len(sentence.text)
        for mark in sentence.text:
            depth += (mark in _OPEN) - (mark in _CLOSE)
        straight = paragraph.count('"', start, end) % 2
        if (depth > 0 or straight) and _count(paragraph, start, end) < words * 2:
            continue
        units.append((start, end))
        start = end
        depth = 0
    if paragraph[start:].strip():
        units.append((start, len(paragraph)))
    parts: list[tuple[int, int]] = []
    goal = _count(paragraph) / max(1, round(_count(paragraph) / words))
    for begin, end in units:
        last = parts[-1] if parts else None
        if last and _count(paragraph, *last) < goal * 0.85:
            parts[-1] = (last[0], end)
        else:
            parts.append((begin, end))
    return [_trimmed(paragraph, *part) for part in parts]


def _trimmed(text: str, start: int, end: int) -> tuple[int, str]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), part.strip()


def _put_together(pieces: list[tuple[int, str]], text: str, words: int) -> list[tuple[int, str]]:
    found: list[tuple[int, int]] = []
    spaces = counted = 0
    for start, piece in pieces:
        end = start + len(piece)
        if found and counted + _count(piece) <= words * 1.25 and counted < words:
            begin, before = found[-1]
            found[-1] = (begin, end)
        else:
            begin = before = start
            spaces = 0
            found.append((start, end))
        spaces += text.count(" ", before, end)
        counted = max(spaces + 1, (end - begin) // LONGEST_WORD)
    return [(begin, text[begin:end]) for begin, end in found]
