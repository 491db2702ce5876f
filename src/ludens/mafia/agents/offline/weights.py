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
        nominated=0.04,
        accused=-1.63,
        defended=0.36,
        voted=0.06,
        revoted=-0.29,
        spared=1.53,
        called_guilty=-0.42,
        called_innocent=-0.18,
    ),
    on_mafia=_deeds(
        nominated=-0.03,
        accused=0.04,
        defended=-0.12,
        voted=0.09,
        revoted=-0.30,
        spared=-0.33,
        called_guilty=2.37,
        called_innocent=-1.86,
    ),
    by_mafia=_deeds(
        nominated=0.17,
        accused=-0.42,
        defended=-0.59,
        voted=0.08,
        revoted=0.12,
        spared=0.65,
        called_guilty=1.33,
        called_innocent=-0.63,
    ),
    traits=np.array([-0.07, 0.40, 0.00, -1.12, 0.59, -0.27]),
    rivals=-1.41,
)
"""Of two rounds of 160 games: loss on games left out 2.81, against 3.58 without any evidence."""


FITTED = (CAREFUL,)


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
