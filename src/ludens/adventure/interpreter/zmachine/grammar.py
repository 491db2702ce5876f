"""The sentences a story understands: its verbs, and the patterns that each of them takes.

They are read from the tables of Inform's compilers and of Infocom's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from ludens.adventure.interpreter.zmachine.dictionary import Entry, RawDictionary
from ludens.adventure.interpreter.zmachine.header import Header, byte_at, word_at


class GrammarFormat(StrEnum):
    """How a story's grammar table is laid out."""

    INFORM_1 = "inform-1"
    """Inform 1 to 5, and Inform 6 by its own default."""
    INFORM_2 = "inform-2"
    """The Inform 6 library and Inform 7."""
    INFORM_3 = "inform-3"
    """The compact tables of Inform 6.43 and later, used by PunyInform."""
    ZIL_FIXED = "zil-fixed"
    """Infocom's tables of eight bytes a line."""
    ZIL_COMPACT = "zil-compact"
    """Infocom's tables of two, four or seven bytes a line."""
    UNKNOWN = "unknown"
    """None of these fits the file from end to end, so nothing is said."""


class TokenKind(StrEnum):
    """What may stand at one place of a pattern."""

    WORDS = "words"
    """One of the words in `words`: a preposition or another fixed word."""
    NOUN = "noun"
    """One thing in sight."""
    HELD = "held"
    """One thing that the player holds."""
    MULTI = "multi"
    """One or more things in sight."""
    MULTI_HELD = "multi held"
    MULTI_EXCEPT = "multi except"
    """One or more held things other than the second object."""
    MULTI_INSIDE = "multi inside"
    """One or more things inside the second object."""
    CREATURE = "creature"
    SPECIAL = "special"
    """Any single word or number."""
    NUMBER = "number"
    TOPIC = "topic"
    """Any words at all."""
    ATTRIBUTE = "attribute"
    """A thing that has the attribute in `attribute`."""
    FILTER = "filter"
    """A thing that a routine of the story accepts."""
    SCOPE = "scope"
    """A thing out of a set that a routine of the story decides, perhaps out of sight."""
    ROUTINE = "routine"
    """Words that a routine of the story reads, perhaps naming no thing."""


_SEVERAL: Final = (
    *(TokenKind.MULTI, TokenKind.MULTI_HELD, TokenKind.MULTI_EXCEPT, TokenKind.MULTI_INSIDE),
)


@dataclass(frozen=True, slots=True)
class Token:
    """One place of a pattern."""

    kind: TokenKind
    words: tuple[str, ...] = ()
    attribute: int | None = None
    """The attribute asked for (Inform), or preferred when the player leaves the thing out (ZIL)."""

    def __str__(self) -> str:
        return "/".join(self.words) if self.kind is TokenKind.WORDS else f"[{self.kind}]"


@dataclass(frozen=True, slots=True)
class SyntaxLine:
    """One pattern of a verb, without the verb itself."""

    tokens: tuple[Token, ...]
    action: int
    """The story's number for what is done."""
    reversed: bool = False
    """The two objects change places before the action is done."""

    def __str__(self) -> str:
        return " ".join(map(str, self.tokens))


# Verbs of the Inform library's DEBUG mode (Designer's Manual 4, section 7), and of Inform 7's.
# fmt: off
_DEBUG_WORDS: Final = frozenset((
    "abstract", "actions", "changes", "daemons", "gonear", "goto", "messages", "purloin",
    "random", "relations", "routines", "rules", "scenes", "scope", "showdict", "showheap",
    "showme", "showobj", "showverb", "test", "timers", "trace", "tree",
))
# fmt: on
# Version 3 dictionaries keep six letters.
_DEBUG_STEMS: Final = _DEBUG_WORDS | {word[:6] for word in _DEBUG_WORDS}


_SIGNS: Final = ("#", "$")
"""What the testers' words of Infocom begin with."""


def is_tool(word: str) -> bool:
    """Tell whether a word is one for a tool of the authors.

    Such are the debugging verbs of the Inform library, those with a sign or an underscore, and
    those of which a part is one: `room-tree`.
    """
    if word[:1] in _SIGNS or "_" in word:
        return True
    return not _DEBUG_STEMS.isdisjoint(word.split("-"))


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with all the words for it and all its patterns."""

    number: int
    words: tuple[str, ...]
    """Synonyms, cut to what the dictionary keeps; empty when only the story itself uses it."""
    lines: tuple[SyntaxLine, ...]
    meta: bool | None
    """Whether it speaks to the program, not in the game; None where the story does not say."""

    @property
    def debug(self) -> bool:
        """Whether it is a tool left in by the authors.

        Where the story does not say what speaks to the program, every word for it must be one.
        """
        if self.meta and not _DEBUG_STEMS.isdisjoint(self.words):
            return True
        if self.meta is None:
            return bool(self.words) and all(map(is_tool, self.words))
        return bool(self.words) and all(word[:1] in _SIGNS for word in self.words)


@dataclass(frozen=True, slots=True)
class Grammar:
    """All verbs of a story; none when the format is unknown."""

    format: GrammarFormat
    verbs: tuple[Verb, ...] = ()

    def verb(self, word: str) -> Verb | None:
        """The verb that a word (as the dictionary keeps it) stands for."""
        return next((verb for verb in self.verbs if word in verb.words), None)


UNKNOWN_GRAMMAR: Final = Grammar(GrammarFormat.UNKNOWN)


class _Misfit(Exception):
    """The bytes cannot be a table of the format tried."""


# Inform's grammar tables, versions 1, 2 and 3 (Inform Technical Manual, section 8.6).

_INFORM_VERB: Final = 0x01
_INFORM_META: Final = 0x02
_INFORM_PREPOSITION: Final = 0x08
_ELEMENTARY: Final = (
    *(TokenKind.NOUN, TokenKind.HELD, *_SEVERAL, TokenKind.CREATURE),
    *(TokenKind.SPECIAL, TokenKind.NUMBER, TokenKind.TOPIC),
)
_END_OF_LINE: Final = 15


class _Tables(NamedTuple):
    """What the readers of single lines need to look things up."""

    story: bytes
    words: Mapping[int, Entry]
    prepositions: Mapping[int, str]
    """By their number in the table of "adjectives" (versions 1 and 3)."""


_InformLine: TypeAlias = Callable[[_Tables, int], tuple[SyntaxLine, int]]


def read_inform_grammar(story: bytes, header: Header, raw: RawDictionary) -> Grammar | None:
    """The grammar, if exactly one of Inform's formats fits the tables from end to end."""
    words = raw.by_address()
    numbered = {
        entry.number(2): entry.text for entry in raw.entries if entry.flags & _INFORM_PREPOSITION
    }
    listed = _listed_prepositions(story, header, words)
    readings: list[tuple[GrammarFormat, _InformLine, Mapping[int, str]]] = [
        (GrammarFormat.INFORM_1, _line_version_1, numbered),
        (GrammarFormat.INFORM_2, _line_version_2, {}),
        (GrammarFormat.INFORM_3, _line_version_3, listed),
    ]
    found = []
    for name, reader, prepositions in readings:
        try:
            verbs = _read_inform(_Tables(story, words, prepositions), header, raw.entries, reader)
        except _Misfit:
            continue
        found.append(Grammar(name, verbs))
    return found[0] if len(found) == 1 else None


