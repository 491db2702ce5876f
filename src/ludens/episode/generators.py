"""Random generators derived from an episode's seed and a name."""

from __future__ import annotations

import hashlib
from random import Random


def derive_seed(seed: int, *names: str | int) -> int:
    """Return a 64-bit seed that depends on every part and on nothing else.

    The same parts give the same seed on every machine and Python version (SHA-256).
    """
    text = "\x1f".join(map(str, (seed, *names)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def generator(seed: int, *names: str | int) -> Random:
    """Return a generator of its own for `names`, such as ("player", turn).

    Naming the turn makes a resumed turn draw what the interrupted one drew, with no generator
    state to save.
    """
    return Random(derive_seed(seed, *names))
