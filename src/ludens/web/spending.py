"""What an episode's calls have used so far, counted on from the last look."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select

from ludens.episode.calls import ASKED
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store


@dataclass(slots=True)
class Spending:
    """A running sum over an episode's own calls."""

    calls: int = 0
    answered: int = 0
    tokens: int = 0
    cost: Decimal | None = None
    """US dollars of the priced calls; None when no call has a price."""
    last_call: int = 0

    def count_on(self, store: Store, row: EpisodeRow) -> None:
        """Add the calls made since the last time; only those are read."""
        query = (
            select(
                call.c.id,
                call.c.error.is_(None),
                call.c.input_tokens,
                call.c.output_tokens,
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
        with store.database.read() as connection:
            for identity, answered, given, written, price in connection.execute(query):
                self.calls += 1
                self.answered += bool(answered)
                self.tokens += (given or 0) + (written or 0)
                if price is not None:
                    self.cost = (self.cost or Decimal(0)) + Decimal(price)
                self.last_call = identity
