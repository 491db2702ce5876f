"""What the store gives and takes: an episode, an event, all that one turn adds."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from ludens.episode.errors import DamagedError, NoSuchEpisodeError
from ludens.episode.events import EpisodeId, Outcome
from ludens.episode.lease import Runner
from ludens.episode.schema import episode
from ludens.episode.sums import episode_sum

LAST = "last"
"""What stands for the newest episode wherever one is named."""


@dataclass(frozen=True, slots=True)
class NewEpisode:
    """What must be known to enter an episode in the store."""

    game: str
    subject: str
    seed: int
    model: str
    settings: dict[str, Any]
    subject_hash: str | None = None
    subject_content: bytes | None = None
    """The story file, kept so that the episode can go on when the file has moved."""
    imported: float | None = None
    """When the settings came from a file, if they did."""


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """An episode as it stands in the store."""

    id: EpisodeId
    game: str
    subject: str
    subject_hash: str | None
    subject_blob: bytes | None
    seed: int
    model: str
    settings: dict[str, Any]
    parent_id: EpisodeId | None
    parent_turn: int | None
    created: float
    updated: float
    turns: int
    last_seq: int
    outcome: Outcome | None
    reason: str | None
    headline: dict[str, Any]
    seconds: float
    runner: Runner | None
    runner_seen: float | None
    imported: float | None = None
    """When it, or the episode it was forked from, came from a file; None: played here."""

    @classmethod
    def read(cls, row: RowMapping) -> EpisodeRow:
        """Return the episode that a row of the table `episode` holds; raises DamagedError."""
        kept = {key: value for key, value in row.items() if key not in ("number", "sum", "calls")}
        try:
            if row["sum"] is None or episode_sum(row) != bytes(row["sum"]):
                raise ValueError("another checksum")
            return cls(
                **{
                    **kept,
                    "settings": _object(row["settings"]),
                    "headline": _object(row["headline"]),
                    "outcome": Outcome(row["outcome"]) if row["outcome"] else None,
                    "runner": Runner.load(row["runner"]) if row["runner"] else None,
                }
            )
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise DamagedError(
                f"episode {row['id']} is damaged in the store; "
                "`ludens doctor --check` tells more, and mends what can be mended"
            ) from error

    @property
    def status(self) -> str:
        """Return `playing`, `paused` (it can be resumed) or `ended`."""
        if self.outcome is not None:
            return "ended"
        if self.runner is not None and self.runner.is_alive(self.runner_seen or 0.0):
            return "playing"
        return "paused"


def row_of(connection: Connection, identity: EpisodeId) -> RowMapping:
    """Return an episode's row as it is kept; raises NoSuchEpisodeError where it was deleted."""
    query = select(episode).where(episode.c.id == identity)
    found = connection.execute(query).mappings().one_or_none()
    if found is None:
        raise NoSuchEpisodeError(f"there is no episode {identity!r}: it has been deleted")
    return found


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("no object")
    return value


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a log."""

    seq: int
    turn: int
    time: float
    type: str
    data: str


@dataclass(slots=True)
class TurnCommit:
    """All that one turn adds to the log; written whole or not at all."""

    turn: int
    first_seq: int
    events: Sequence[tuple[str, str]]
    """Type and data of each event, in order."""
    headline: dict[str, Any]
    engine: bytes | None = None
    """The engine's snapshot after the turn, if the game has an engine."""
    state: bytes | None = None
    """The whole state after the turn, now and then."""
    seconds: float = 0.0
    """Wall time since the commit before."""
    settings: dict[str, Any] | None = None
    """The settings from now on, if they changed."""
    outcome: Outcome | None = None
    reason: str | None = None
    time: float = field(default_factory=time.time)
    """When it was played, in seconds since 1970."""
