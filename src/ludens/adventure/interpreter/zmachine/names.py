"""What objects are called: the short name of the table, or what Inform 7 prints instead of one."""

from __future__ import annotations

import re
from typing import Final

from ludens.adventure.interpreter.zmachine.memory import word_at
from ludens.adventure.interpreter.zmachine.objects import ObjectTree
from ludens.adventure.interpreter.zmachine.zstory import ZStory

_LONGEST_NAME: Final = 60
"""Words; longer texts are no names."""


class Names:
    """Names of objects in one story."""

    def __init__(self, story: ZStory, text_mark: int | None) -> None:
        self._story = story
        self._text_mark = text_mark
        self._property = story.symbols.property("short_name")

    def name(self, tree: ObjectTree, number: int) -> str:
        """The name of an object; empty if it has none, or one that only the story can work out."""
        if name := tree.name(number):
            return name
        if self._text_mark is None:
            return ""
        block = self._block(tree, number)
        if block is None or word_at(self._story.bytes, block) != self._text_mark:
            return ""
        return self._read(block)

    def learn_text_mark(self, tree: ObjectTree, number: int, said: str) -> int | None:
        """How Inform 7 marks a name that is plain text, given an object whose name was printed.

        Its objects have no short name in the table but a property with the address of two
        words: what kind of text it is, and where it is packed.
        """
        block = self._block(tree, number)
        if tree.name(number) or block is None:
            return None
        name = self._read(block).strip()
        told = len(name) > 1 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        return word_at(self._story.bytes, block) if told else None

    def _block(self, tree: ObjectTree, number: int) -> int | None:
        if self._property is None:
            return None
        value = tree.properties(number).get(self._property, b"")
        address = int.from_bytes(value, "big")
        return address if len(value) == 2 and address else None

    def _read(self, block: int) -> str:
        packed = word_at(self._story.bytes, block + 2)
        return self._story.text.decode(self._story.header.unpack_string(packed), _LONGEST_NAME)
