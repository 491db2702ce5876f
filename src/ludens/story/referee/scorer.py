"""From evidence to a score: a logistic regression whose coefficients ship as data.

`bench/grounding/fit.py` fits it on the tuning stories; the file says on which, and what it reached
on the others.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Scorer(NamedTuple):
    """Weights over features, and where the scale is cut."""

    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    approve: float
    """A score from which a prompt is approved."""
    reject: float
    """A score below which it is rejected; between the two it is undecided."""

    def score(self, features: Mapping[str, float]) -> float:
        """Return how well a prompt is supported, from 0 to 1."""
        total = self.intercept
        for name, mean, scale, weight in zip(
            self.features, self.means, self.scales, self.weights, strict=True
        ):
            total += weight * max(-4.0, min(4.0, (features[name] - mean) / scale))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@lru_cache(maxsize=2)
def scorer(*, dense: bool) -> Scorer:
    """Return the scorer that ships with Ludens, with embeddings or for words alone."""
    data = files("ludens.story.referee").joinpath("data", "calibration.json").read_text("utf-8")
    own = json.loads(data)["dense" if dense else "lexical"]
    return Scorer(
        tuple(own["features"]),
        tuple(own["means"]),
        tuple(own["scales"]),
        tuple(own["weights"]),
        own["intercept"],
        own["approve"],
        own["reject"],
    )
