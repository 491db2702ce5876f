"""Where each word of a book stands, by sentence: what local evidence is read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.story.corpus.passages import Passage
from ludens.story.language.sentences import sentences
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

GAP = 7
"""Empty rows between chapters, so that no stretch reaches over their border."""

_QUIET = frozenset("\"“‘'«:—-(")


class Places:
    """The sentences of a book in order, and where each stem is among them."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        rows: dict[str, list[int]] = {}
        passage_of: list[int] = []
        self._told: list[tuple[str, ...]] = []
        capitals: Counter[str] = Counter()
        smalls: Counter[str] = Counter()
        self._passages = passages
        self._first: dict[int, int] = {}
        chapter = 0
        for number, passage in enumerate(passages):
            if passage.chapter != chapter:
                passage_of.extend([-1] * GAP)
                self._told.extend([()] * GAP)
                chapter = passage.chapter
            self._first[number] = len(passage_of)
            for sentence in sentences(passage.text):
                found = words(sentence.text)
                for word in found:
                    if not word.is_capitalised:
                        smalls[word.stem] += 1
                    elif word.start and not _begins(sentence.text, word.start):
                        capitals[word.stem] += 1
                for stem in {word.stem for word in found}:
                    rows.setdefault(stem, []).append(len(passage_of))
                passage_of.append(number)
                self._told.append(tuple(word.stem for word in found if word.stem not in STOPWORDS))
        passage_of.extend([-1] * GAP)
        self._told.extend([()] * GAP)
        self.size = len(passage_of)
        self.passage_of = np.array(passage_of, np.int32)
        """The passage of each row; -1 between chapters."""
        self._rows = {stem: np.array(found, np.int32) for stem, found in rows.items()}
        self.names = frozenset(
            stem for stem, n in capitals.items() if n > smalls[stem] and stem not in STOPWORDS
        )
        """Stems that the book writes with a capital inside its sentences."""

    def has(self, stem: str) -> bool:
        """Tell whether the book has a stem anywhere."""
        return stem in self._rows

    def count(self, stem: str) -> int:
        """Return how many sentences have a stem."""
        found = self._rows.get(stem)
        return 0 if found is None else len(found)

    def rows(self, stem: str) -> NDArray[np.int32] | None:
        """Return the sentences that have a stem; None if there are none."""
        return self._rows.get(stem)

    def text(self, row: int) -> str:
        """Return the sentence at a row; empty between chapters."""
        number = int(self.passage_of[row])
        if number < 0:
            return ""
        return sentences(self._passages[number].text)[row - self._first[number]].text

    def stands(self, row: int) -> tuple[int, int]:
        """Return the passage of a sentence, and which of its sentences it is."""
        number = int(self.passage_of[row])
        return number, row - self._first[number]

    def passage(self, number: int) -> str:
        """Return the text of a passage."""
        return self._passages[number].text

    def stems(self, row: int, sentences_: int) -> list[str]:
        """Return the stems that say something in a sentence and the next ones, in order."""
        return [stem for told in self._told[row : row + sentences_] for stem in told]

    def hits(self, stems: Sequence[str]) -> NDArray[np.float32]:
        """Return a row for each stem, with 1 at each sentence that has it."""
        table = np.zeros((len(stems), self.size), np.float32)
        for row, stem in enumerate(stems):
            found = self._rows.get(stem)
            if found is not None:
                table[row, found] = 1
        return table


def stretched(hits: NDArray[np.float32], sentences_: int) -> NDArray[np.float32]:
    """Return, for each row, whether a stem is in it or in the next ones of a stretch."""
    whole = hits.copy()
    for shift in range(1, min(sentences_, hits.shape[1])):
        np.maximum(whole[:, :-shift], hits[:, shift:], out=whole[:, :-shift])
    return whole


def _begins(text: str, start: int) -> bool:
    """Tell whether a word has its capital because something begins with it."""
    before = text[:start].rstrip()
    return not before or before[-1] in _QUIET or before[-1] in ".!?,"
