"""Random generators derived from an episode's seed and a name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")


def derive_seed(seed: int, *names: str | int) -> int:
    """Return a 64-bit seed that depends on every part and on nothing else.

    The same parts give the same seed on every machine and Python version (SHA-256).
    """
    text = str(seed) + "\x1f%s" * len(names) % names  # a game derives one for each decision
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Throws:
    """A few throws from one derived seed, which is itself the randomness.

    Each takes its part of the 64 bits, and none is likelier than another by more than the number
    of all outcomes in 2⁶⁴. Seeding a generator takes ten times as long as throwing twice.
    """

    __slots__ = ("_left",)

    def __init__(self, seed: int) -> None:
        self._left = seed

    def below(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1."""
        self._left, thrown = divmod(self._left, sides)
        return thrown

    def choice(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices; there must be some."""
        return choices[self.below(len(choices))]


def generator(seed: int, *names: str | int) -> Random:
    """Return a generator of its own for `names`, such as ("player", turn).

    Naming the turn makes a resumed turn draw what the interrupted one drew, with no generator
    state to save.
    """
    return Random(derive_seed(seed, *names))
