"""Every way the mafia could be seated, and how likely each is."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

HARD = 60.0
"""Log-odds that stand for certainty."""


@lru_cache(maxsize=64)
def teams(seats: int, mafia: int) -> Array:
    """Return a row for each possible team: 1 where a seat is mafia, else 0."""
    rows = list(combinations(range(seats), mafia))
    matrix = np.zeros((len(rows), seats))
    for number, row in enumerate(rows):
        matrix[number, list(row)] = 1.0
    matrix.flags.writeable = False
    return matrix


def team_scores(matrix: Array, single: Array, pair: Array) -> Array:
    """Return each team's log-likelihood.

    `single[i]` is added for each member i, `pair[i, j]` for each ordered pair of members.
    """
    scores: Array = matrix @ single + np.add.reduce((matrix @ pair) * matrix, axis=1)
    return scores


def chances(matrix: Array, scores: Array) -> Array:
    """Return how likely each seat is mafia, given each team's log-likelihood."""
    weights = np.exp(scores - np.maximum.reduce(scores))
    weights /= np.add.reduce(weights)
    shares: Array = weights @ matrix
    return shares


def still_playing(matrix: Array, living: Array) -> Array:
    """Return 0 for teams with which the game would go on, and -HARD for the others.

    While it goes on, at least one mafia lives, and fewer than the others (seed 003, win
    conditions). `living` is 1 for each living seat.
    """
    alive = matrix @ living
    possible = (alive >= 1.0) & (2.0 * alive < living.sum())
    scores: Array = np.where(possible, 0.0, -HARD)
    return scores
