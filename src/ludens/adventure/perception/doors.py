"""What opens or falls shut by itself: doors behind the player, lids, gates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.mentions import Mentions
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import ItemId

MOVES = (
    r"(?:crash|slam|swing|fall|bang|clang|snap|thud|creak|grind|slide|roll|drop|spring|fly|burst|glide)"
    r"(?:e?s|ed)?|flies|flew|fell|swung|slid|sprang"
)
SHUT = re.compile(
    rf"\b(?:(?:{MOVES}) (?:\w+ )?(?:shut|closed)|closes (?:\w+ )?(?:behind|by itself|again))\b",
    re.I,
)
OPENED = re.compile(rf"\b(?:(?:{MOVES}) (?:\w+ )?open|opens (?:\w+ )?by itself)\b", re.I)

WORDS = ("shut", "closed", "closes", "open")
"""One of which such a sentence holds: looking for them costs next to nothing."""


def moved_by_themselves(text: str, items: Items) -> Iterator[tuple[ItemId, bool]]:
    """Yield what a text says has opened or shut, and whether it is open now.

    Only what is known to open is heeded, and it must be called by its whole name.
    """
    if not any(word in text for word in WORDS) or not (SHUT.search(text) or OPENED.search(text)):
        return
    for sentence in sentences_of(" ".join(text.split())):
        shut, opened = SHUT.search(sentence), OPENED.search(sentence)
        moves = shut or opened
        if moves is None or (shut and opened):
            continue
        said = Mentions(sentence[: moves.start()])
        for id_, item in items.known.items():
            if item.open is not None and item.open is not bool(opened) and said.of(item.name):
                yield id_, bool(opened)
