"""The names that Inform 6 leaves in a story file, to print them in run-time errors.

Attributes and properties are named as in the source: where the table is there, the
meaning of an attribute need not be guessed. Authors may leave it out ($OMIT_SYMBOL_TABLE).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ludens.adventure.interpreter.zmachine.header import Header, word_at
from ludens.adventure.interpreter.zmachine.text import TextCodec

_ATTRIBUTES: Final = 48
_LAST_COMMON_PROPERTY: Final = 63
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Symbols:
    """Names from a story's source, by number. Empty where the story file holds none."""

    attributes: Mapping[int, str] = field(default_factory=dict)
    properties: Mapping[int, str] = field(default_factory=dict)

    def attribute(self, name: str) -> int | None:
        """The number of an attribute by its name in the source."""
        return next((number for number, text in self.attributes.items() if text == name), None)

    def property(self, name: str) -> int | None:
        """The number of a property by its name in the source."""
        return next((number for number, text in self.properties.items() if text == name), None)


NO_SYMBOLS: Final = Symbols()


def read_symbols(
    story: bytes, header: Header, codec: TextCodec, objects_end: int, actions: int
) -> Symbols:
    """Read the table of names behind the object table (compiler source, tables.c).

    `objects_end` is where the last object's properties end; `actions` how many actions the
    grammar speaks of. Anything that does not look like names gives NO_SYMBOLS.
    """
    address = objects_end
    # First comes the list of classes, up to a zero.
    while word_at(story, address):
        address += 2
        if address >= header.globals:
            return NO_SYMBOLS
    count = word_at(story, address + 2)
    address += 4
    properties_end = address + 2 * (count - 1)
    names_end = properties_end + 2 * (_ATTRIBUTES + actions)
    if count <= _LAST_COMMON_PROPERTY or names_end > header.globals:
        return NO_SYMBOLS

    def names(start: int, first: int, total: int) -> dict[int, str]:
        texts = (codec.decode_packed(word_at(story, start + 2 * index)) for index in range(total))
        return {
            number: text for number, text in enumerate(texts, first) if _IDENTIFIER.fullmatch(text)
        }

    properties = names(address, 1, count - 1)
    attributes = names(properties_end, 0, _ATTRIBUTES)
    # Every Inform story has this property, whether its author names one or not.
    if "name" not in properties.values():
        return NO_SYMBOLS
    return Symbols(attributes, properties)
