"""How sure a figure is: bootstrap over blocks, since games of a block share a deal. Pure.

A block is drawn whole or not at all, so whatever its games have in common (deal, cast, line-up) is
in the spread. With few blocks the spread itself is unsure: intervals use Student's t with a degree
of freedom less than there are blocks, and the spread of the draws is widened by B/(B-1), as
Hesterberg (2015, "What Teachers Should Know About the Bootstrap") advises for small samples.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RESAMPLES = 1000
"""Draws of blocks; more change the third digit of an interval's width (Hesterberg 2015)."""
SWAPS = 4000
"""Ways to swap models that are tried: a chance of 5 % comes out within 0.3 %."""
CONFIDENCE = 0.95
POWER = 0.8
"""How often a report's number of games should be enough to tell two models apart."""

EFFECT = math.sqrt(0.5)
"""How far apart models are thought to be, by what one block tells, before anything is known: the
customary scale of t tests by Bayes factors (Morey and Rouder, "BayesFactor", 2018). What is told
apart is right at any scale; the scale says for which differences it takes fewest blocks."""

NO_DIFFERENCE = 0.01
"""Standard errors below which a difference says nothing of how many games would show it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float
    count: float
    """What it is of: games, votes, beliefs."""


@lru_cache(maxsize=64)
def draws(blocks: int) -> Array:
    """Return how often each block is in each draw: a row a draw; the same for the same number."""
    dice = np.random.default_rng(blocks)
    counts = dice.multinomial(blocks, np.full(blocks, 1.0 / blocks), size=RESAMPLES)
    weights: Array = counts.astype(np.float64)
    weights.flags.writeable = False
    return weights


def _student(freedom: int) -> tuple[Array, Array]:
    """Return values of Student's t and their probabilities.

    With t = sqrt(n) tan(a) the density of a is proportional to cos(a)^(n-1).
    """
    angles = np.linspace(-np.pi / 2, np.pi / 2, 40_001)[1:-1]
    density = np.cos(angles) ** (freedom - 1)
    probabilities = np.cumsum(density) - density / 2.0
    return math.sqrt(freedom) * np.tan(angles), probabilities / density.sum()


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """Return the value that Student's t stays below with a probability."""
    values, probabilities = _student(freedom)
    return float(np.interp(probability, probabilities, values))


def chance_whenever(value: float, blocks: int) -> float:
    """Return how likely a value of t so far from 0 is ever met where there is no difference.

    However often one looks and whenever one stops: 1 over the Bayes factor of the t test with a
    normal prior (Gönen and others 2005, "The Bayesian Two-Sample t Test"), whose chance ever to
    pass 1/p where there is no difference is p (Ville's inequality; Lai 1976; Wang and Ramdas 2024,
    "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance").
    """
    freedom, widened = blocks - 1, 1.0 + blocks * EFFECT**2
    square = value**2 / freedom
    log = (freedom + 1) / 2 * (math.log1p(square) - math.log1p(square / widened))
    return min(1.0, math.exp(0.5 * math.log(widened) - log))


def reach_whenever(chance: float, blocks: int) -> float:
    """Return the value of t of which `chance_whenever` is this; infinite where none is enough."""
    freedom, widened = blocks - 1, 1.0 + blocks * EFFECT**2
    if freedom < 1:
        return math.inf
    ratio = (math.sqrt(widened) / chance) ** (2 / (freedom + 1))
    return math.sqrt(freedom * (ratio - 1) / (1 - ratio / widened)) if ratio < widened else math.inf


def spread(samples: Array, blocks: int) -> float:
    """Return the standard error of a figure, from its value in each draw.

    NaN with one block, and where every draw gives the same: so few blocks, or blocks so alike, do
    not tell how far others would lie apart.
    """
    usable = samples[np.isfinite(samples)]
    if blocks < 2 or len(usable) < 2 or np.allclose(usable, usable[0]):
        return math.nan
    return float(usable.std()) * math.sqrt(blocks / (blocks - 1))


def spread_over(moved: Array) -> float:
    """Return the standard error of a figure, from how far each block moves it.

    What draws of the blocks would give, were there infinitely many. NaN as of `spread`.
    """
    blocks = len(moved)
    apart = moved - moved.mean()
    if blocks < 2 or np.allclose(apart, 0.0):
        return math.nan
    return math.sqrt(float(apart @ apart) * blocks / (blocks - 1))


@lru_cache(maxsize=4)
def _swaps(blocks: int) -> Array:
    """Return by block whether two models are swapped, -1, or not, 1: all ways, or many by lot.

    The first is to swap none. Of ways that swap all that others do not, one is enough.
    """
    free = blocks - 1
    if 2**free <= SWAPS:
        ways = np.arange(2**free)[:, None] >> np.arange(free)
        signs = np.concatenate([np.ones((len(ways), 1)), 1.0 - 2.0 * (ways & 1)], axis=1)
    else:
        signs = 1.0 - 2.0 * np.random.default_rng(blocks).integers(2, size=(SWAPS, blocks))
        signs[0] = 1.0
    signs.flags.writeable = False
    return signs


