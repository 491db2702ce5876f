"""Whether a text speaks of a thing: the test of what a player can know about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludens.adventure.knowledge.phrases import word_set

WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
BARE = word_set("mentions_bare")
"""Words before a noun that say nothing about which one is meant."""
LINKING = frozenset({"of", "with", "in", "for", "from"})
"""Words that divide a name into the thing and what it is of: pair of gloves."""


class Mentions:
    """The words of a text, asked for names.

    A name is mentioned by all its words in a row, or by its noun alone where the word before it
    does not make it another thing: `the door` may be the trap door, `the oak door` is not.
    """

    def __init__(self, *texts: str) -> None:
        self._words: list[str] = []
        for text in texts:
            for sentence in re.split(r"[.;:!?()\n]", text.lower()):
                self._words += ["", *WORD.findall(sentence)]
        self._text = f" {' '.join(self._words)} "
        self._known = frozenset(self._words)

    def of(self, name: str, others: Iterable[str] = ()) -> bool:
        """Return whether a thing is mentioned; `others` are the names of those it might be.

        The noun alone does not tell a thing from another one with the same noun.
        """
        words = WORD.findall(name.lower())
        if not words or any(word not in self._known for word in words[-1:] if len(words) == 1):
            return False
        if f" {' '.join(words)} " in self._text:
            return True
        noun = noun_of(words)
        if noun not in self._known or any(
            noun_of(WORD.findall(other.lower())) == noun for other in others
        ):
            return False
        own = BARE | set(words) | {""}
        return any(
            word == noun and (len(words) == 1 or self._words[place - 1] in own)
            for place, word in enumerate(self._words)
        )

    def __contains__(self, word: str) -> bool:
        return word in self._known


def noun_of(words: list[str]) -> str:
    """Return the noun of a name: its last word, or the last one before `of` and the like."""
    for place, word in enumerate(words):
        if place and word in LINKING:
            return words[place - 1]
    return words[-1] if words else ""
