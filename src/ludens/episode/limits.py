"""Limits: which one, if any, an episode has reached."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ludens.episode.settings import Limits


@dataclass(frozen=True, slots=True)
class Spent:
    """What an episode has used so far."""

    turns: int
    tokens: int
    cost: Decimal
    """US dollars of the priced calls."""
    seconds: float
    idle_turns: int


def limit_reached(limits: Limits, spent: Spent) -> str | None:
    """Return the reason in words if a limit is reached, else None."""
    if limits.turns is not None and spent.turns >= limits.turns:
        turns = "1 turn" if limits.turns == 1 else f"{limits.turns} turns"
        return f"the limit of {turns} was reached"
    if limits.tokens is not None and spent.tokens >= limits.tokens:
        return f"the limit of {limits.tokens} tokens was reached"
    if limits.cost is not None and spent.cost >= limits.cost:
        return f"the limit of ${limits.cost} was reached"
    if limits.seconds is not None and spent.seconds >= limits.seconds:
        return f"the limit of {limits.seconds:g} seconds was reached"
    if limits.idle_turns is not None and spent.idle_turns >= limits.idle_turns:
        return f"no progress for {spent.idle_turns} turns"
    return None
