"""Facts of the text alone: the sentences that looking round and at what is carried tell.

The place is the answer's title, or the status line's; the score is the status line's, or what the
answer to SCORE would be is not asked for: a score that is not shown is not known. Whether a
command did anything is asked by looking, unless its answer is one that never meant anything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.counters import read_status
from ludens.adventure.search.candidates import INVENTORY, LOOK
from ludens.adventure.search.facts import SLOT, Ask, Facts, Thing, View
from ludens.adventure.search.simulator import Outcome
from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[^.!?\n]+")
_STATUS_NAME = re.compile(r"^\s*(.+?)(?:\s{2,}|$)")
SURE = 2
"""Times that an answer has come with no change, after which it is not asked again."""


class TextFacts(Facts):
    """Facts of the text alone. A sentence is never noise as it is, nor a note of the parser's."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers: dict[str, int] = {}
        self._idle: dict[str, int] = defaultdict(int)
        self._carried: dict[frozenset[int], tuple[Thing, ...]] = {}
        self._held: dict[frozenset[int], frozenset[int]] = {}

    def begin(self, outcome: Outcome, ask: Ask) -> View:
        """Read a beginning; from the first one facts differ."""
        facts, name = self._look(ask)
        score = _score(outcome)
        return self._view(name, 0 if score is None else score, facts)

    def view(self, outcome: Outcome, before: View, noise: Collection[int], ask: Ask) -> View:
        """Read what came of a command. What changes in slots of `noise` alone is no change."""
        told = _score(outcome)
        score = before.score if told is None else told
        if outcome.wants is not Wants.LINE:
            return View(before.place, score, before.facts | {self._fact("wants", outcome.wants)})
        form = self._form(outcome)
        if self._idle[form] >= SURE and score == before.score:
            return before
        facts, name = self._look(ask)
        if facts == before.facts and score == before.score:
            self._idle[form] += 1
        else:
            self._idle[form] = 0
        return self._view(name, score, facts)

    def _view(self, place: Hashable, score: int, facts: frozenset[int]) -> View:
        held = self._held.get(facts, frozenset())
        return View(place, score, facts, (), held, held, len(held))

    def things(self, outcome: Outcome, view: View) -> tuple[Thing, ...]:
        """Return what is carried: the things that the inventory names."""
        return self._carried.get(view.facts, ())

    def _look(self, ask: Ask) -> tuple[frozenset[int], Hashable]:
        """Return what looking round and at what is carried tells, and the place's name."""
        look, held = ask([LOOK, INVENTORY])
        name = _place(look)
        facts = {self._fact(str(name), one) for one in _sentences(look.text)}
        carried = frozenset(self._fact("", one) for one in _sentences(held.text))
        known = carried | facts
        self._held[known] = carried
        if known not in self._carried:
            self._carried[known] = tuple(
                Thing(
                    phrase, phrase, True, frozenset(map(self._vocabulary.truncate, phrase.split()))
                )
                for phrase in self._vocabulary.phrases(held.text)
            )
        return known, name

    def _fact(self, place: str, sentence: str) -> int:
        return (self._numbers.setdefault(f"{place}|{sentence}", len(self._numbers)) << SLOT) | 1

    def _form(self, outcome: Outcome) -> str:
        """Return an answer with the words of its command left open."""
        said = outcome.text.lower()
        for word in outcome.command.lower().split():
            said = said.replace(word, "*")
        return said


def _place(look: Outcome) -> Hashable:
    found = _STATUS_NAME.match(look.status) if look.status else None
    if found:
        return found[1]
    return next((line.strip() for line in look.text.splitlines() if line.strip()), "")


def _score(outcome: Outcome) -> int | None:
    return read_status(outcome.status).score if outcome.status else None


def _sentences(text: str) -> Iterator[str]:
    for found in _SENTENCE.findall(text):
        said = " ".join(found.lower().split())
        if said:
            yield said
