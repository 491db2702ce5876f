"""Instruments: which things one does a deed with, by their names. English, of no story."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.agents.offline.affordances import Sentence
from ludens.adventure.puzzles.needs import BLADE, WEAPON

_HARD = "hammer|mallet|axe|pick|pickaxe|mattock|crowbar|rock|stone|brick|pipe|wrench|club|mace"
_LINES = "rope|cord|string|chain|twine|line|wire|cable|thread|ribbon|vine|leash|lead|hose|belt"
_KEYS = "keys?|keycard|card|passkey|latchkey|lockpicks?|picklock|pin|hairpin|wire|pass"
_TOOLS = {
    "unlock": _KEYS,
    "lock": _KEYS,
    "open": f"keys?|keycard|crowbar|opener|chisel|screwdriver|lever|can opener|{BLADE}",
    "break": f"{_HARD}|{WEAPON}",
    "dig": "spade|shovel|trowel|pickaxe|mattock|hoe|pick|spoon|bowl|stick",
    "cut": BLADE + "|glass|shard|razor|cutters?|pliers|secateurs",
    "turn": "wrench|spanner|screwdriver|crank|keys?|pliers|lever|bar|handle",
    "light": "match|matches|matchbook|tinderbox|lighter|flint|torch|candle|taper|ember|lamp|lantern"
    "|brand|lens|glass",
    "fill": "water|oil|sand|milk|wine|beer|petrol|gasoline|fuel|bottle|bucket|jug|pail|can|kettle"
    "|flask|cup|canteen|pump|hose|tap|well|stream",
    "attack": f"{WEAPON}|{_HARD}",
    "tie": _LINES,
    "attach": f"{_LINES}|hook|clip|clamp|magnet|tape|clapper|handle|wheel|bell|plug|connector",
}
_PATTERNS = {verb: re.compile(rf"\b(?:{names})$") for verb, names in _TOOLS.items()}


def is_instrument(sentence: Sentence, name: str) -> bool:
    """Tell whether a thing of this name is what one does such a deed with.

    Deeds that need no tool, such as putting and giving, take any thing.
    """
    return _is_tool(sentence.verb, name)


@lru_cache(maxsize=50_000)
def _is_tool(verb: str, name: str) -> bool:
    pattern = _PATTERNS.get(verb)
    return pattern is None or pattern.search(name) is not None
