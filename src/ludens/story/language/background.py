"""How common a word is in English stories, and whether it is more a noun or a verb there.

Counted by `bench/grounding/background.py` over novels that no test is made of; the file names them.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

RAREST = 8.0
"""Nats: what is rarer than this weighs no more (a name would drown everything else)."""


LEAST_MASS = 3.5
"""Nats: a prompt that says less than this claims nothing that a book could lack."""


class Background(NamedTuple):
    """Counts of stems over stretches of three sentences."""

    stretches: int
    counts: dict[str, tuple[int, int, int]]
    """For each stem: stretches that have it, times after `the` and its like, after `to` and its
    like."""

    def weight(self, stem: str) -> float:
        """Return how much a stem says, in nats: its inverse document frequency."""
        found = self.counts.get(stem, (0, 0, 0))[0]
        return min(math.log((self.stretches + 1) / (found + 0.5)), RAREST)

    def is_verb(self, stem: str) -> bool:
        """Tell whether a stem stands rather where verbs do."""
        _, noun, verb = self.counts.get(stem, (0, 0, 0))
        return verb + 0.5 > 1.2 * (noun + 0.5)


@lru_cache(maxsize=1)
def background() -> Background:
    """Return the counts that ship with Ludens."""
    data = files("ludens.story.language").joinpath("data", "background.json").read_text("utf-8")
    read = json.loads(data)
    return Background(read["stretches"], {k: tuple(v) for k, v in read["stems"].items()})
