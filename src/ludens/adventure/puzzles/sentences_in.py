"""Commands that a text itself contains: a verb of the story, and a thing that it may be done to.

"It wants greasing", "turn the wheel twice", "you would have to dig it away": the words of refusals
and clues are the best source of the verbs that a story answers to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.sentences import PARTICLES
from ludens.adventure.vocabulary import Vocabulary

_WORD = re.compile(r"[a-z][a-z'-]*|[.,;:!?\"]")
_ARTICLES = frozenset({"the", "a", "an", "its", "his", "her", "their", "your", "this", "that"})
_IDLE = frozenset(
    (
        "be is are was were been do does did have has had go goes going come comes get gets see "
        "sees look looks say says think know like need want wants make made find wait lie lies "
        "stand stands sit sits run runs leave left rest answer feel hear smell taste watch "
        "use uses used close light lead leads set hang hangs rise fall remember read tell ask take "
        "keep keeps"
    ).split()
)
"""Verbs that descriptions are full of; they are no advice."""
_VAGUE = frozenset(
    (
        "it them him her this that something anything nothing somebody one ones low high much more"
    ).split()
)
_ENDINGS = (("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("s", ""))
_LONGEST = 4
"""Words between a verb and the end of the thing's name."""


@lru_cache(maxsize=500)
def orders_in(vocabulary: Vocabulary, text: str) -> tuple[tuple[str, str], ...]:
    """Return the commands that a text contains, each with the thing it is about.

    Only pairs of a verb that acts on one thing and a noun phrase that follows it directly.
    """
    return tuple(_orders_in(vocabulary, text))


def _orders_in(vocabulary: Vocabulary, text: str) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for sentence in sentences_of(" ".join(text.split())):
        words = _WORD.findall(sentence.lower())
        for place, word in enumerate(words):
            verb = stem(vocabulary, word)
            named = place > 0 and words[place - 1] in _ARTICLES
            if verb is None or named:
                continue  # "a clear hand" orders nobody to clear anything
            thing = _thing_after(vocabulary, words[place + 1 : place + 2 + _LONGEST])
            command = f"{verb} {thing}"
            if thing and command not in seen:
                seen.add(command)
                yield command, thing


def stem(vocabulary: Vocabulary, word: str) -> str | None:
    """Return the verb of the story that a word is a form of, if it acts on a thing."""
    for ending, instead in (("", ""), *_ENDINGS):
        if not word.endswith(ending) or (ending and len(word) - len(ending) < 3):
            continue
        verb = word[: len(word) - len(ending)] + instead if ending else word
        if verb in DIRECTIONS or verb in PARTICLES:
            continue
        if verb not in _IDLE and word not in _IDLE and vocabulary.verb(verb) is not None:
            return verb if vocabulary.takes(verb, "*") else None
    return None


def _thing_after(vocabulary: Vocabulary, words: list[str]) -> str:
    if words and words[0] in _ARTICLES:
        words = words[1:]
    found: list[str] = []
    for word in words:
        if not word.isalpha() or not vocabulary.is_describing(word):
            break
        if word in _VAGUE:
            break
        found.append(word)
    while found and not vocabulary.is_noun(found[-1]):
        found.pop()
    return " ".join(found)
