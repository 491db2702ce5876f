"""Phrasing: one wording for each act, by what the story's own grammar makes of the words.

`rotate dial` and `turn dial` are one act where the grammar says so, and in many stories `read` is
`examine`. Typing both is a turn wasted, so each act has the wording that was thought of first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludens.adventure.agents.offline.affordances import TABLES, Sentence
from ludens.adventure.vocabulary import Vocabulary

Words = tuple[str, ...]
_MEANS_MORE = frozenset({"talk", "ask", "tell", "say"})
"""What the story tells apart itself, or that takes any words: left as it is."""


@dataclass(slots=True)
class Phrasing:
    """The wording of each act in one story."""

    vocabulary: Vocabulary
    _acts: dict[tuple[int, int], Words] = field(default_factory=dict)
    _known: dict[Words, Words] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for table in TABLES:
            for sentence in table:
                self.of(sentence.words)

    def of(self, words: Words) -> Words:
        """Return the wording for the act that these words stand for, `*` for each thing."""
        known = self._known.get(words)
        if known is None:
            known = self._known[words] = self._first(words)
        return known

    def _first(self, words: Words) -> Words:
        things = words.count("*")
        act = self.vocabulary.act(*words) if words[0] not in _MEANS_MORE and things else None
        return words if act is None else self._acts.setdefault((act, things), words)

    def sentence(self, sentence: Sentence) -> Sentence:
        """Return a sentence in that wording."""
        words = self.of(sentence.words)
        return sentence if words == sentence.words else Sentence(words, sentence.chance)
