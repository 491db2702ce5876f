"""What a prompt says: its words with their weights, and which of them are names and verbs."""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import NamedTuple

from ludens.story.language.background import background
from ludens.story.language.stopwords import STOPWORDS
from ludens.story.language.words import words

MOST_TERMS = 60
"""A longer prompt is judged by its heaviest terms."""

_AUXILIARIES = frozenset(
    "do does did was were is are be will would can could shall should has have had may might "
    "must".split()
)


class Kind(StrEnum):
    """What a term is, as far as its form and place show it."""

    NAME = "name"
    NOUN = "noun"
    VERB = "verb"


class Term(NamedTuple):
    """A word of a prompt that says something."""

    stem: str
    text: str
    """As the prompt has it the first time."""
    weight: float
    kind: Kind
    is_subject: bool
    """Whether it stands where a question's subject does: after `did`, before the verb."""


def terms_of(prompt: str, names: Set[str]) -> list[Term]:
    """Return the terms of a prompt, each once; `names` are the stems of the book's names."""
    common = background()
    found: dict[str, Term] = {}
    asked = settled = False
    for place, word in enumerate(words(prompt)):
        if word.text.lower() in _AUXILIARIES:
            asked = True
        if word.stem in STOPWORDS or (len(word.stem) < 2 and not word.stem.isdigit()):
            continue
        weight = common.weight(word.stem)
        named = word.is_capitalised and (place > 0 or (word.stem in names and weight > 5))
        plain = Kind.VERB if common.is_verb(word.stem) else Kind.NOUN
        kind = Kind.NAME if named else plain
        if asked and not settled and kind is Kind.VERB and found:
            settled = True
        if word.stem not in found:
            subject = asked and not settled
            found[word.stem] = Term(word.stem, word.text, weight, kind, subject)
    if not found:  # nothing but small words: they are all there is to go by
        for word in words(prompt)[:6]:
            found.setdefault(word.stem, Term(word.stem, word.text, 1.0, Kind.NOUN, False))
    terms = list(found.values())
    if len(terms) > MOST_TERMS:
        heavy = sorted(terms, key=lambda term: -term.weight)[:MOST_TERMS]
        terms = [term for term in terms if term in heavy]
    return terms
