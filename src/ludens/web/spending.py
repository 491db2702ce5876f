"""What an episode's calls have used so far, counted on from the last look."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from sqlalchemy import select

from ludens.episode.calls import ASKED, Usage
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store


@dataclass(slots=True)
class Spending:
    """A running sum over an episode's own calls."""

    used: Usage = field(default_factory=Usage)
    last_call: int = 0

    def up_to_now(self, store: Store, row: EpisodeRow) -> Usage:
        """Return the sum; only calls made since the last time are read."""
        query = (
            select(
                call.c.id,
                call.c.input_tokens,
                call.c.output_tokens,
                call.c.cached_tokens,
                call.c.cost,
            )
            .where(
                call.c.episode_id == row.id,
                call.c.id > self.last_call,
                call.c.inherited.is_(False),
                ASKED,
            )
            .order_by(call.c.id)
        )
        used = self.used
        with store.database.read() as connection:
            for identity, given, written, cached, price in connection.execute(query):
                paid = used.cost if price is None else (used.cost or Decimal(0)) + Decimal(price)
                used = Usage(
                    used.calls + 1,
                    used.input_tokens + (given or 0),
                    used.output_tokens + (written or 0),
                    used.cached_tokens + (cached or 0),
                    paid,
                )
                self.last_call = identity
        self.used = used
        return used
