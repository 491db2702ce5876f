"""Commands that the world model contradicts: taking what is carried, opening what is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.adventure.reference import at_hand, named
from ludens.adventure.sentences import Parsed
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.item import Item
from ludens.adventure.world.places import INVENTORY

ALREADY = 0.04
"""The score of what is so already."""
IMPOSSIBLE = 0.3
"""The score of what proved impossible."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What speaks against a command."""

    score: float
    reason: str


Test = Callable[[Item, bool], str | None]
"""Given the item and whether it is in the hands: what is wrong, or None."""


def _when(wrong: bool, reason: str) -> str | None:
    return reason if wrong else None


TESTS: dict[str, Test] = {
    "take": lambda item, held: _when(held, "is carried already"),
    "drop": lambda item, held: _when(not held, "is not carried"),
    "open": lambda item, held: _when(item.open is True, "is open already"),
    "close": lambda item, held: _when(item.open is False, "is closed already"),
    "unlock": lambda item, held: _when(item.locked is False, "is not locked"),
    "lock": lambda item, held: _when(item.locked is True, "is locked already"),
    "wear": lambda item, held: _when(bool(item.worn), "is worn already"),
    "turn on": lambda item, held: _when(bool(item.lit), "is on already"),
    "turn off": lambda item, held: _when(item.lit is False, "is off already"),
}
"""By the verb, with the particle where it makes another verb of it."""
SAME_AS = {
    **dict.fromkeys(("get", "carry", "hold", "grab", "pick up"), "take"),
    **dict.fromkeys(("discard", "put", "put down", "insert", "give", "throw"), "drop"),
    **dict.fromkeys(("don", "put on"), "wear"),
    **dict.fromkeys(("switch on", "light"), "turn on"),
    **dict.fromkeys(("switch off", "extinguish", "douse"), "turn off"),
    "shut": "close",
}


def contradiction(state: AdventureState, vocabulary: Vocabulary, parsed: Parsed) -> Fault | None:
    """Return what the world model has against a sentence, if anything.

    Only where the phrase means exactly one thing at hand: of two keys one may still be locked.
    """
    if not parsed.things:
        return None
    found = named(state, vocabulary, parsed.things[0], at_hand(state))
    if len(found) != 1:
        return None
    item = state.items.known[found[0]]
    held = found[0] in state.items.within(INVENTORY)
    said = f"{parsed.verb} {parsed.particle}".strip()
    deed = SAME_AS.get(said, said)
    if deed == "take" and item.fixed:
        return Fault(IMPOSSIBLE, f"The {item.name} cannot be taken.")
    if deed == "take" and held and item.place != INVENTORY:
        return None  # out of something that is carried
    wrong = TESTS[deed](item, held) if deed in TESTS else None
    return Fault(ALREADY, f"The {item.name} {wrong}.") if wrong is not None else None
