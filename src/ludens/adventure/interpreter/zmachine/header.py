"""The first 64 bytes of a story: where its tables lie and how its addresses are packed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


def byte_at(data: bytes, address: int) -> int:
    """The byte at an address; 0 outside the data."""
    return data[address] if 0 <= address < len(data) else 0


def word_at(data: bytes, address: int) -> int:
    """The big-endian word at an address, 0 to 65535; bytes outside the data count as 0."""
    return byte_at(data, address) << 8 | byte_at(data, address + 1)


def signed(word: int) -> int:
    """A word as the Z-machine's arithmetic reads it: -32768 to 32767."""
    return word - 0x10000 if word >= 0x8000 else word


class Compiler(StrEnum):
    """A family of compilers whose story files are laid out alike."""

    INFORM = "inform"
    """Inform 1 to 6, and Inform 7, which compiles by way of Inform 6."""
    ZIL = "zil"
    """Infocom's own compiler, and ZILF, which follows it."""
    UNKNOWN = "unknown"
    """Any other, or a file too odd to tell."""


_COMPILER_STAMP = re.compile(rb"\d\.\d\d")
_TIME_STATUS = 0x02


@dataclass(frozen=True, slots=True)
class Header:
    """A story's header (Z-Machine Standards Document 1.1, section 11). Addresses are in bytes."""

    version: int
    """3, 4, 5 or 8 in a story that is played; any byte in a damaged one."""
    static_base: int
    """Where dynamic memory ends."""
    dictionary: int
    objects: int
    globals: int
    abbreviations: int
    alphabet: int
    """The story's own alphabet table; 0 for the standard one."""
    unicode: int
    """The story's own table of characters 155 and up; 0 for the standard one."""
    shows_time: bool
    """Version 3 only: the status line shows the time instead of score and moves."""
    inform_version: str | None
    """The version that Inform 6.0 and later write at the end of the header, such as "6.41"."""

    @classmethod
    def parse(cls, story: bytes) -> Self:
        """Read the header of any bytes at all; what is missing reads as 0."""
        version = byte_at(story, 0)
        extension = word_at(story, 0x36) if version >= 5 else 0
        has_unicode = extension and word_at(story, extension) >= 3
        stamp = story[0x3C:0x40]
        return cls(
            version=version,
            static_base=word_at(story, 0x0E),
            dictionary=word_at(story, 0x08),
            objects=word_at(story, 0x0A),
            globals=word_at(story, 0x0C),
            abbreviations=word_at(story, 0x18),
            alphabet=word_at(story, 0x34) if version >= 5 else 0,
            unicode=word_at(story, extension + 6) if has_unicode else 0,
            shows_time=version == 3 and bool(byte_at(story, 1) & _TIME_STATUS),
            inform_version=stamp.decode() if _COMPILER_STAMP.fullmatch(stamp) else None,
        )

    @property
    def dictionary_letters(self) -> int:
        """How many Z-characters of a word the dictionary keeps: 6, or 9 from version 4 on."""
        return 6 if self.version <= 3 else 9

    @property
    def dictionary_text_bytes(self) -> int:
        """How many bytes those take: 4, or 6 from version 4 on."""
        return 4 if self.version <= 3 else 6

    def unpack_string(self, packed: int) -> int:
        """The byte address of a packed string address (section 1.2.3)."""
        if self.version <= 3:
            return packed * 2
        return packed * (4 if self.version <= 5 else 8)
