"""Directions that are only guessed: what speaks for each, by the words of a room's description."""

from __future__ import annotations

import re
from functools import lru_cache

from ludens.adventure.directions import DIRECTIONS

GUESS = "(guess)"
"""The kind of a point of the compass, of the four, that nothing speaks for."""
ASLANT, UPRIGHT, THROUGH = "(guess aslant)", "(guess upright)", "(guess through)"
"""Those of the other four, of up and down, and of in and out: each fares in its own way."""
SPOKEN = "(spoken)"
"""That of a point of the compass that a description names, though not plainly as a way."""
SHAFT = "(shaft)"
"""That of up and down where there is something to go up or down by."""
GUESSES = frozenset({GUESS, ASLANT, UPRIGHT, THROUGH, SPOKEN, SHAFT})
COMPASS = frozenset(DIRECTIONS) - {"up", "down", "in", "out"}
FOUR = frozenset({"north", "south", "east", "west"})
SHAFTS = re.compile(
    r"\b(?:stair|stairs|staircase|stairway|steps|ladder|trap ?door|hatch|hole|pit|chute|shaft|well"
    r"|tree|cliff|chimney|grating|manhole|rope)\b",
    re.IGNORECASE,
)
"""What one may go up or down by."""


@lru_cache(maxsize=5000)
def guess_of(description: str, direction: str, *, shaft: bool = False) -> str:
    """Return the kind of guess that a direction is in a room of this description.

    `shaft` tells that there is something to go up or down by, though the description is silent.
    """
    if direction in ("up", "down"):
        return SHAFT if shaft or SHAFTS.search(description) else UPRIGHT
    if direction not in COMPASS:
        return THROUGH
    named = re.search(rf"\b{direction}(?:ern|wards?|erly)?\b", description, re.IGNORECASE)
    if named:
        return SPOKEN
    return GUESS if direction in FOUR else ASLANT
