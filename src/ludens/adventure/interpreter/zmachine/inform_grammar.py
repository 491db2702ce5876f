"""Inform's grammar tables, versions 1, 2 and 3 (Inform Technical Manual, section 8.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ludens.adventure.interpreter.zmachine.dictionary import Entry, RawDictionary
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

_VERB: Final = 0x01
_META: Final = 0x02
_PREPOSITION: Final = 0x08
_ELEMENTARY: Final = (
    TokenKind.NOUN,
    TokenKind.HELD,
    TokenKind.MULTI,
    TokenKind.MULTI_HELD,
    TokenKind.MULTI_EXCEPT,
    TokenKind.MULTI_INSIDE,
    TokenKind.CREATURE,
    TokenKind.SPECIAL,
    TokenKind.NUMBER,
    TokenKind.TOPIC,
)
_END_OF_LINE: Final = 15


class _Misfit(Exception):
    """The bytes cannot be a table of the format tried."""


class _Tables(NamedTuple):
    """What the readers of single lines need to look things up."""

    story: bytes
    words: Mapping[int, Entry]
    prepositions: Mapping[int, str]
    """By their number in the table of "adjectives" (versions 1 and 3)."""


_LineReader: TypeAlias = Callable[[_Tables, int], tuple[SyntaxLine, int]]


def read_inform_grammar(story: bytes, header: Header, raw: RawDictionary) -> Grammar | None:
    """The grammar, if exactly one of Inform's formats fits the tables from end to end."""
    words = raw.by_address()
    numbered = {entry.number(2): entry.text for entry in raw.entries if entry.flags & _PREPOSITION}
    listed = _listed_prepositions(story, header, words)
    readings: list[tuple[GrammarFormat, _LineReader, Mapping[int, str]]] = [
        (GrammarFormat.INFORM_1, _line_version_1, numbered),
        (GrammarFormat.INFORM_2, _line_version_2, {}),
        (GrammarFormat.INFORM_3, _line_version_3, listed),
    ]
    found = []
    for name, reader, prepositions in readings:
        try:
            verbs = _read(_Tables(story, words, prepositions), header, raw.entries, reader)
        except _Misfit:
            continue
        found.append(Grammar(name, verbs))
    return found[0] if len(found) == 1 else None


def _read(
    tables: _Tables, header: Header, entries: Sequence[Entry], read_line: _LineReader
) -> tuple[Verb, ...]:
    """Read every verb, which lie end to end from the start of static memory."""
    story, base = tables.story, header.static_base
    address = word_at(story, base)
    count = (address - base) // 2
    if not (0 < count <= 256 and address == base + 2 * count):
        raise _Misfit
    lines_of: list[tuple[SyntaxLine, ...]] = []
    for number in range(count):
        if word_at(story, base + 2 * number) != address:
            raise _Misfit
        lines = []
        line_count = byte_at(story, address)
        address += 1
        for _ in range(line_count):
            line, address = read_line(tables, address)
            lines.append(line)
        if address > header.dictionary:
            raise _Misfit
        lines_of.append(tuple(lines))
    words: list[list[Entry]] = [[] for _ in range(count)]
    for entry in entries:
        if entry.flags & _VERB:
            number = 255 - entry.number(1)
            if number >= count:
                raise _Misfit
            words[number].append(entry)
    if not any(words):
        raise _Misfit
    marks = any(entry.flags & _META for verb in words for entry in verb)  # Inform 7 marks none
    return tuple(
        Verb(
            number=number,
            words=tuple(entry.text for entry in words[number]),
            lines=lines,
            meta=any(entry.flags & _META for entry in words[number]) if marks else None,
        )
        for number, lines in enumerate(lines_of)
    )


