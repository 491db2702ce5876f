"""What an episode has searched: the fold of its events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.search.events import SearchMade
from ludens.episode.events import Event


class Searches(BaseModel):
    """How much was searched, and whether it is worth going on."""

    model_config = ConfigDict(extra="forbid")

    steps: int = 0
    """Interpreter steps spent in this episode."""
    is_spent: bool = False
    """The last search found nothing better than what there was."""

    def apply(self, event: Event, score: int | None) -> None:
        """Fold one event."""
        if isinstance(event, SearchMade):
            self.steps = event.total
            best = max((find.score for find in event.finds if find.kind != "room"), default=None)
            self.is_spent = best is None or best <= (score or 0)
