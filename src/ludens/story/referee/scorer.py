"""From evidence to a score: a logistic regression whose coefficients ship as data.

What tells in a tale of ten pages says little in a long novel, where every word stands somewhere. So
there are weights for a short text and for a long one, and between them by the text's length.

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

from ludens.story.settings import Weighing


class Scorer(NamedTuple):
    """Weights over features, and where the scale is cut."""

    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    """For a short text."""
    long_weights: tuple[float, ...]
    intercept: float
    long_intercept: float
    short_rows: float
    """Logarithm of the sentences up to which a text is short."""
    long_rows: float
    """The same from which it is long."""
    approve: float
    """A score from which a prompt is approved."""
    reject: float
    """A score below which it is rejected; between the two it is undecided."""

    def score(self, features: Mapping[str, float]) -> float:
        """Return how well a prompt is supported, from 0 to 1."""
        share = self.length(features["log_rows"])
        total = self.intercept + share * (self.long_intercept - self.intercept)
        for name, mean, scale, short, long in zip(
            self.features, self.means, self.scales, self.weights, self.long_weights, strict=True
        ):
            weight = short + share * (long - short)
            total += weight * max(-4.0, min(4.0, (features[name] - mean) / scale))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))

    def length(self, log_rows: float) -> float:
        """Return how long a text is taken to be: 0 short, 1 long."""
        share = (log_rows - self.short_rows) / (self.long_rows - self.short_rows)
        return max(0.0, min(1.0, share))


class Alone(NamedTuple):
    """A baseline: one feature, and where it is cut."""

    feature: str
    approve: float
    reject: float

    def score(self, features: Mapping[str, float]) -> float:
        """Return the feature brought between 0 and 1; the order stays."""
        value = max(0.0, features[self.feature])
        return value / (1 + value)


@lru_cache(maxsize=8)
def scorer(*, dense: bool, weighing: Weighing = Weighing.EVIDENCE) -> Scorer | Alone:
    """Return the scorer that ships with Ludens, with embeddings or for words alone."""
    data = files("ludens.story.referee").joinpath("data", "calibration.json").read_text("utf-8")
    fitted = json.loads(data)
    if weighing is not Weighing.EVIDENCE:
        return Alone(**fitted["alone"][weighing])
    own = fitted["dense" if dense else "lexical"]
    return Scorer(
        tuple(own["features"]),
        tuple(own["means"]),
        tuple(own["scales"]),
        tuple(own["weights"]),
        tuple(own["long_weights"]),
        own["intercept"],
        own["long_intercept"],
        own["short_rows"],
        own["long_rows"],
        own["approve"],
        own["reject"],
    )
