"""What the company's knowledge would try with the things at hand: the tables, let into the search.

The search itself knows no English. What is proposed here comes first, and is judged by what comes
of it like everything else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ludens.adventure.knowledge.actions import Action, actions
from ludens.adventure.search.candidates import Candidate, act_of, naming
from ludens.adventure.search.facts import Thing
from ludens.adventure.vocabulary import Vocabulary

FITTING = 0.3
"""The value of an action with a thing of the class that it is for."""
ANYTHING = 0.1
"""Of an action that is for anything."""
OF_TWO = 0.5
"""The share of it that an action with a tool is worth: there are so many pairs."""


class Knowledge:
    """Proposes the rows of the table of actions over the things that can be named."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._said = [
            (row, said[0], said[1])
            for row in actions()
            if (said := _wording(row, vocabulary)) is not None
        ]

    def __call__(self, things: Sequence[Thing]) -> Iterator[Candidate]:
        """Yield what is worth trying with some things, each with its value."""
        for row, words, act in self._said:
            if "T" in words:
                for tool in things:
                    for thing in things:
                        if tool.held and tool is not thing and row.fits(thing.name, tool.name):
                            command = _say(words, thing, tool)
                            yield naming(command, act, (thing, tool), value=_value(row) * OF_TWO)
            elif "O" in words:
                for thing in things:
                    if row.fits(thing.name) and (thing.held or not _wants_held(row)):
                        yield naming(_say(words, thing, thing), act, (thing,), value=_value(row))
            elif row.place:
                yield Candidate(" ".join(words), act, value=ANYTHING)


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


def _value(row: Action) -> float:
    return FITTING if row.object is not None and row.object.classes else ANYTHING


def _wants_held(row: Action) -> bool:
    return row.object is not None and row.object.held
