"""Values that change at some turns, averaged over episodes."""

from __future__ import annotations

from collections.abc import Sequence

POINTS = 60
"""Points of a curve."""

Steps = Sequence[tuple[int, float]]
"""Turn and value, whenever it changed, in order; 0 before the first."""


def mean_curve(steps: Sequence[Steps], turns: int) -> list[tuple[int, float]]:
    """Return turns from 0 to the last and the mean value had by then; none from no episode.

    An episode that ended earlier keeps its last value to the end.
    """
    if not steps:
        return []
    shown = [*range(0, turns, max(1, turns // POINTS)), turns]
    curves = [_sampled(one, shown) for one in steps]
    return [(turn, sum(curve[i] for curve in curves) / len(curves)) for i, turn in enumerate(shown)]


def _sampled(steps: Steps, turns: Sequence[int]) -> list[float]:
    values, value, position = [], 0.0, 0
    for turn in turns:
        while position < len(steps) and steps[position][0] <= turn:
            value = steps[position][1]
            position += 1
        values.append(value)
    return values
