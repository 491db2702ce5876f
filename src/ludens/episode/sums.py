"""Checksums: how a store knows that what it holds is what was written.

Each event's sum covers the sum before it, so that a changed, missing or doubled event shows at its
place. A call and an episode's row carry a sum of their own; contents are addressed by their hash
(`ludens.episode.blobs`). The sums find damage by chance; they are no signature.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from sqlalchemy import RowMapping

Row = Mapping[str, Any] | RowMapping

SIZE = 16
"""Bytes of a sum."""
START = bytes(SIZE)
"""What stands before the first event."""

FIXED = (
    "id",
    "game",
    "subject",
    "subject_hash",
    "subject_blob",
    "seed",
    "model",
    "parent_id",
    "parent_turn",
    "created",
    "imported",
    "number",
)
"""What never changes in an episode's row."""
MOVING = (
    "settings",
    "updated",
    "turns",
    "last_seq",
    "outcome",
    "reason",
    "headline",
    "seconds",
    "calls",
)
"""What a turn changes in it."""
OF_A_CALL = (
    "turn",
    "agent",
    "provider",
    "model",
    "request_hash",
    "occurrence",
    "attempt",
    "request",
    "response",
    "error",
    "input_tokens",
    "output_tokens",
    "cached_tokens",
    "cache_write_tokens",
    "cost",
    "latency_ms",
    "started",
    "note",
)
"""What a call's sum covers: all but whose it is and who paid."""


def event_sum(before: bytes, seq: int, turn: int, time: float, type_: str, data: str) -> bytes:
    """Return the sum of an event after the one whose sum is given."""
    line = f"{seq} {turn} {time!r} {type_} {data}"
    return blake2b(before + line.encode(), digest_size=SIZE).digest()


def fixed_sum(row: Row) -> bytes:
    """Return the sum of what never changes in an episode's row."""
    return _sum_of(row[name] for name in FIXED)


def moving_sum(fixed: bytes, row: Row, moving: Sequence[str] = MOVING) -> bytes:
    """Return the sum of an episode's row, given that of what never changes in it."""
    settings = _text_sum(row["settings"])
    return _sum_of((fixed, settings, *(row[name] for name in moving if name != "settings")))


def episode_sum(row: Row, moving: Sequence[str] = MOVING) -> bytes:
    """Return the sum of an episode's row."""
    return moving_sum(fixed_sum(row), row, moving)


def call_sum(row: Row) -> bytes:
    """Return the sum of a call."""
    return _sum_of(row[name] for name in OF_A_CALL)


def snapshot_sum(kind: str, turn: int, seq: int, digest: bytes) -> bytes:
    """Return the sum of a snapshot's row; its content is known by its hash."""
    return _sum_of((kind, turn, seq, digest))


@lru_cache(maxsize=64)
def _text_sum(text: str) -> bytes:
    # Settings are long, and the same from turn to turn.
    return blake2b(text.encode(), digest_size=SIZE).digest()


def _sum_of(values: Iterable[Any]) -> bytes:
    plain = [
        bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in values
    ]
    return blake2b(json.dumps(plain).encode(), digest_size=SIZE).digest()
