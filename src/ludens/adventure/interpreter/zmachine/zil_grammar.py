"""The grammar tables of Infocom's compiler, as its games up to version 5 hold them.

The layout was worked out by the authors of Infodump; version 6 has another, which is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from ludens.adventure.interpreter.zmachine.dictionary import RawDictionary
from ludens.adventure.interpreter.zmachine.grammar import (
    Grammar,
    GrammarFormat,
    SyntaxLine,
    Token,
    TokenKind,
    Verb,
)
from ludens.adventure.interpreter.zmachine.header import Header
from ludens.adventure.interpreter.zmachine.memory import byte_at, word_at

_VERB: Final = 0x40
_PREPOSITION: Final = 0x08
_FIRST_DATA: Final = 0x03
"""The two bits that say whose number comes first when a word is several things."""
_VERB_FIRST: Final = 0x01
# Where the parser is to look for an object, and how many it may take.
_MANY: Final = 0x04
_MUST_HAVE: Final = 0x02
_COMPACT_SIZES: Final = (2, 4, 7)


# Stands in for the prepositions until it is known where their table begins.
_ANY_PREPOSITION: Final = dict.fromkeys(range(256), ("",))


class _Misfit(Exception):
    """The bytes cannot be a table of the format tried."""


_Prepositions: TypeAlias = Mapping[int, tuple[str, ...]]
_Line: TypeAlias = tuple[SyntaxLine, int]
_LineReader: TypeAlias = Callable[[bytes, int, _Prepositions], _Line]


def read_zil_grammar(story: bytes, header: Header, raw: RawDictionary) -> Grammar | None:
    """The grammar, if exactly one of Infocom's formats fits the tables from end to end."""
    if header.version == 6:
        return None
    found = []
    for name, reader in (
        (GrammarFormat.ZIL_FIXED, _fixed_line),
        (GrammarFormat.ZIL_COMPACT, _compact_line),
    ):
        try:
            found.append(Grammar(name, _read(story, header, raw, reader)))
        except _Misfit:
            continue
    return found[0] if len(found) == 1 else None


def _read(
    story: bytes, header: Header, raw: RawDictionary, read_line: _LineReader
) -> tuple[Verb, ...]:
    base = header.static_base
    first = word_at(story, base)
    count = (first - base) // 2
    if not (0 < count <= 255 and first == base + 2 * count):
        raise _Misfit
    starts = [word_at(story, base + 2 * number) for number in range(count)]
    # A first pass finds where the tables end, for the prepositions lie behind them.
    _, end, actions = _lines_at(story, starts, read_line, _ANY_PREPOSITION)
    if end > len(story):
        raise _Misfit
    prepositions = _prepositions(story, end + 4 * actions, raw)
    lines_at, _, _ = _lines_at(story, starts, read_line, prepositions)
    words: list[list[str]] = [[] for _ in range(count)]
    for entry in raw.entries:
        if entry.flags & _VERB:
            position = 1 if entry.flags & _FIRST_DATA == _VERB_FIRST else 2
            number = 255 - entry.number(position)
            if number >= count:
                raise _Misfit
            words[number].append(entry.text)
    if not any(words):
        raise _Misfit
    return tuple(
        Verb(number=number, words=tuple(words[number]), lines=lines_at[start], meta=None)
        for number, start in enumerate(starts)
    )


def _lines_at(
    story: bytes, starts: list[int], read_line: _LineReader, prepositions: _Prepositions
) -> tuple[dict[int, tuple[SyntaxLine, ...]], int, int]:
    """The lines at each start, the end of the last, and how many actions they speak of.

    Verbs may share a start, but together they must fill the table without a gap, but for the
    zero by which an early compiler ends every verb.
    """
    lines_at: dict[int, tuple[SyntaxLine, ...]] = {}
    ordered = sorted(set(starts))
    address = ordered[0]
    actions, ended = 0, False
    for start in ordered:
        ended = start == address + 1 and not byte_at(story, address)
        if start != address and not ended:
            raise _Misfit
        address = start
        lines = []
        address += 1
        for _ in range(byte_at(story, start)):
            line, address = read_line(story, address, prepositions)
            actions = max(actions, line.action + 1)
            lines.append(line)
        lines_at[start] = tuple(lines)
    return lines_at, address + ended, actions


def _fixed_line(story: bytes, address: int, prepositions: _Prepositions) -> _Line:
    """Objects, two prepositions, two attributes, two places to look, the action."""
    objects, first, second, *rest, action = (byte_at(story, address + at) for at in range(8))
    if objects > 2:
        raise _Misfit
    places = [(first, rest[0], rest[2]), (second, rest[1], rest[3])]
    return SyntaxLine(_tokens(objects, places, prepositions), action), address + 8


def _compact_line(story: bytes, address: int, prepositions: _Prepositions) -> _Line:
    """As many bytes as the objects need; prepositions lose their two top bits."""
    head, action, *rest = (byte_at(story, address + at) for at in range(7))
    objects = head >> 6
    if objects > 2:
        raise _Misfit
    first, second = (code | 0xC0 if (code := raw & 0x3F) else 0 for raw in (head, rest[2]))
    places = [(first, rest[0], rest[1]), (second if objects == 2 else 0, rest[3], rest[4])]
    tokens = _tokens(objects, places, prepositions)
    return SyntaxLine(tokens, action), address + _COMPACT_SIZES[objects]


def _tokens(
    objects: int, places: list[tuple[int, int, int]], prepositions: _Prepositions
) -> tuple[Token, ...]:
    tokens = []
    for number, (preposition, attribute, search) in enumerate(places):
        if preposition:
            if preposition not in prepositions:
                raise _Misfit
            tokens.append(Token(TokenKind.WORDS, prepositions[preposition]))
        if number < objects:
            tokens.append(Token(_kind(search), attribute=attribute or None))
    return tuple(tokens)


def _kind(search: int) -> TokenKind:
    if search & _MANY:
        return TokenKind.MULTI_HELD if search & _MUST_HAVE else TokenKind.MULTI
    return TokenKind.HELD if search & _MUST_HAVE else TokenKind.NOUN


def _prepositions(story: bytes, address: int, raw: RawDictionary) -> _Prepositions:
    """A counted list of words and numbers, behind the actions. Synonyms share a number.

    The number takes a word, or in later games a byte.
    """
    words = raw.by_address()
    count = word_at(story, address)
    for size in (4, 3):
        found: dict[int, tuple[str, ...]] = {}
        for index in range(count):
            at = address + 2 + size * index
            entry = words.get(word_at(story, at))
            number = word_at(story, at + 2) if size == 4 else byte_at(story, at + 2)
            if entry is None or not entry.flags & _PREPOSITION or number > 255:
                break
            found[number] = (*found.get(number, ()), entry.text)
        else:
            return found
    raise _Misfit
