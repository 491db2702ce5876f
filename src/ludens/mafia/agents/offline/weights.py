"""What each count of the evidence means, as log-likelihood ratios.

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


def _deeds(**values: float) -> Array:
    array = np.zeros(len(Deed))
    for name, value in values.items():
        array[Deed[name.upper()]] = value
    return array


FITTED = Weights(
    both=_deeds(
        nominated=-0.8,
        accused=-0.6,
        defended=0.6,
        voted=-0.8,
        revoted=-0.8,
        spared=0.4,
        called_guilty=-2.0,
        called_innocent=1.0,
    ),
    on_mafia=_deeds(
        nominated=0.2,
        accused=0.2,
        defended=-0.2,
        voted=0.2,
        revoted=0.3,
        spared=-0.2,
        called_guilty=4.0,
        called_innocent=-4.0,
    ),
    by_mafia=_deeds(called_guilty=1.5, called_innocent=0.5),
    traits=np.array([-0.5, -0.5, -0.5, 0.4, 0.3, 0.0]),
    rivals=-4.0,
)


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
    pair = np.tensordot(weights.both - weights.on_mafia - weights.by_mafia, deeds, axes=1)
    pair += weights.rivals / 2.0 * evidence.rivals
    result: tuple[Array, Array] = (single, pair)
    return result
