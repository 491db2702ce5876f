"""What a player may call an object: the dictionary words among its properties.

Inform keeps them in the property `name`, Infocom's compiler in one whose number differs from
story to story. Either way it is a list of addresses of dictionary words, and nothing else is.
"""

from __future__ import annotations

from typing import Final

from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.memory import word_at
from ludens.adventure.interpreter.zmachine.zstory import ZStory

_NAMING: Final = frozenset({PartOfSpeech.NOUN, PartOfSpeech.ADJECTIVE, PartOfSpeech.PLURAL})


class Vocabulary:
    """The words for the objects of one story, as it is before it begins."""

    def __init__(self, story: ZStory) -> None:
        self._dictionary = story.dictionary
        self._entries = story.entries
        self._property = story.symbols.property("name")
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
