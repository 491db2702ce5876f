"""Score against turns: the mean curve of a group of episodes."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.bench.measures import Measured

POINTS = 60
"""Points of a curve."""


def score_curve(group: Sequence[Measured]) -> list[tuple[int, float]]:
    """Return turns and the mean score had by then; an episode keeps its last score to the end."""
    if not group:
        return []
    last = max(one.turns for one in group)
    step = max(1, last // POINTS)
    turns = [*range(0, last, step), last]
    curves = [_sampled(one.curve, turns) for one in group]
    return [(turn, sum(curve[i] for curve in curves) / len(curves)) for i, turn in enumerate(turns)]


def _sampled(curve: Sequence[tuple[int, float]], turns: Sequence[int]) -> list[float]:
    values, score, position = [], 0.0, 0
    for turn in turns:
        while position < len(curve) and curve[position][0] <= turn:
            score = curve[position][1]
            position += 1
        values.append(score)
    return values
