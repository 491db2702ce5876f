"""Inventory thrashing: one thing is taken and dropped and taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludens.adventure.stuck.record import Stride
from ludens.adventure.stuck.settings import ThrashingSettings
from ludens.adventure.world.places import ItemId


def thrashed(strides: Sequence[Stride], settings: ThrashingSettings) -> ItemId | None:
    """Return the thing that changed hands too often among the last strides, if one did."""
    changes = Counter(
        item for stride in strides[-settings.window :] for item in dict.fromkeys(stride.handled)
    )
    if not changes:
        return None
    item, times = changes.most_common(1)[0]
    return item if times >= settings.changes else None
