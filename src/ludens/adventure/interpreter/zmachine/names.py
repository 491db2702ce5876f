"""What objects are called: by the story, and by the words that its player may use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from ludens.adventure.interpreter.zmachine.dictionary import Dictionary, PartOfSpeech
from ludens.adventure.interpreter.zmachine.header import Compiler, word_at
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


def called(printed: str, own: Collection[str], dictionary: Dictionary) -> str:
    """How to call an object whose own words are known: by those of its name that are among them.

    What the dictionary has as an adjective stays, since Infocom keeps these elsewhere. Where no
    word of the name is its own, the first of its own words; empty where it has none.
    """
    kept = [word for word in _words(printed, own, dictionary) if is_of(word, own, dictionary)]
    if any(dictionary.truncate(word) in own for word in kept):
        return " ".join(kept)
    return next(iter(own), "")


def _words(printed: str, own: Collection[str], dictionary: Dictionary) -> Iterator[str]:
    """Yield the words of a name; one with a hyphen is one word only if it is the object's own."""
    for token in printed.lower().split():
        word = token.strip(".,;:!?()\"'")
        if dictionary.truncate(word) in own:
            yield word
        else:
            yield from word.split("-")


def is_of(word: str, own: Collection[str], dictionary: Dictionary) -> bool:
    """Whether a word may be said of an object with these words: its own, or an adjective."""
    found = dictionary.look_up(word)
    is_adjective = found is not None and PartOfSpeech.ADJECTIVE in found.parts
    return is_adjective or dictionary.truncate(word) in own


NAME: Final = 1
"""The property `name` of Inform's stories, whichever compiler of its family made them."""
_NAMING: Final = frozenset({PartOfSpeech.NOUN, PartOfSpeech.ADJECTIVE, PartOfSpeech.PLURAL})


class Vocabulary:
    """The words for the objects of one story, as it is before it begins.

    Inform keeps them in the property `name`, Infocom's compiler in one whose number differs from
    story to story. Either way it is a list of addresses of dictionary words, and nothing else is.
    """

    def __init__(self, story: ZStory) -> None:
        self._dictionary = story.dictionary
        self._entries = story.entries
        self._property = NAME if story.compiler is Compiler.INFORM else None
        self._tree = story.objects.tree(story.bytes)
        self._words: dict[int, tuple[str, ...]] = {}

    def words(self, number: int) -> tuple[str, ...]:
        """The words for an object, each once, as far as the dictionary keeps them.

        That is 6 letters, or 9 from version 4 on.
        """
        known = self._words.get(number)
        if known is None:
            found: dict[str, None] = {}
            for property_, data in self._tree.properties(number).items():
                if self._property in (None, property_):
                    found |= dict.fromkeys(self._read(data))
            known = self._words[number] = tuple(found)
        return known

    def called(self, number: int, printed: str) -> str:
        """How to call an object in its own words; empty where the story keeps none for it."""
        return called(printed, self.words(number), self._dictionary)

    def truncate(self, word: str) -> str:
        """A typed word cut to what the dictionary keeps of it."""
        return self._dictionary.truncate(word)

    def _read(self, data: bytes) -> list[str]:
        """The words that a property lists; empty if it is no list of words for things."""
        if not data or len(data) % 2:
            return []
        entries = [self._entries.get(word_at(data, at)) for at in range(0, len(data), 2)]
        words = [entry.text for entry in entries if entry is not None]
        if self._property is not None:
            return words
        if None in entries:
            return []
        known = [self._dictionary.look_up(word) for word in words]
        parts = {part for word in known if word is not None for part in word.parts}
        return words if not self._dictionary.parts_known or parts & _NAMING else []
