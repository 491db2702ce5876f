"""The words by which a story's player goes somewhere, in whatever language it speaks."""

from __future__ import annotations

from typing import Final

from ludens.adventure.interpreter.zmachine.dictionary import PartOfSpeech
from ludens.adventure.interpreter.zmachine.evidence import DIRECTIONS, SHORT_DIRECTIONS
from ludens.adventure.interpreter.zmachine.names import Vocabulary
from ludens.adventure.interpreter.zmachine.zstory import ZStory

_MOST: Final = 16


def direction_words(story: ZStory) -> tuple[str, ...]:
    """One word or more for each direction; the English ones if the story knows any of them.

    Else those that Infocom's dictionary marks, or the names of Inform's compass objects. All
    English ones for a story without a dictionary.
    """
    dictionary = story.dictionary
    english = tuple(
        known
        for word, short in zip(DIRECTIONS, SHORT_DIRECTIONS, strict=True)
        if (known := next((way for way in (word, short) if dictionary.knows(way)), None))
    )
    if english or not len(dictionary):
        return english or tuple(DIRECTIONS)
    return (dictionary.of(PartOfSpeech.DIRECTION) or _compass_words(story))[:_MOST]


def _compass_words(story: ZStory) -> tuple[str, ...]:
    """The first name of each object whose `door_dir` is a way, such as `n_to` (Inform library)."""
    way = story.symbols.property("door_dir")
    if way is None:
        return ()
    tree, vocabulary = story.objects.tree(story.bytes), Vocabulary(story)
    found: list[str] = []
    for number in range(1, len(tree) + 1):
        leads = int.from_bytes(tree.properties(number).get(way, b""), "big")
        if story.symbols.properties.get(leads, "").endswith("_to"):
            found += vocabulary.words(number)[:1]
    return tuple(found)
