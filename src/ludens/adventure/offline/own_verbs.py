"""The verbs that a story's author made: what one can do in this story and in few others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.adventure.interpreter.zmachine.grammar import SyntaxLine, TokenKind
from ludens.adventure.knowledge.libraries import shared_verbs
from ludens.adventure.vocabulary import Vocabulary

HOLE = "O"
"""What stands for the thing in a sentence."""
_OF_THINGS = {
    TokenKind.NOUN: "",
    TokenKind.MULTI: "",
    TokenKind.ATTRIBUTE: "",
    TokenKind.FILTER: "",
    TokenKind.HELD: "held",
    TokenKind.MULTI_HELD: "held",
    TokenKind.CREATURE: "alive",
}
"""Kinds of places for a thing, and how it has to be."""


@dataclass(frozen=True, slots=True)
class OwnVerb:
    """A sentence with a verb of the story's own."""

    words: tuple[str, ...]
    """With `HOLE` for the thing, if there is one."""
    verb: str
    wants: str = ""
    """How the thing has to be: `held`, `alive`, or as it may."""

    @property
    def has_thing(self) -> bool:
        """Whether it is done with something."""
        return HOLE in self.words

    def say(self, thing: str = "") -> str:
        """Return the command."""
        return " ".join(thing if word == HOLE else word for word in self.words)


def own_verbs(words: Vocabulary) -> tuple[OwnVerb, ...]:
    """Return the sentences of a story that no shared verb means, each deed once."""
    shared = {words.truncate(verb) for verb in shared_verbs()}
    known = {
        line.action
        for verb in words.verbs
        if shared.intersection(verb.words)
        for line in verb.lines
    }
    found: dict[tuple[int, int], OwnVerb] = {}
    for verb in words.verbs:
        for line in verb.lines:
            if line.action not in known:
                for one in _sentences(verb.words[0], line):
                    found.setdefault((line.action, len(one.words)), one)
    return tuple(found.values())


def _sentences(verb: str, line: SyntaxLine) -> Iterator[OwnVerb]:
    """Yield the sentence of a pattern with one thing or none; others are not thought of."""
    said, wants = [verb], None
    for token in line.tokens:
        if token.kind is TokenKind.WORDS:
            said.append(token.words[0])
        elif token.kind in _OF_THINGS and wants is None:
            said.append(HOLE)
            wants = _OF_THINGS[token.kind]
        else:
            return
    yield OwnVerb(tuple(said), verb, wants or "")
