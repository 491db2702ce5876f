"""What an episode has searched: the fold of its events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import ScoreChanged
from ludens.adventure.search.events import SearchMade
from ludens.adventure.world.map_events import RoomFound
from ludens.episode.events import Event


class Searches(BaseModel):
    """How much was searched, and whether it is worth going on."""

    model_config = ConfigDict(extra="forbid")

    steps: int = 0
    """Interpreter steps spent in this episode."""
    is_spent: bool = False
    """The last search found nothing better than what there was, and nothing is new since."""

    def apply(self, event: Event, score: int | None) -> None:
        """Fold one event."""
        match event:
            case SearchMade():
                self.steps = event.total
                scores = (find.score for find in event.finds if find.kind != "room")
                best = max(scores, default=None)
                self.is_spent = best is None or best <= (score or 0)
            case ScoreChanged() | RoomFound():
                self.is_spent = False
