"""Intervals, paired tests and effect sizes, by SciPy."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.episode.errors import LudensError
from ludens.installing import install_command

RESAMPLES = 2000
"""Of a bootstrap; the interval's ends then vary by a few hundredths of their width."""
CONFIDENCE = 0.95
ROUNDING = 1e-12
"""By how much of their size equal values may differ: a few thousand times a float's rounding."""
SEED = 20_260
"""Of the resampling: a report says the same whenever it is made."""


class StatisticsMissingError(LudensError):
    """The extra that brings SciPy is not installed."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95% bootstrap interval."""

    mean: float
    low: float | None
    """None where there are too few values for an interval."""
    high: float | None
    number: int


@dataclass(frozen=True, slots=True)
class Paired:
    """How two conditions differ on the same subjects and seeds: B less A."""

    difference: Mean
    more: int
    """Pairs in which B is more."""
    less: int
    equal: int
    p_value: float | None
    """Of the sign-flip permutation test, two-sided; None with fewer than two pairs."""
    effect: float | None
    """Cohen's d for paired values: the mean difference by its standard deviation; None where
    every difference is the same."""


def mean(values: Sequence[float]) -> Mean:
    """Return the mean with its percentile bootstrap interval; needs at least one value."""
    data = np.asarray(values, dtype=float)
    if data.size < 2 or np.ptp(data) == 0.0:
        only = float(data.mean())
        known = only if data.size > 1 else None
        return Mean(only, known, known, int(data.size))
    found = _stats().bootstrap(
        (data,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        vectorized=True,
        rng=np.random.default_rng(SEED),
    )
    interval = found.confidence_interval
    return Mean(float(data.mean()), float(interval.low), float(interval.high), int(data.size))


def paired(first: Sequence[float], second: Sequence[float]) -> Paired:
    """Return how the second values differ from the first, pair by pair."""
    differences = np.asarray(second, dtype=float) - np.asarray(first, dtype=float)
    differences[np.isclose(differences, 0.0, atol=_noise(first, second))] = 0.0
    spread = float(differences.std(ddof=1)) if differences.size > 1 else 0.0
    is_one = bool(np.ptp(differences) <= _noise(first, second)) if differences.size else True
    return Paired(
        difference=mean(differences.tolist()),
        more=int((differences > 0).sum()),
        less=int((differences < 0).sum()),
        equal=int((differences == 0).sum()),
        p_value=_p_value(differences),
        effect=None if is_one else float(differences.mean()) / spread,
    )


def _noise(*sides: Sequence[float]) -> float:
    """Return how far two values may lie apart that only the arithmetic of floats made different."""
    return ROUNDING * max((abs(value) for side in sides for value in side), default=0.0)


def auroc(scored: Sequence[tuple[float, bool]]) -> float | None:
    """Return the chance that a true one has a higher score than a false one; a draw counts half.

    None where all are true, or none is.
    """
    true = [score for score, is_true in scored if is_true]
    false = [score for score, is_true in scored if not is_true]
    if not true or not false:
        return None
    higher = _stats().mannwhitneyu(true, false, method="asymptotic").statistic
    return float(higher) / (len(true) * len(false))


def _p_value(differences: np.ndarray) -> float | None:
    if differences.size < 2:
        return None
    if not differences.any():
        return 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = _stats().permutation_test(
            (differences,),
            np.mean,
            permutation_type="samples",
            n_resamples=9999,
            vectorized=True,
            rng=np.random.default_rng(SEED),
        )
    return float(found.pvalue)


def _stats() -> Any:  # SciPy has no types
    try:
        from scipy import stats  # noqa: PLC0415 - an extra
    except ImportError:
        raise StatisticsMissingError(f"reports need SciPy: {install_command('bench')}") from None
    return stats
