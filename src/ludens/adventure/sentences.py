"""Whether the story's parser will take a command: its words, its verb, the shape of its sentence.

Read from the story's own dictionary and grammar, before anything is typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ludens.adventure.directions import direction_of
from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.grammar import Token, TokenKind
from ludens.adventure.perception.commands import parts_of
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.ways import ARTICLES

LONGEST = 20
"""Words of a sentence that are read; no story's parser takes more of one command."""

_WORD = re.compile(r"[^\s,\"]+|\"[^\"]*\"|,")
_VERBS = frozenset({PartOfSpeech.VERB, PartOfSpeech.META})
_ALSO = {"l": "look", "x": "examine", "z": "wait", "i": "inventory", "g": "again"}
_OF_THE_PARSER = frozenset({"again", "g", "oops"})
"""What the parser itself answers, without a verb of the story's grammar."""


class Fit(StrEnum):
    """How a command fits the story's language."""

    FITS = "fits"
    """The parser will understand it, if the things are there."""
    UNSURE = "unsure"
    """Its words are known; the grammar could not be read, or it speaks to somebody."""
    UNKNOWN_WORD = "unknown_word"
    NO_VERB = "no_verb"
    """It begins with no verb and no direction."""
    NO_PATTERN = "no_pattern"
    """The verb is known, but not in such a sentence."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the story's parser will make of one sentence."""

    fit: Fit
    verb: str = ""
    """The first word, written out where it is a common abbreviation."""
    things: tuple[str, ...] = ()
    """The phrases in the places of things, without articles, in order."""
    fault: str = ""
    """The word that does not fit."""


def parse(vocabulary: Vocabulary, command: str) -> Parsed:
    """Return how a line fits; of several commands in it, the first that does not fit."""
    parts = parts_of(command.lower()) or [""]
    found = [_parse_one(vocabulary, part) for part in parts]
    return next((one for one in found if one.fit not in (Fit.FITS, Fit.UNSURE)), found[0])


def _parse_one(vocabulary: Vocabulary, sentence: str) -> Parsed:
    words = [word for word in _WORD.findall(sentence) if word not in ARTICLES][:LONGEST]
    if not words:
        return Parsed(Fit.NO_VERB)
    if "," in words[1:]:
        return _spoken_to(vocabulary, words)
    verb = _ALSO.get(words[0], words[0])
    if direction_of(sentence) is not None or words[0] in _OF_THE_PARSER:
        return Parsed(Fit.FITS, verb)
    entry = vocabulary.dictionary.look_up(words[0]) or vocabulary.dictionary.look_up(verb)
    if entry is None:
        return Parsed(Fit.UNKNOWN_WORD, verb, fault=words[0])
    is_way = PartOfSpeech.DIRECTION in entry.parts and len(words) == 1
    if vocabulary.dictionary.parts_known and not is_way and not entry.parts & _VERBS:
        return Parsed(Fit.NO_VERB, verb, fault=words[0])
    return Parsed(Fit.FITS, verb) if is_way else _by_grammar(vocabulary, verb, words)


def _spoken_to(vocabulary: Vocabulary, words: Sequence[str]) -> Parsed:
    """Read `somebody, do this`: whether they will is theirs to say."""
    unknown = _unknown(vocabulary, words)
    if unknown:
        return Parsed(Fit.UNKNOWN_WORD, words[0], fault=unknown)
    return Parsed(Fit.UNSURE, words[0])


def _by_grammar(vocabulary: Vocabulary, verb: str, words: Sequence[str]) -> Parsed:
    rest = tuple(words[1:])
    lines = [*vocabulary.patterns(words[0])] or [*vocabulary.patterns(verb)]
    if not vocabulary.has_grammar or not lines:
        unknown = _unknown(vocabulary, rest)
        if unknown:
            return Parsed(Fit.UNKNOWN_WORD, verb, fault=unknown)
        return Parsed(Fit.UNSURE, verb, _phrase(rest))
    fits = [filled for line in lines if (filled := _match(line.tokens, rest)) is not None]
    for things, spoken in sorted(fits, key=lambda filled: len(filled[1])):
        if not _unknown(vocabulary, " ".join(things).split()):
            return Parsed(Fit.FITS, verb, (*things, *spoken))
    unknown = _unknown(vocabulary, rest)
    if unknown:
        return Parsed(Fit.UNKNOWN_WORD, verb, fault=unknown)
    return Parsed(Fit.NO_PATTERN, verb, _phrase(rest), fault=" ".join(rest) or verb)


PARTICLES = frozenset(
    (
        "about at behind by down for from in inside into off on onto out over through to under "
        "up with"
    ).split()
)


def _phrase(words: Sequence[str]) -> tuple[str, ...]:
    return (" ".join(words),) if words else ()


def _unknown(vocabulary: Vocabulary, words: Sequence[str]) -> str:
    """Return the first word that the story does not know; numbers, commas and quotes pass."""
    for word in words:
        if word != "," and not word.isdigit() and '"' not in word and not vocabulary.knows(word):
            return word
    return ""


Filled = tuple[tuple[str, ...], tuple[str, ...]]
"""The phrases in the places of things, and those in places that take any words."""


def _match(tokens: tuple[Token, ...], words: tuple[str, ...]) -> Filled | None:
    """Return what fills the places of a pattern; None if the words do not fit it."""
    if not tokens:
        return ((), ()) if not words else None
    token, later = tokens[0], tokens[1:]
    if token.kind is TokenKind.WORDS:
        # The grammar keeps words as the dictionary does, cut to its length.
        fits = words and any(
            words[0] == word or (len(word) >= 6 and words[0].startswith(word))
            for word in token.words
        )
        return _match(later, words[1:]) if fits else None
    single = token.kind in (TokenKind.SPECIAL, TokenKind.NUMBER)
    least = 0 if token.kind is TokenKind.ROUTINE else 1
    most = min(len(words), 1) if single else len(words)
    for size in range(least, most + 1):
        free = single or token.kind in (TokenKind.TOPIC, TokenKind.ROUTINE)
        if not free and size and words[size - 1] in PARTICLES:
            return None  # no thing's name holds a preposition
        found = _match(later, words[size:])
        if found is not None:
            phrase = _phrase(words[:size])
            things, spoken = found
            return (things, (*phrase, *spoken)) if free else ((*phrase, *things), spoken)
    return None
