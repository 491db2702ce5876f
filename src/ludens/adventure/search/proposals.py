"""What the company's knowledge would try with the things at hand: the tables, let into the search.

The search itself knows no English. What is proposed here comes first, and is judged by what comes
of it like everything else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ludens.adventure.knowledge.actions import Action, actions
from ludens.adventure.knowledge.things import classes_of
from ludens.adventure.search.candidates import Candidate, act_of, naming
from ludens.adventure.search.facts import Thing
from ludens.adventure.vocabulary import Vocabulary

FITTING = 0.3
"""The value of an action with a thing of the class that it is for."""
ANYTHING = 0.1
"""Of an action that is for anything."""
OF_TWO = 0.5
"""The share of it that an action with a tool is worth: there are so many pairs."""


_Said = tuple[Action, list[str], Hashable]
"""A row, the words of its wording, and its act in the story's grammar."""


class Knowledge:
    """Proposes the rows of the table of actions over the things that can be named."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._said = [
            (row, said[0], said[1])
            for row in actions()
            if (said := _wording(row, vocabulary)) is not None
        ]
        self._of: dict[tuple[str, bool], list[_Said]] = {}
        self._by_tool: dict[str, list[_Said]] = {}

    def __call__(self, things: Sequence[Thing]) -> Iterator[Candidate]:
        """Yield what is worth trying with some things, each with its value."""
        for thing in things:
            for row, words, act in self._alone(thing.name, thing.held):
                yield naming(_say(words, thing, thing), act, (thing,), value=_value(row))
        for tool in things:
            for row, words, act in self._with(tool.name) if tool.held else ():
                for thing in things:
                    if tool is not thing and row.fits(thing.name):
                        command = _say(words, thing, tool)
                        yield naming(command, act, (thing, tool), value=_value(row) * OF_TWO)
        for row, words, act in self._said:
            if row.place and not {"O", "T"} & set(words):
                yield Candidate(" ".join(words), act, value=ANYTHING)

    def _alone(self, name: str, held: bool) -> list[_Said]:
        """Return the rows for a thing and no tool."""
        known = self._of.get((name, held))
        if known is None:
            known = self._of[name, held] = [
                said
                for said in self._said
                if "O" in said[1]
                and "T" not in said[1]
                and said[0].fits(name)
                and (held or not _wants_held(said[0]))
            ]
        return known

    def _with(self, name: str) -> list[_Said]:
        """Return the rows that a tool is for."""
        known = self._by_tool.get(name)
        if known is None:
            classes = classes_of(name)
            known = self._by_tool[name] = [
                said
                for said in self._said
                if "T" in said[1] and (said[0].tool is None or said[0].tool.fits(classes))
            ]
        return known


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