def _read_inform(
    tables: _Tables, header: Header, entries: Sequence[Entry], read_line: _InformLine
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
        if entry.flags & _INFORM_VERB:
            number = 255 - entry.number(1)
            if number >= count:
                raise _Misfit
            words[number].append(entry)
    if not any(words):
        raise _Misfit
    marks = any(
        entry.flags & _INFORM_META for verb in words for entry in verb
    )  # Inform 7 marks none
    return tuple(
        Verb(
            number=number,
            words=tuple(entry.text for entry in words[number]),
            lines=lines,
            meta=any(entry.flags & _INFORM_META for entry in words[number]) if marks else None,
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
    line = SyntaxLine(_inform_tokens(parts), action & 0x3FF, reversed=bool(action & 0x400))
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
    return SyntaxLine(_inform_tokens(parts), action & 0x3FF, reversed=bool(action & 0x400)), address


def _inform_tokens(parts: Sequence[tuple[int, int, str | None]]) -> tuple[Token, ...]:
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
        if all(entry is not None and entry.flags & _INFORM_PREPOSITION for entry in entries):
            return {number: entry.text for number, entry in enumerate(entries) if entry}
    return {}


# The grammar tables of Infocom's compiler, as its games up to version 5 hold them. The layout was
# worked out by the authors of Infodump.

_ZIL_VERB: Final = 0x40
_ZIL_PREPOSITION: Final = 0x08
_FIRST_DATA: Final = 0x03
"""The two bits that say whose number comes first when a word is several things."""
_VERB_FIRST: Final = 0x01
# Where the parser is to look for an object, and how many it may take.
_MANY: Final = 0x04
_MUST_HAVE: Final = 0x02
_COMPACT_SIZES: Final = (2, 4, 7)


# Stands in for the prepositions until it is known where their table begins.
_ANY_PREPOSITION: Final = dict.fromkeys(range(256), ("",))


_Prepositions: TypeAlias = Mapping[int, tuple[str, ...]]
_Line: TypeAlias = tuple[SyntaxLine, int]
_ZilLine: TypeAlias = Callable[[bytes, int, _Prepositions], _Line]


def read_zil_grammar(story: bytes, header: Header, raw: RawDictionary) -> Grammar | None:
    """The grammar, if exactly one of Infocom's formats fits the tables from end to end."""
    found = []
    for name, reader in (
        (GrammarFormat.ZIL_FIXED, _fixed_line),
        (GrammarFormat.ZIL_COMPACT, _compact_line),
    ):
        try:
            found.append(Grammar(name, _read_zil(story, header, raw, reader)))
        except _Misfit:
            continue
    return found[0] if len(found) == 1 else None


def _read_zil(
    story: bytes, header: Header, raw: RawDictionary, read_line: _ZilLine
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
        if entry.flags & _ZIL_VERB:
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
    story: bytes, starts: list[int], read_line: _ZilLine, prepositions: _Prepositions
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
    return SyntaxLine(_zil_tokens(objects, places, prepositions), action), address + 8


def _compact_line(story: bytes, address: int, prepositions: _Prepositions) -> _Line:
    """As many bytes as the objects need; prepositions lose their two top bits."""
    head, action, *rest = (byte_at(story, address + at) for at in range(7))
    objects = head >> 6
    if objects > 2:
        raise _Misfit
    first, second = (code | 0xC0 if (code := raw & 0x3F) else 0 for raw in (head, rest[2]))
    places = [(first, rest[0], rest[1]), (second if objects == 2 else 0, rest[3], rest[4])]
    tokens = _zil_tokens(objects, places, prepositions)
    return SyntaxLine(tokens, action), address + _COMPACT_SIZES[objects]


def _zil_tokens(
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
            if entry is None or not entry.flags & _ZIL_PREPOSITION or number > 255:
                break
            found[number] = (*found.get(number, ()), entry.text)
        else:
            return found
    raise _Misfit
