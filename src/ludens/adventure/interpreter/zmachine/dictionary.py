"""The words a story understands, and what it takes each of them for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

from ludens.adventure.interpreter.zmachine.header import Compiler, Header, byte_at, signed, word_at
from ludens.adventure.interpreter.zmachine.text import TextCodec

_MOST_REMEMBERED: Final = 20_000
"""Words whose look-up is remembered: more than are ever in use, and few enough to hold."""


class PartOfSpeech(StrEnum):
    """What a story takes a word for. A word may be several things."""

    VERB = "verb"
    META = "meta"
    """A verb that speaks to the program, such as "save" (Inform only)."""
    NOUN = "noun"
    """A word that names a thing; in Inform also an adjective or a direction."""
    PLURAL = "plural"
    ADJECTIVE = "adjective"
    DIRECTION = "direction"
    PREPOSITION = "preposition"
    BUZZWORD = "buzzword"
    """A word with a use of its own in the parser, such as "all" or "the" (Infocom only)."""


# Inform Technical Manual, section 8.5; bit 4 ("singular") came with Inform 6.43 and says
# nothing that the lack of "plural" does not.
_INFORM_FLAGS: Final = (
    (0x01, PartOfSpeech.VERB),
    (0x02, PartOfSpeech.META),
    (0x04, PartOfSpeech.PLURAL),
    (0x08, PartOfSpeech.PREPOSITION),
    (0x80, PartOfSpeech.NOUN),
)
_ZIL_FLAGS: Final = (
    (0x04, PartOfSpeech.BUZZWORD),
    (0x08, PartOfSpeech.PREPOSITION),
    (0x10, PartOfSpeech.DIRECTION),
    (0x20, PartOfSpeech.ADJECTIVE),
    (0x40, PartOfSpeech.VERB),
    (0x80, PartOfSpeech.NOUN),
)
_FLAGS: Final = {
    Compiler.INFORM: _INFORM_FLAGS,
    Compiler.ZIL: _ZIL_FLAGS,
    Compiler.UNKNOWN: (),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One word as the story file holds it."""

    address: int
    text: str
    """The word as far as the story tells it from others: at most 6 or 9 Z-characters."""
    encoded: bytes
    data: bytes
    """What follows the word; its meaning is the compiler's."""

    @property
    def flags(self) -> int:
        """The first data byte: what the word can be; 0 where there is none."""
        return byte_at(self.data, 0)

    def number(self, position: int) -> int:
        """A further data byte, counted from 1; 0 where there is none."""
        return byte_at(self.data, position)


@dataclass(frozen=True, slots=True)
class RawDictionary:
    """The dictionary before anything is said about what its words mean."""

    separators: str
    """Characters that are words by themselves, such as the comma."""
    entries: tuple[Entry, ...]

    @classmethod
    def parse(cls, story: bytes, header: Header, codec: TextCodec) -> Self:
        """Read the dictionary (Standards Document, section 13); damaged ones give what fits."""
        address = header.dictionary
        if not address:
            return cls("", ())
        separator_count = byte_at(story, address)
        separators = "".join(
            codec.character(byte_at(story, address + 1 + index)) for index in range(separator_count)
        )
        address += 1 + separator_count
        length = byte_at(story, address)
        text_bytes = header.dictionary_text_bytes
        if length < text_bytes:
            return cls(separators, ())
        # A negative count marks an unsorted dictionary.
        count = abs(signed(word_at(story, address + 1)))
        first = address + 3
        count = min(count, max(0, len(story) - first) // length)
        entries = []
        for start in range(first, first + count * length, length):
            entries.append(
                Entry(
                    address=start,
                    text=codec.decode(start, text_bytes // 2),
                    encoded=story[start : start + text_bytes],
                    data=story[start + text_bytes : start + length],
                )
            )
        return cls(separators, tuple(entries))

    def by_address(self) -> Mapping[int, Entry]:
        """Entries by the address that grammar and properties refer to them by."""
        return MappingProxyType({entry.address: entry for entry in self.entries})


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the dictionary."""

    text: str
    parts: frozenset[PartOfSpeech]
    """Empty where the compiler is not known."""


class Dictionary:
    """Every word a story knows. Anything else it refuses before thinking about it."""

    def __init__(
        self, raw: RawDictionary, compiler: Compiler, header: Header, codec: TextCodec
    ) -> None:
        flags = _FLAGS[compiler]
        self._codec = codec
        self._words = {
            entry.encoded: Word(
                entry.text, frozenset(part for bit, part in flags if entry.flags & bit)
            )
            for entry in raw.entries
        }
        self._found: dict[str, Word | None] = {}
        self._cut: dict[str, str] = {}
        self._of: dict[PartOfSpeech, tuple[str, ...]] = {}
        self.separators: Final = raw.separators
        self.parts_known: Final = bool(flags)
        """Whether the parts of speech can be read; if not, they are empty, not wrong."""
        self.letters: Final = header.dictionary_letters
        """How many Z-characters of a word count: 6, or 9 from version 4 on."""

    def __len__(self) -> int:
        return len(self._words)

    @property
    def words(self) -> tuple[Word, ...]:
        """All words, in the dictionary's own order."""
        return tuple(self._words.values())

    def look_up(self, word: str) -> Word | None:
        """The entry that a typed word would be taken for, or None."""
        if word in self._found:
            return self._found[word]
        if not word or any(character.isspace() for character in word):
            return None
        if len(self._found) >= _MOST_REMEMBERED:
            self._found.clear()
        found = self._found[word] = self._words.get(self._codec.encode(word))
        return found

    def knows(self, word: str) -> bool:
        """Whether the story would recognise a typed word, however long."""
        return self.look_up(word) is not None

    def truncate(self, word: str) -> str:
        """A word cut to what the story reads of it."""
        known = self._cut.get(word)
        if known is None:
            if len(self._cut) >= _MOST_REMEMBERED:
                self._cut.clear()
            known = self._cut[word] = self._codec.truncate(word)
        return known

    def of(self, part: PartOfSpeech) -> tuple[str, ...]:
        """The words that can be that part of speech, in the dictionary's own order."""
        known = self._of.get(part)
        if known is None:
            words = self._words.values()
            known = self._of[part] = tuple(word.text for word in words if part in word.parts)
        return known
