"""What each count of the evidence means, as log-likelihood ratios, for each kind of mafia.

A mafia that imitates the town gives itself away by other things than one that does as it likes,
and which of the two sits at the table is as unknown as who it is.

Fitted by bench/mafia_fit.py on games of offline players against each other and against random
ones; see there for how.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludens.mafia.agents.offline.evidence import Deed, Evidence
from ludens.mafia.agents.offline.worlds import Array


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-likelihood ratios against the case that both are of the town."""

    both: Array
    """By deed: doer and target are mafia."""
    on_mafia: Array
    """By deed: one of the town did it to one of the mafia."""
    by_mafia: Array
    """By deed: one of the mafia did it to one of the town."""
    traits: Array
    """By trait: the seat is mafia."""
    rivals: float
    """Both who claim a role of which there is one are of the town."""
    prior: float = 0.0
    """How likely this kind of mafia is before any evidence, as a logarithm; what counts is by how
    much it differs from the others'."""


def _deeds(**values: float) -> Array:
    array = np.zeros(len(Deed))
    for name, value in values.items():
        array[Deed[name.upper()]] = value
    return array


CAREFUL = Weights(
    both=_deeds(
        nominated=-0.16,
        accused=-2.02,
        defended=0.54,
        voted=0.18,
        revoted=0.12,
        spared=0.09,
        called_guilty=-0.43,
        called_innocent=-0.18,
    ),
    on_mafia=_deeds(
        nominated=-0.00,
        accused=-0.09,
        defended=-0.09,
        voted=-0.00,
        revoted=0.16,
        spared=0.06,
        called_guilty=1.63,
        called_innocent=-1.56,
    ),
    by_mafia=_deeds(
        nominated=-0.39,
        accused=-0.47,
        defended=-0.10,
        voted=0.25,
        revoted=1.06,
        spared=0.00,
        called_guilty=1.26,
        called_innocent=-0.43,
    ),
    traits=np.array([-0.38, 0.85, 0.00, -0.68, 0.85, 0.12]),
    rivals=-1.05,
    prior=-0.39,
)
"""Of a mafia that does what one of the town would do in its seat, as the offline mafia does."""

CARELESS = Weights(
    both=_deeds(
        nominated=0.03,
        accused=-1.70,
        defended=-1.34,
        voted=-0.74,
        revoted=-0.02,
        spared=2.06,
        called_guilty=-0.20,
        called_innocent=-0.17,
    ),
    on_mafia=_deeds(
        nominated=0.01,
        accused=0.67,
        defended=0.02,
        voted=0.13,
        revoted=0.19,
        spared=-0.09,
        called_guilty=2.10,
        called_innocent=-0.59,
    ),
    by_mafia=_deeds(
        nominated=0.13,
        accused=-1.23,
        defended=-2.37,
        voted=-0.75,
        revoted=-0.71,
        spared=1.71,
        called_guilty=-0.27,
        called_innocent=-0.27,
    ),
    traits=np.array([-0.74, -0.22, 0.00, -0.12, 0.26, -0.42]),
    rivals=CAREFUL.rivals,  # what the town does is the same against any mafia
    prior=0.39,
)
"""Of a mafia that does as it likes, as a random one does."""

FITTED = (CAREFUL, CARELESS)
"""Of two rounds of 320 games: loss on games left out 2.82 against an offline mafia and 1.07 against
a random one, where it is 3.51 and 3.70 without any evidence."""


def combine(evidence: Evidence, weights: Weights) -> tuple[Array, Array]:
    """Return what the evidence adds for each member of a team, and for each pair of members."""
    deeds = evidence.deeds
    single = (
        weights.on_mafia @ deeds.sum(axis=1)
        + weights.by_mafia @ deeds.sum(axis=2)
        + weights.traits @ evidence.traits
        - weights.rivals * evidence.rivals.sum(axis=1)
        + evidence.certain
    )
    seats = len(evidence.certain)
    pair = (
        (weights.both - weights.on_mafia - weights.by_mafia) @ deeds.reshape(len(Deed), -1)
    ).reshape(seats, seats)
    pair += weights.rivals / 2.0 * evidence.rivals
    result: tuple[Array, Array] = (single, pair)
    return result
