"""What the company's knowledge would try with the things at hand: the tables, let into the search.

The search itself knows no English. What is proposed here comes first, and is judged by what comes
of it like everything else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations

from ludens.adventure.knowledge.actions import Action, actions
from ludens.adventure.search.candidates import Candidate, Proposed, act_of, naming
from ludens.adventure.search.facts import Thing
from ludens.adventure.vocabulary import Vocabulary


class Knowledge:
    """Proposes the rows of the table of actions over the things that can be named."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._said = [
            (row, said[0], said[1])
            for row in actions()
            if (said := _wording(row, vocabulary)) is not None
        ]
        self._in_place = tuple(
            Candidate(" ".join(words), act, proposed=Proposed.ANYTHING)
            for row, words, act in self._said
            if row.place and not {"O", "T"} & set(words)
        )
        self._of: dict[Thing, tuple[Candidate, ...]] = {}
        self._with: dict[tuple[Thing, Thing], tuple[Candidate, ...]] = {}

    def __call__(self, things: Sequence[Thing]) -> Iterator[Candidate]:
        """Yield what is worth trying with some things."""
        for thing in things:
            known = self._of.get(thing)
            if known is None:
                known = self._of[thing] = tuple(self._alone(thing))
            yield from known
        for tool, thing in permutations(things, 2):
            if tool.held:
                known = self._with.get((tool, thing))
                if known is None:
                    known = self._with[tool, thing] = tuple(self._using(tool, thing))
                yield from known
        yield from self._in_place

    def _alone(self, thing: Thing) -> Iterator[Candidate]:
        for row, words, act in self._said:
            fits = "O" in words and "T" not in words and row.fits(thing.name)
            if fits and (thing.held or not _wants_held(row)):
                said = _say(words, thing, thing)
                yield naming(said, act, (thing,), proposed=_proposed(row))

    def _using(self, tool: Thing, thing: Thing) -> Iterator[Candidate]:
        for row, words, act in self._said:
            if "T" in words and row.fits(thing.name, tool.name):
                said = _say(words, thing, tool)
                yield naming(said, act, (thing, tool), proposed=_proposed(row))


def _wording(row: Action, vocabulary: Vocabulary) -> tuple[list[str], Hashable] | None:
    """Return the first wording that the story's grammar takes, and its act in that grammar."""
    for said in row.say:
        words = said.split()
        shape = ["*" if word in ("O", "T") else word for word in words[1:]]
        if words[0] not in ("O", "T") and vocabulary.takes(words[0], *shape):
            act = vocabulary.act(words[0], *shape)
            size = shape.count("*")
            return words, (row.id if act is None else act_of(act, size))
    return None


def _say(words: Sequence[str], thing: Thing, tool: Thing) -> str:
    named = {"O": thing.name, "T": tool.name}
    return " ".join(named.get(word, word) for word in words)


def _proposed(row: Action) -> Proposed:
    fits = row.object is not None and row.object.classes
    return Proposed.FITTING if fits else Proposed.ANYTHING


def _wants_held(row: Action) -> bool:
    return row.object is not None and row.object.held
