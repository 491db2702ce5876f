"""The index on disk: what was worked out of a book once, for as long as it stays the same.

One folder for all books, in plain formats (docs/story.md has them in full):

    books/SHA-WORDS.json              format, title, settings, chapters with their keys
    chapters/KEY-WORDS.jsonl          how many passages a chapter has, then [start, text] a line
    vectors/MODEL/KEY-WORDS-NNNN.npy  embeddings of 64 of its passages, float16, one row each

Chapters are kept by what they say, so an edition that changes one chapter costs one chapter, and
a run that was interrupted goes on where it was. Files are written whole and then named.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.story.corpus.book import Book, Chapter
from ludens.story.corpus.passages import Passage, cut_chapter, passage_id
from ludens.story.retrieval.embedding import Embedder

FORMAT = 1
BLOCK = 64
"""Passages embedded between two writes."""

Progress = Callable[[int, int], None]
"""Called with passages embedded and passages in all."""


def default_folder() -> Path:
    """Return where indexes are kept unless told otherwise: the user's cache folder (XDG)."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "ludens" / "corpora"


@dataclass(frozen=True, slots=True)
class Index:
    """The indexes of any number of books under one folder; None keeps nothing."""

    folder: Path | None
    passage_words: int

    def passages(self, book: Book) -> list[Passage]:
        """Return the passages of a book, from disk where its chapters are known."""
        occurrences: dict[str, int] = {}
        found: list[Passage] = []
        for number, chapter in enumerate(book.chapters):
            for start, text in self._cut(chapter):
                nth = occurrences.get(text, 0)
                occurrences[text] = nth + 1
                found.append(Passage(passage_id(text, nth), number, start, text))
        if self.folder is not None:
            self._describe(book, len(found))
        return found

    def vectors(
        self,
        book: Book,
        passages: Sequence[Passage],
        embedder: Embedder,
        progress: Progress | None = None,
    ) -> NDArray[np.float32]:
        """Return the embedding of each passage, working out only those that are not on disk."""
        blocks: list[NDArray[np.float32]] = []
        done = 0
        by_chapter: dict[int, list[Passage]] = {}
        for passage in passages:
            by_chapter.setdefault(passage.chapter, []).append(passage)
        for number, own in by_chapter.items():
            key = book.chapters[number].key
            for block in range(0, len(own), BLOCK):
                texts = [passage.text for passage in own[block : block + BLOCK]]
                blocks.append(self._block(key, block // BLOCK, texts, embedder))
                done += len(texts)
                if progress is not None:
                    progress(done, len(passages))
        if not blocks:
            return np.zeros((0, embedder.dimensions), np.float32)
        return np.concatenate(blocks)

    def _block(
        self, key: str, number: int, texts: list[str], embedder: Embedder
    ) -> NDArray[np.float32]:
        path = None
        if self.folder is not None:
            name = f"{key[:32]}-{self.passage_words}-{number:04}.npy"
            path = self.folder / "vectors" / embedder.name.replace("/", "_") / name
            kept = _read_vectors(path, len(texts), embedder.dimensions)
            if kept is not None:
                return kept
        # Rounded before use, so that a run that reads them from disk finds the same scores.
        vectors = embedder.embed(texts).astype(np.float16)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_suffix(f".{os.getpid()}.part")
            with partial.open("wb") as stream:
                np.save(stream, vectors, allow_pickle=False)
            partial.replace(path)
        return vectors.astype(np.float32)

    def _cut(self, chapter: Chapter) -> list[tuple[int, str]]:
        if self.folder is None:
            return cut_chapter(chapter, self.passage_words)
        path = self.folder / "chapters" / f"{chapter.key[:32]}-{self.passage_words}.jsonl"
        kept = _read_lines(path)
        if kept is not None:
            return kept
        cut = cut_chapter(chapter, self.passage_words)
        lines = "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in cut)
        _write(path, f"{len(cut)}\n{lines}")
        return cut

    def _describe(self, book: Book, passages: int) -> None:
        assert self.folder is not None
        about = {
            "format": FORMAT,
            "title": book.title,
            "sha256": book.sha256,
            "passage_words": self.passage_words,
            "words": book.words,
            "passages": passages,
            "chapters": [
                {"title": c.title, "document": c.document, "key": c.key[:32]} for c in book.chapters
            ],
        }
        path = self.folder / "books" / f"{book.sha256[:32]}-{self.passage_words}.json"
        if not path.exists():
            _write(path, json.dumps(about, ensure_ascii=False, indent=1) + "\n")


def _read_vectors(path: Path, rows: int, dimensions: int) -> NDArray[np.float32] | None:
    try:
        kept: NDArray[Any] = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if kept.shape != (rows, dimensions) or not np.isfinite(kept).all():
        return None
    return kept.astype(np.float32)


def _read_lines(path: Path) -> list[tuple[int, str]] | None:
    """Return what a chapter's file holds; None if it is missing or not whole."""
    try:
        count, *lines = path.read_text(encoding="utf-8").splitlines()
        found = [(int(start), str(text)) for start, text in map(json.loads, lines)]
        return found if len(found) == int(count) else None
    except (OSError, ValueError, TypeError):
        return None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
