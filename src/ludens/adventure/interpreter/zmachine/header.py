"""The first 64 bytes of a story: where its tables lie and how its addresses are packed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from ludens.adventure.interpreter.zmachine.memory import byte_at, word_at

_COMPILER_STAMP = re.compile(rb"\d\.\d\d")
_TIME_STATUS = 0x02


@dataclass(frozen=True, slots=True)
class Header:
    """A story's header (Z-Machine Standards Document 1.1, section 11). Addresses are in bytes."""

    version: int
    """1 to 8 in a real story; any byte in a damaged one."""
    release: int
    serial: str
    """Six characters, by custom the date of compilation."""
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
    routines_offset: int
    strings_offset: int
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
            release=word_at(story, 0x02),
            serial=story[0x12:0x18].decode("latin-1"),
            static_base=word_at(story, 0x0E),
            dictionary=word_at(story, 0x08),
            objects=word_at(story, 0x0A),
            globals=word_at(story, 0x0C),
            abbreviations=word_at(story, 0x18) if version >= 2 else 0,
            alphabet=word_at(story, 0x34) if version >= 5 else 0,
            unicode=word_at(story, extension + 6) if has_unicode else 0,
            routines_offset=word_at(story, 0x28) if version in (6, 7) else 0,
            strings_offset=word_at(story, 0x2A) if version in (6, 7) else 0,
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
        if self.version <= 5:
            return packed * 4
        if self.version <= 7:
            return packed * 4 + self.strings_offset * 8
        return packed * 8
