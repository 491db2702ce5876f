"""Model calls on the record of an episode."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from sqlalchemy import select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import call
from ludens.episode.store import Store


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls have used, failed attempts included."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal | None = None
    """US dollars of the priced calls; None when no call has a price."""


def usage(store: Store, episode: EpisodeId, *, to_turn: int | None = None) -> Usage:
    """Return the sum of an episode's own calls; those inherited by a fork are its parent's."""
    query = select(
        call.c.input_tokens, call.c.output_tokens, call.c.cached_tokens, call.c.cost
    ).where(call.c.episode_id == episode, call.c.inherited.is_(False))
    if to_turn is not None:
        query = query.where(call.c.turn <= to_turn)
    with store.database.read() as connection:
        rows = connection.execute(query).all()
    costs = [Decimal(row.cost) for row in rows if row.cost is not None]
    return Usage(
        calls=len(rows),
        input_tokens=sum(row.input_tokens or 0 for row in rows),
        output_tokens=sum(row.output_tokens or 0 for row in rows),
        cached_tokens=sum(row.cached_tokens or 0 for row in rows),
        cost=sum(costs, Decimal(0)) if costs else None,
    )


@dataclass(slots=True)
class EpisodeCalls:
    """The calls of the episode being played."""

    store: Store
    episode: EpisodeId
    turn: int = 0
    used: Usage = field(default_factory=Usage)
    """The running sum, so that limits need no query."""

    def begin_turn(self, turn: int) -> None:
        """Let what is recorded from now on belong to `turn`."""
        self.turn = turn
