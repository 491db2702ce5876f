"""An episode in one JSON object."""

from __future__ import annotations

from typing import Any

from ludens.episode.calls import usage
from ludens.episode.store import EpisodeRow, Store


def summary(store: Store, row: EpisodeRow) -> dict[str, Any]:
    """Return what `ludens play --json` prints; null where a value is unknown."""
    used = usage(store, row.id)
    head = row.headline
    return {
        "episode": row.id,
        "game": row.game,
        "story": row.subject,
        "seed": row.seed,
        "model": row.model,
        "perception": head.get("perception"),
        "turns": row.turns,
        "outcome": row.outcome.value if row.outcome else None,
        "reason": row.reason,
        "score": head.get("score"),
        "max_score": head.get("max_score"),
        "rooms": head.get("rooms"),
        "items": head.get("items"),
        "searched": head.get("searched"),
        "calls": used.calls,
        "input_tokens": used.input_tokens,
        "output_tokens": used.output_tokens,
        "cached_tokens": used.cached_tokens,
        "cost": str(used.cost) if used.cost is not None else None,
        "lost_calls": used.lost,
        "seconds": round(row.seconds, 3),
    }
