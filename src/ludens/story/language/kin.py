"""Words that are near in meaning: a question says `afraid` where the story says `frightened`.

Distilled from the small embedding model by `bench/grounding/kin.py`, for where no model runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

FAR = 0.4
"""Cosine from which likeness counts: unrelated words of the model lie below it."""


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, int]]:
    data = files("ludens.story.language").joinpath("data", "kin.json").read_text("utf-8")
    table: dict[str, dict[str, int]] = json.loads(data)["kin"]
    return table


@lru_cache(maxsize=20_000)
def kin_of(stem: str) -> Mapping[str, float]:
    """Return the stems near to a stem with how near they are, from 0 to 1."""
    return {
        other: (percent / 100 - FAR) / (1 - FAR)
        for other, percent in _table().get(stem, {}).items()
    }