def _line_version_1(tables: _Tables, address: int) -> tuple[SyntaxLine, int]:
    """Eight bytes: how many objects, six tokens, the action."""
    story = tables.story
    objects = byte_at(story, address)
    tokens = []
    for offset in range(1, 7):
        code = byte_at(story, address + offset)
        if code >= 180:
            if code not in tables.prepositions:
                raise _Misfit
            tokens.append(Token(TokenKind.WORDS, (tables.prepositions[code],)))
        elif objects:
            tokens.append(_token_version_1(code))
            objects -= 1
        elif code:
            raise _Misfit
    if objects:
        raise _Misfit
    return SyntaxLine(tuple(tokens), byte_at(story, address + 7)), address + 8


def _token_version_1(code: int) -> Token:
    if code < 9:
        return Token(_ELEMENTARY[code])
    if 16 <= code < 48:
        return Token(TokenKind.FILTER)
    if 48 <= code < 80:
        return Token(TokenKind.ROUTINE)
    if 80 <= code < 112:
        return Token(TokenKind.SCOPE)
    if 128 <= code < 176:
        return Token(TokenKind.ATTRIBUTE, attribute=code - 128)
    raise _Misfit


def _line_version_2(tables: _Tables, address: int) -> tuple[SyntaxLine, int]:
    """A word for the action, then tokens of three bytes up to an end mark."""
    story = tables.story
    action = word_at(story, address)
    address += 2
    parts = []
    while (kind := byte_at(story, address)) != _END_OF_LINE:
        data = word_at(story, address + 1)
        word = tables.words.get(data)
        parts.append((kind, data, word.text if word else None))
        if len(parts) > 40 or address >= len(story):
            raise _Misfit
        address += 3
    line = SyntaxLine(_tokens(parts), action & 0x3FF, reversed=bool(action & 0x400))
    return line, address + 1


def _line_version_3(tables: _Tables, address: int) -> tuple[SyntaxLine, int]:
    """A word for the count of tokens and the action, then tokens of two bytes."""
    story = tables.story
    action = word_at(story, address)
    address += 2
    parts = []
    for _ in range(action >> 11):
        kind, data = byte_at(story, address), byte_at(story, address + 1)
        parts.append((kind, data, tables.prepositions.get(data)))
        address += 2
    if address > len(story):
        raise _Misfit
    return SyntaxLine(_tokens(parts), action & 0x3FF, reversed=bool(action & 0x400)), address


def _tokens(parts: Sequence[tuple[int, int, str | None]]) -> tuple[Token, ...]:
    """Tokens of versions 2 and 3: a byte of kind, data, and the word if the data names one."""
    tokens: list[Token] = []
    for kind, data, word in parts:
        match kind & 0x0F:
            case 1 if data < len(_ELEMENTARY):
                tokens.append(Token(_ELEMENTARY[data]))
            case 2 if word is not None:
                # Bit 4 marks the second and later of alternatives written 'in'/'into'.
                if kind & 0x10 and tokens and tokens[-1].kind is TokenKind.WORDS:
                    tokens[-1] = Token(TokenKind.WORDS, (*tokens[-1].words, word))
                else:
                    tokens.append(Token(TokenKind.WORDS, (word,)))
            case 3:
                tokens.append(Token(TokenKind.FILTER))
            case 4 if data < 48:
                tokens.append(Token(TokenKind.ATTRIBUTE, attribute=data))
            case 5:
                tokens.append(Token(TokenKind.SCOPE))
            case 6:
                tokens.append(Token(TokenKind.ROUTINE))
            case _:
                raise _Misfit
    return tuple(tokens)


def _listed_prepositions(
    story: bytes, header: Header, words: Mapping[int, Entry]
) -> Mapping[int, str]:
    """Version 3 keeps a counted list of prepositions, which ends where the dictionary begins."""
    for count in range(256):
        start = header.dictionary - 2 * count
        if word_at(story, start - 2) != count:
            continue
        entries = [words.get(word_at(story, start + 2 * index)) for index in range(count)]
        if all(entry is not None and entry.flags & _PREPOSITION for entry in entries):
            return {number: entry.text for number, entry in enumerate(entries) if entry}
    return {}
