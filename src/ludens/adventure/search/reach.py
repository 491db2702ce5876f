"""Which things can be named at a place, and what they are called there.

A name is asked about once a place: if the answer is the one that things get which are not there,
the story knows nothing here by that name. So what the text names is told from mere words. What
was not there is asked about again when an answer names it: it may have come to light.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise
from random import Random

from ludens.adventure.search.candidates import EXAMINE, LOOK
from ludens.adventure.search.facts import Ask, Thing
from ludens.adventure.search.simulator import Outcome
from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
MOST = 40
"""Things that are considered at a place."""
PHRASES = 20
"""Noun phrases of a place's text that are considered."""
SENSELESS = 3
"""Names of two things at once that are asked about, to learn what the story says of them."""
STRANGERS = 12
"""Words for things elsewhere that are asked about, to learn what the story says of the absent."""


class Reach:
    """What is within reach, by place."""

    def __init__(self, vocabulary: Vocabulary, dice: Random) -> None:
        self._vocabulary = vocabulary
        self._dice = dice
        self._absent: frozenset[str] = frozenset()
        self._told: dict[Hashable, list[str]] = {}
        self._called: dict[tuple[Hashable, Hashable], str | None] = {}
        self._heard: set[tuple[Hashable, str]] = set()
        """What was said at each place, by sentence."""
        self._stood: dict[tuple[Hashable, Hashable], Hashable] = {}
        """How each thing stood when it was asked about."""
        self._guesses: list[str] = []
        self._seen: dict[tuple[Hashable, str], Thing] = {}
        self.met: dict[str, None] = {}
        """Names that were understood anywhere, in the order of meeting them."""

    def of(self, place: Hashable, things: Sequence[Thing], answer: str, ask: Ask) -> list[Thing]:
        """Return the things that can be named, each by a name that is understood here.

        `answer` is what the story said last.
        """
        if place not in self._told:
            self._told[place] = self._vocabulary.phrases(ask([LOOK])[0].text)[:PHRASES]
        told = self._told[place]
        named = self._vocabulary.phrases(self._unheard(place, answer))[:PHRASES]
        for phrase in named:
            if self._called.get((phrase, ("at", place)), "") is None:
                del self._called[phrase, ("at", place)]
        told.extend(phrase for phrase in named if phrase not in told)
        found = self._with_phrases(things, [*named, *told])
        if not self._absent:
            self._absent = self._learn_absent(found, ask)
        unknown = [thing for thing in found if self._is_unknown(thing, place)]
        if unknown:
            answers = ask([f"{EXAMINE} {thing.name}" for thing in unknown])
            for thing, said in zip(unknown, answers, strict=True):
                called = self._name(thing, said, ask)
                if called and self._is_other(place, thing, said):
                    called = None
                self._called[self._at(thing, place)] = called
                self._stood[self._at(thing, place)] = thing.likeness
                if called:
                    self.met[called] = None
        for thing in found:
            if isinstance(thing.key, str) and self._called[self._at(thing, place)] is None:
                told[:] = [phrase for phrase in told if phrase != thing.key]
        found.extend(
            Thing(word, word, False, frozenset({word}))
            for word in self._guesses
            if all(word not in thing.words for thing in found)
        )
        by_name = [(self._called.get(self._at(thing, place), thing.name), thing) for thing in found]
        return [
            Thing(thing.key, name, thing.held, thing.words, thing.likeness)
            for name, thing in by_name
            if name
        ]

    def _unheard(self, place: Hashable, answer: str) -> str:
        """Return what of an answer was not said at this place before."""
        said = [part for part in _SENTENCE.split(answer) if (place, part) not in self._heard]
        self._heard.update((place, part) for part in said)
        return "\n".join(said)

    def _is_unknown(self, thing: Thing, place: Hashable) -> bool:
        """Tell whether it must be asked whether a thing can be named here.

        What could not be named by its whole name may have come to light when it stands otherwise
        than it did.
        """
        at = self._at(thing, place)
        if at not in self._called:
            return True
        return self._called[at] != thing.name and self._stood[at] != thing.likeness

    @staticmethod
    def _at(thing: Thing, place: Hashable) -> tuple[Hashable, Hashable]:
        return thing.key, True if thing.held else ("at", place)

    def _with_phrases(self, things: Sequence[Thing], told: Sequence[str]) -> list[Thing]:
        """Return the things, each name once, and what only the text names."""
        unique: dict[str, Thing] = {}
        for thing in things[:MOST]:
            unique.setdefault(thing.name, thing)
        known = [thing.words for thing in unique.values()]
        for phrase in told:
            words = frozenset(map(self._vocabulary.truncate, phrase.split()))
            if len(unique) < MOST and not any(map(words.issubset, known)):
                unique[phrase] = Thing(phrase, phrase, False, words)
                known.append(words)
        return list(unique.values())

    def _name(self, thing: Thing, answer: Outcome, ask: Ask) -> str | None:
        """Return what to call a thing here; None where the story knows nothing by its names."""
        if _form(answer, thing.name) not in self._absent:
            return thing.name
        last = thing.name.rpartition(" ")[2]
        if last == thing.name:
            return None
        (again,) = ask([f"{EXAMINE} {last}"])
        return last if _form(again, last) not in self._absent else None

    def guess(self) -> None:
        """Take some things for being everywhere that nobody has seen, as in the dark."""
        self._guesses = self.absent(())

    def _is_other(self, place: Hashable, thing: Thing, answer: Outcome) -> bool:
        """Tell whether what the text names is a thing that is at hand by another name."""
        told = answer.text.strip().partition("\n")[0]
        noun = self._vocabulary.truncate(thing.name.rpartition(" ")[2])
        known = self._seen.setdefault((place, told), thing)
        return isinstance(thing.key, str) and known.key != thing.key and noun in known.words

    def absent(self, things: Sequence[Thing]) -> list[str]:
        """Return some words for things that are not among those at hand."""
        known = {word for thing in things for word in thing.words}
        words = [
            word.text
            for word in self._vocabulary.dictionary.words
            if word.text.isalpha()
            and word.text not in known
            and self._vocabulary.is_noun(word.text)
        ]
        return self._dice.sample(words, min(STRANGERS, len(words)))

    def _learn_absent(self, things: Sequence[Thing], ask: Ask) -> frozenset[str]:
        """Return what the story says of things that are not there, and of names that are none."""
        words = self.absent(things)
        if not words:
            return frozenset({""})
        answers = ask([f"{EXAMINE} {word}" for word in words])
        forms = Counter(_form(one, word) for word, one in zip(words, answers, strict=True))
        pairs = [f"{word} {other}" for word, other in pairwise(words)][:SENSELESS]
        answers = ask([f"{EXAMINE} {pair}" for pair in pairs])
        senseless = {_form(one, pair) for pair, one in zip(pairs, answers, strict=True)}
        return frozenset({forms.most_common(1)[0][0], *senseless})


def _form(answer: Outcome, name: str) -> str:
    """Return the first line of an answer with a name left open."""
    return answer.text.strip().lower().replace(name, "*").partition("\n")[0]
