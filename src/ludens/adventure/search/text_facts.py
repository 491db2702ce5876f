"""Facts of the text alone: the sentences that looking round and at what is carried tell.

The place is the answer's title, or the status line's. The score is what the status line shows, or
what the story says of it in answer to a command or, where no line shows it, to SCORE: a player who
asks is told as much. Whether a command did anything is asked by looking, unless its answer is one
that never meant anything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.counters import read_status
from ludens.adventure.perception.outcomes import score_in
from ludens.adventure.search.candidates import INVENTORY, LOOK
from ludens.adventure.search.facts import SLOT, Ask, Facts, Thing, View
from ludens.adventure.search.simulator import Outcome
from ludens.adventure.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[^.!?\n]+")
_STATUS_NAME = re.compile(r"^\s*(.+?)(?:\s{2,}|$)")
SCORE = "score"
SURE = 2
"""Times that an answer has come with no change, after which it is not asked again."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a player who looks about is told."""

    facts: frozenset[int]
    place: Hashable
    score: int | None
    """None: it was not asked for, or not told."""


class TextFacts(Facts):
    """Facts of the text alone. A sentence is never noise as it is, nor a note of the parser's."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._numbers: dict[str, int] = {}
        self._idle: dict[str, int] = defaultdict(int)
        self._carried: dict[frozenset[int], tuple[Thing, ...]] = {}
        self._held: dict[frozenset[int], frozenset[int]] = {}
        self._asks_score = False
        """No status line shows the score, and the story tells it who asks."""

    def begin(self, outcome: Outcome, ask: Ask) -> View:
        """Read a beginning; from the first one facts differ."""
        self._asks_score = _shown(outcome) is None and self._vocabulary.any_verb(SCORE) is not None
        seen = self._look(ask)
        self._asks_score = self._asks_score and seen.score is not None
        return self._view(seen, _score(outcome, seen.score or 0))

    def view(self, outcome: Outcome, before: View, noise: Collection[int], ask: Ask) -> View:
        """Read what came of a command. What changes in slots of `noise` alone is no change."""
        score = _score(outcome, before.score)
        if outcome.wants is not Wants.LINE:
            return View(before.place, score, before.facts | {self._fact("wants", outcome.wants)})
        form = self._form(outcome)
        if self._idle[form] >= SURE and score == before.score:
            return before
        seen = self._look(ask)
        score = score if seen.score is None else seen.score
        if seen.facts == before.facts and score == before.score:
            self._idle[form] += 1
        else:
            self._idle[form] = 0
        return self._view(seen, score)

    def _view(self, seen: _Seen, score: int) -> View:
        held = self._held.get(seen.facts, frozenset())
        return View(seen.place, score, seen.facts, (), held, held, len(held))

    def things(self, outcome: Outcome, view: View) -> tuple[Thing, ...]:
        """Return what is carried: the things that the inventory names."""
        return self._carried.get(view.facts, ())

    def _look(self, ask: Ask) -> _Seen:
        """Return what looking round and at what is carried tells, and the score if it is asked."""
        look, held, *scored = ask([LOOK, INVENTORY, *([SCORE] if self._asks_score else [])])
        told = score_in(scored[0].text) if scored else None
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
        return _Seen(known, name, told.score if told is not None else None)

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


def _shown(outcome: Outcome) -> int | None:
    return read_status(outcome.status).score if outcome.status else None


def _score(outcome: Outcome, before: int) -> int:
    """Return the score after a command, by the status line or by what the story says of it."""
    shown, said = _shown(outcome), score_in(outcome.text)
    if shown is None and said is not None:
        shown = said.after(before)
    return before if shown is None else shown


def _sentences(text: str) -> Iterator[str]:
    for found in _SENTENCE.findall(text):
        said = " ".join(found.lower().split())
        if said:
            yield said
