"""Coming back too soon: each visit among the last few costs (seed 002)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.stuck.oscillation import walked
from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import RevisitSettings
from ludens.adventure.world.places import RoomId


def recent_visits(strides: Sequence[Stride], room: RoomId, settings: RevisitSettings) -> int:
    """Return how many of the last rooms come into were this one; where the player is left out.

    By turns, how many of the last turns ended there, but for the newest.
    """
    if settings.by_turns:
        return [stride.room for stride in strides[:-1][-settings.window :]].count(room)
    return walked(strides)[:-1][-settings.window :].count(room)
