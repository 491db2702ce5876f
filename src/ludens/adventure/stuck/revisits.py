"""Coming back too soon: each visit among the last few costs (seed 002)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.stuck.oscillation import walked
from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import RevisitSettings
from ludens.adventure.world.places import RoomId


def recent_visits(strides: Sequence[Stride], room: RoomId, settings: RevisitSettings) -> int:
    """Return how many of the last rooms come into were this one; where the player is left out."""
    return walked(strides)[:-1][-settings.window :].count(room)
