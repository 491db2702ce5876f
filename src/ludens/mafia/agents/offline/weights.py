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
        nominated=0.05,
        accused=-0.3,
        defended=0.4,
        voted=-0.24,
        revoted=-0.34,
        spared=3.08,
        called_guilty=-0.28,
        called_innocent=-0.84,
    ),
    on_mafia=_deeds(
        nominated=0.11,
        accused=0.1,
        defended=-0.2,
        voted=-0.05,
        revoted=-0.44,
        spared=-0.60,
        called_guilty=2.69,
        called_innocent=-3.06,
    ),
    by_mafia=_deeds(
        nominated=0.36,
        accused=0.0,
        defended=0.2,
        voted=-0.25,
        revoted=-0.60,
        spared=1.68,
        called_guilty=3.20,
        called_innocent=-1.02,
    ),
    traits=np.array([-0.96, 0.58, 0.0, -1.78, 0.07, 0.43]),
    rivals=-2.33,
)
"""Accusing and defending in words alone are guesses: offline players, on whose games the rest was
fitted, do neither; people and models do."""


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
