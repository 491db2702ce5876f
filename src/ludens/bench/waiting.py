"""Whom the episodes of a suite wait for while they are played."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import thinking
from ludens.episode.store import Store


@dataclass(frozen=True, slots=True)
class Waiting:
    """An agent of an episode in hand whose model was asked and has not answered."""

    label: str
    """The cell, for people."""
    turn: int
    agent: str
    model: str
    seconds: float
    why: str = ""
    """Why it is not asked just now; empty while it is."""

    def __str__(self) -> str:
        told = (
            f"{self.label}, turn {self.turn}: {self.agent} asks {self.model}, {self.seconds:.0f} s"
        )
        return f"{told}, {self.why}" if self.why else told


def waiting(store: Store, labels: Mapping[EpisodeId, str]) -> list[Waiting]:
    """Return whom these episodes wait for, the longest wait first."""
    query = (
        select(
            *(thinking.c.episode_id, thinking.c.turn, thinking.c.agent),
            *(thinking.c.model, thinking.c.since, thinking.c.waiting),
        )
        .where(thinking.c.episode_id.in_(list(labels)))
        .order_by(thinking.c.since)
    )
    now = time.time()
    with store.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        Waiting(
            labels[row.episode_id], row.turn, row.agent, row.model, now - row.since, row.waiting
        )
        for row in rows
    ]
