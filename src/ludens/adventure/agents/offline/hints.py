"""Hints: what the story's own sentences say belongs together.

A sentence that names a verb of the story and a thing, or two things, speaks for doing that. A word
that is in many sentences says little; a short sentence says more than a long one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice

from ludens.adventure.vocabulary import Vocabulary

COMMON = 12
"""A word in more sentences than this speaks for nothing."""
STRENGTH = 2.5
"""How strong a sentence of that many words is: 1.0; longer ones less."""
OF_SUBJECT = 0.8
"""The same, for a deed and what the sentence speaks of first: "the weight lies where it was
unhooked".
"""
APART = 0.4
"""What is left of a sentence's strength for words that do not stand side by side in it."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What sentences join with a thing."""

    words: Mapping[str, float]
    """The words, and how strongly."""
    version: int
    """How often they have changed."""


@dataclass(slots=True)
class Hints:
    """The sentences of the story so far, by the words in them."""

    vocabulary: Vocabulary
    _clues: list[tuple[str, ...]] = field(default_factory=list)
    _by_word: dict[str, list[int]] = field(default_factory=dict)
    _joined: dict[str, Joined] = field(default_factory=dict)
    """For each thing that was asked about."""
    _things: dict[str, list[str]] = field(default_factory=dict)
    """For each word, the things that were asked about and have it in their names."""
    changed: list[str] = field(default_factory=list)
    """Each time that `about` came to give something else for one of them: that thing."""

    def learn(self, clues: Collection[str]) -> None:
        """Take in the sentences that are new; those known before come first."""
        told: set[str] = set()
        for clue in islice(clues, len(self._clues), None):
            words = tuple(clue.split())
            self._clues.append(words)
            told.update(words)
            for word in words:
                numbers = self._by_word.setdefault(word, [])
                numbers.append(len(self._clues) - 1)
                if len(numbers) == COMMON + 1:  # it says nothing any more, wherever it stands
                    told.update(*(self._clues[number] for number in numbers))
        for thing in {thing for word in told for thing in self._things.get(word, ())}:
            before, words_now = self._joined[thing], self._words_with(thing)
            if words_now != before.words:
                self._joined[thing] = Joined(words_now, before.version + 1)
                self.changed.append(thing)

    def version(self, thing: str) -> int:
        """Return a number that grows whenever `about` gives something else."""
        return self._of(thing).version

    def about(self, thing: str) -> Mapping[str, float]:
        """Return the words that sentences join with a thing, and how strongly."""
        return self._of(thing).words

    def _of(self, thing: str) -> Joined:
        found = self._joined.get(thing)
        if found is None:
            for word in thing.split():
                self._things.setdefault(self.vocabulary.truncate(word), []).append(thing)
            found = self._joined[thing] = Joined(self._words_with(thing), 0)
        return found

    def _words_with(self, thing: str) -> dict[str, float]:
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
                    if place == 0 and word_there[0] == "@":
                        near = max(near, strength * OF_SUBJECT)
                    joined[word_there] = max(joined.get(word_there, 0.0), near)
        return joined
