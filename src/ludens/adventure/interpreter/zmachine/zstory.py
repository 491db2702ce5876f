"""A story file read once: everything about it that play does not change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from ludens.adventure.interpreter.zmachine.dictionary import Dictionary, Entry, RawDictionary
from ludens.adventure.interpreter.zmachine.grammar import (
    UNKNOWN_GRAMMAR,
    Grammar,
    read_inform_grammar,
    read_zil_grammar,
)
from ludens.adventure.interpreter.zmachine.header import Compiler, Header
from ludens.adventure.interpreter.zmachine.objects import ObjectTable
from ludens.adventure.interpreter.zmachine.symbols import NO_SYMBOLS, Symbols, read_symbols
from ludens.adventure.interpreter.zmachine.text import TextCodec

KEPT: Final = 4
"""Stories that are kept once they are read."""


class ZStory:
    """What a Z-machine story file says of itself, read on demand and kept.

    Takes the bytes of the story proper, not of a Blorb container. Accepts any bytes: what
    cannot be read is empty or unknown.
    """

    def __init__(self, story: bytes) -> None:
        self.bytes: Final = story
        self.header: Final = Header.parse(story)
        self.text: Final = TextCodec(story, self.header)

    @cached_property
    def _raw_dictionary(self) -> RawDictionary:
        return RawDictionary.parse(self.bytes, self.header, self.text)

    @cached_property
    def _inform_grammar(self) -> Grammar | None:
        return read_inform_grammar(self.bytes, self.header, self._raw_dictionary)

    @cached_property
    def _zil_grammar(self) -> Grammar | None:
        return read_zil_grammar(self.bytes, self.header, self._raw_dictionary)

    @cached_property
    def compiler(self) -> Compiler:
        """Who made the story: by Inform's stamp, or by whose grammar tables the file holds."""
        if self.header.inform_version:
            return Compiler.INFORM
        # Early Inform left no stamp. Either table could fit by accident, hardly both.
        if (self._inform_grammar is None) == (self._zil_grammar is None):
            return Compiler.UNKNOWN
        return Compiler.INFORM if self._inform_grammar else Compiler.ZIL

    @cached_property
    def dictionary(self) -> Dictionary:
        """The words it knows."""
        return Dictionary(self._raw_dictionary, self.compiler, self.header, self.text)

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """Dictionary entries by the address that grammar and properties refer to them by."""
        return self._raw_dictionary.by_address()

    @cached_property
    def objects(self) -> ObjectTable:
        """The objects it has, at any time of play."""
        return ObjectTable.parse(self.bytes, self.header, self.text)

    @cached_property
    def symbols(self) -> Symbols:
        """Names of attributes and properties, where the file holds them."""
        if self.compiler is not Compiler.INFORM:
            return NO_SYMBOLS
        actions = 1 + max(
            (line.action for verb in self.grammar.verbs for line in verb.lines), default=-1
        )
        return read_symbols(self.bytes, self.header, self.text, self.objects.end, actions)

    @cached_property
    def may_be_dark(self) -> bool:
        """Whether an Inform library may be at work. Theirs name no room while it is dark."""
        if self.compiler is not Compiler.INFORM:
            return False
        return self.symbols is NO_SYMBOLS or self.symbols.attribute("light") is not None

    @cached_property
    def grammar(self) -> Grammar:
        """The sentences it understands."""
        grammars = {Compiler.INFORM: self._inform_grammar, Compiler.ZIL: self._zil_grammar}
        return grammars.get(self.compiler) or UNKNOWN_GRAMMAR


@lru_cache(maxsize=KEPT)
def read_zstory(story: bytes) -> ZStory:
    """Return what a story file says of itself: all that play one story read it once."""
    return ZStory(story)