def swapped(pulls: Array) -> float:
    """Return how likely two equal models would differ as much, if looked at once.

    From how much more each block pulls at one than at the other. Of equal models either could have
    had the other's part in any block, so what is found is compared with what it would be then, for
    each way to swap them or for many by lot (Hemerik, Goeman and Finos 2020, "Robust testing in
    generalized linear models by sign flipping score contributions").
    """
    return _part_beyond(np.abs(_swaps(len(pulls)) @ pulls), _digits(pulls))


def alike(pulls: Array) -> float:
    """Return how likely equal models would differ as much, all together, if looked at once.

    From how each block pulls at each model. Of equal models each could have had any other's part
    in any block: compared is the sum of the squares of all pulls with what it is when in each
    block they are dealt out anew by lot (as Friedman 1937 does with ranks).
    """
    dice = np.random.default_rng(len(pulls))
    sums = np.zeros((SWAPS, pulls.shape[1]))
    sums[0] = pulls.sum(axis=0)
    for block in pulls:
        sums[1:] += dice.permuted(np.broadcast_to(block, sums[1:].shape), axis=1)
    return _part_beyond((sums**2).sum(axis=1), _digits(pulls) ** 2)


def _part_beyond(found: Array, digits: float) -> float:
    """Return which part is beyond the first.

    What is equal counts half (Lancaster 1961, the mid-p): who wins is yes or no, so much is equal
    where blocks are few, and counted whole equal models would differ in fewer than 5 of 100.
    """
    beyond = np.sum(found > found[0] + digits)
    return float(beyond + np.sum(np.abs(found - found[0]) <= digits) / 2) / len(found)


def _digits(values: Array) -> float:
    """Return by how much sums differ that are equal but for their last digits."""
    return 1e-6 * float(np.abs(values).max(initial=0.0))


def mean_of(sums: Sequence[float], counts: Sequence[float]) -> Estimate | None:
    """Return a mean with its interval, from a sum and a count for each block; None of nothing."""
    return _estimate(np.asarray(sums, float), np.asarray(counts, float), is_share=False)


def share_of(hits: Sequence[float], trials: Sequence[float]) -> Estimate | None:
    """Return a share with its interval, from hits and trials for each block; None of nothing.

    Wilson's interval, for as many independent trials as would spread as much as the draws do, and
    with Student's t; if all or none are hits, nothing spreads, and each block counts as one trial.
    """
    return _estimate(np.asarray(hits, float), np.asarray(trials, float), is_share=True)


def _estimate(sums: Array, counts: Array, *, is_share: bool) -> Estimate | None:
    kept = counts > 0
    sums, counts, blocks = sums[kept], counts[kept], int(kept.sum())
    total = float(counts.sum())
    if not blocks:
        return None
    value = float(sums.sum()) / total
    if blocks == 1:
        return Estimate(value, 0.0 if is_share else -math.inf, 1.0 if is_share else math.inf, total)
    weights = draws(blocks)
    error = spread((weights @ sums) / (weights @ counts), blocks)
    t = t_quantile((1 + CONFIDENCE) / 2, blocks - 1)
    if not is_share and not math.isfinite(error):
        return Estimate(value, -math.inf, math.inf, total)
    if not is_share:
        return Estimate(value, value - t * error, value + t * error, total)
    variance = value * (1 - value)
    effective = min(variance / error**2, total) if error > 0 and variance > 0 else float(blocks)
    low, high = wilson(value, effective, t)
    return Estimate(value, low, high, total)


def wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    """Return Wilson's interval of a share of so many independent trials, `z` deviations wide."""
    centre = share + z**2 / (2 * trials)
    around = z * math.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    scale = 1 + z**2 / trials
    low, high = (centre - around) / scale, (centre + around) / scale
    return max(0.0, min(share, low)), min(1.0, max(share, high))


def holm(chances: Sequence[float]) -> list[float]:
    """Return the chances corrected for how many were looked at (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    corrected = [0.0] * len(chances)
    highest = 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - place) * chances[index]))
        corrected[index] = highest
    return corrected


def shaffer(chances: Sequence[float], together: float, models: int) -> list[float]:
    """Return the chances of all pairs of models, corrected for how many were looked at.

    Holm's steps, by what pairs can be: if any two differ, those of all others at most are alike
    (Shaffer 1986). That any differ is what the chance of all together tells.
    """
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    corrected = [0.0] * len(chances)
    alike_at_most = (models - 1) * (models - 2) // 2
    highest = together
    for place, index in enumerate(order):
        left = max(1, min(alike_at_most, len(chances) - place))
        highest = max(highest, min(1.0, left * chances[index]))
        corrected[index] = highest
    return corrected


def blocks_to_tell(difference: float, error: float, blocks: int, comparisons: int) -> int | None:
    """Return after how many blocks such a difference is told from none, with a chance of POWER.

    None where there is nothing to go by. `error` is the standard error with `blocks` of them.
    """
    if not math.isfinite(error) or error == 0 or abs(difference) < NO_DIFFERENCE * error:
        return None
    effect = abs(difference) / error / math.sqrt(blocks)

    def is_enough(number: int) -> bool:
        reach = reach_whenever((1 - CONFIDENCE) / comparisons, number)
        return effect * math.sqrt(number) >= reach + t_quantile(POWER, number - 1)

    enough = 2
    while not is_enough(enough):
        enough *= 2
    return bisect_left(range(enough), True, lo=enough // 2, key=is_enough)
