"""Which known things a phrase means: those whose names it could stand for, near at hand."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import INVENTORY, ItemId
from ludens.adventure.world.ways import ARTICLES


def at_hand(state: AdventureState) -> list[ItemId]:
    """Return what is carried and what can be seen where the player is."""
    here = state.map.here
    seen = state.items.visible_at(INVENTORY)
    return seen + (state.items.here(here) if here is not None else [])


def named(
    state: AdventureState, vocabulary: Vocabulary, phrase: str, among: Iterable[ItemId]
) -> list[ItemId]:
    """Return the items that a phrase can stand for: each of its words is one of their names.

    Words are compared as the story's parser does, by as many letters as its dictionary keeps.
    """
    truncate = vocabulary.dictionary.truncate
    words = {truncate(word) for word in phrase.lower().split() if word not in ARTICLES}
    if not words:
        return []
    found = []
    for id_ in among:
        name = {truncate(word) for word in state.items.known[id_].name.lower().split()}
        if words <= name:
            found.append(id_)
    return found


def is_mentioned(state: AdventureState, vocabulary: Vocabulary, phrase: str) -> bool:
    """Tell whether a text of this place, or the last one, names what a phrase stands for."""
    truncate = vocabulary.dictionary.truncate
    words = [truncate(word) for word in phrase.lower().split() if word not in ARTICLES]
    if not words:
        return True
    said = {truncate(word.strip(".,;:!?\"'()").lower()) for word in state.text.split()}
    here = state.map.here
    for name in state.journal.mentioned.get(here, {}) if here is not None else ():
        said.update(truncate(word) for word in name.split())
    return words[-1] in said
