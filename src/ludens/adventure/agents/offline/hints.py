"""Hints: what the story's own sentences say belongs together.

A sentence that names a verb of the story and a thing, or two things, speaks for doing that. A word
that is in many sentences says little; a short sentence says more than a long one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludens.adventure.vocabulary import Vocabulary

COMMON = 12
"""A word in more sentences than this speaks for nothing."""
STRENGTH = 2.5
"""How strong a sentence of that many words is: 1.0; longer ones less."""
APART = 0.4
"""What is left of a sentence's strength for words that do not stand side by side in it."""


@dataclass(slots=True)
class Hints:
    """The sentences of the story so far, by the words in them."""

    vocabulary: Vocabulary
    _clues: list[tuple[str, ...]] = field(default_factory=list)
    _by_word: dict[str, list[int]] = field(default_factory=dict)

    def learn(self, clues: Iterable[str]) -> None:
        """Take in the sentences that are new; those known before come first."""
        for number, clue in enumerate(clues):
            if number < len(self._clues):
                continue
            words = tuple(clue.split())
            self._clues.append(words)
            for word in words:
                self._by_word.setdefault(word, []).append(number)

    def forget(self) -> None:
        """Begin anew."""
        self._clues.clear()
        self._by_word.clear()

    def __len__(self) -> int:
        return len(self._clues)

    def about(self, thing: str) -> dict[str, float]:
        """Return the words that sentences join with a thing, and how strongly."""
        joined: dict[str, float] = {}
        own = {self.vocabulary.truncate(word) for word in thing.split()}
        for word in own:
            numbers = self._by_word.get(word, ())
            if len(numbers) > COMMON:
                continue
            for number in numbers:
                clue = self._clues[number]
                strength = min(1.0, STRENGTH / len(clue))
                place = clue.index(word)
                for other, word_there in enumerate(clue):
                    if word_there in own or len(self._by_word[word_there]) > COMMON:
                        continue
                    near = strength if abs(other - place) == 1 else strength * APART
                    joined[word_there] = max(joined.get(word_there, 0.0), near)
        return joined
