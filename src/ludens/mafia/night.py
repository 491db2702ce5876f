"""The night: how the mafia agree on a victim, and who is dead at dawn. Pure rules (seed 003)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ludens.mafia.seats import SeatId
from ludens.mafia.voting import counted

AGREEMENT = Fraction(2, 3)
"""The share of living mafia that has to propose the same target."""
KILL_ROUNDS = 2
"""How many rounds of proposals there are before the lowest mafia seat decides."""

Proposals = Mapping[SeatId, SeatId | None]
"""What each living mafia seat proposes; None is to kill nobody, a target like any other."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What the mafia settled on."""

    target: SeatId | None
    decider: SeatId | None = None
    """The seat that decided alone, or None when they agreed."""


def agreed(proposals: Proposals) -> Kill | None:
    """Return the target that at least two thirds propose, or None while they are split."""
    counts = counted(proposals)
    target = max(counts, key=counts.__getitem__)
    votes = counts[target]
    enough, whole = AGREEMENT.as_integer_ratio()
    return Kill(target) if votes * whole >= enough * len(proposals) else None


def settle(proposals: Proposals, round_: int) -> Kill | None:
    """Return what a round of proposals settles, or None if another round is due.

    After the last round the lowest seat's proposal stands.
    """
    kill = agreed(proposals)
    if kill is None and round_ >= KILL_ROUNDS:
        lowest = min(proposals)
        return Kill(proposals[lowest], decider=lowest)
    return kill


@dataclass(slots=True)
class Night:
    """What is done in one night; order does not matter, since all of it is resolved at dawn."""

    kills: set[SeatId] = field(default_factory=set)
    protected: set[SeatId] = field(default_factory=set)

    def kill(self, target: SeatId) -> None:
        """Let somebody try to kill the target."""
        self.kills.add(target)

    def protect(self, target: SeatId) -> None:
        """Let nobody kill the target tonight."""
        self.protected.add(target)

    def deaths(self) -> tuple[SeatId, ...]:
        """Return who is dead at dawn, by seat."""
        return tuple(sorted(self.kills - self.protected))
