"""Penalties that grow with the age of the pattern (seed 001, for later)."""

from __future__ import annotations

from ludens.adventure.stuck.settings import AgeingSettings

STEPS = 2
"""Times that a penalty grows, at most."""


def aged(penalty: float, age: int, settings: AgeingSettings) -> float:
    """Return a penalty after `age` turns of its pattern; never below -1."""
    steps = min(age // settings.every, STEPS) if settings.enabled else 0
    return max(-1.0, penalty * (1 + settings.growth * steps))
