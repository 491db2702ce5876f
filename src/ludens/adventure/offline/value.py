"""What a proposal is worth: the progress that it may be expected to bring, by a fitted model.

Progress is counted as in `PROGRESS`. The model is a Poisson regression over a few features, fitted
by `bench/fit_value.py` on labels that cost nothing: proposals that were tried on snapshots of the
development stories, TextWorld's games and the gallery. The script prints the loss on stories left
out; the weights lie in `weights.json` beside this module.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

PROGRESS = {
    **{"score": 1.0, "room": 0.5, "item": 0.5, "thing": 0.01, "change": 0.02, "told": 0.0},
}
"""What counts as progress, and how much: points, a place or a thing in the hands that is new, a
thing come to light, a thing as it never was, a name not heard before. What is asked of a player
is points; the others are what points take, and each is worth what it is on the way there (see
docs/design/player.md)."""
MOST = 2.0
"""No proposal is expected to bring more."""


@cache
def weights() -> Mapping[str, float]:
    """Return the fitted weights, by feature."""
    source = files("ludens.adventure.offline") / "weights.json"
    read: dict[str, float] = json.loads(source.read_text(encoding="utf-8"))
    return read


class Features(dict[str, float]):
    """What speaks for and against something, and what that adds up to."""

    __slots__ = ("total",)

    def __init__(self, features: Mapping[str, float]) -> None:
        super().__init__(features)
        self.total = _weighed(features)

    def become(self, features: Mapping[str, float]) -> None:
        """Hold others from now on, wherever these are looked at."""
        if self != features:
            self.clear()
            self.update(features)
            self.total = _weighed(features)


def _weighed(features: Mapping[str, float]) -> float:
    known = weights().get
    return sum([known(name, 0.0) * amount for name, amount in features.items()])


def value(*parts: Features) -> float:
    """Return the progress that a proposal with these features is expected to bring."""
    return expected(sum([part.total for part in parts]))


def expected(total: float) -> float:
    """Return the same for what the features add up to."""
    return min(MOST, math.exp(weights().get("bias", 0.0) + total))


def chance(worth: float) -> float:
    """Return the chance that something comes of what is expected to bring so much."""
    return 1.0 - math.exp(-worth / weights().get("each", PROGRESS["room"]))
