"""What an episode has searched: the fold of its events."""

from __future__ import annotations

from pydantic import Field

from ludens.adventure.events import ScoreChanged
from ludens.adventure.models import Frozen, Part
from ludens.adventure.search.events import SearchMade
from ludens.adventure.world.map_events import RoomFound
from ludens.episode.events import Event


class Made(Frozen):
    """A search, as it is made again where an episode is resumed."""

    turn: int
    allowed: int
    """Interpreter steps that it might have taken."""
    steps: int = 0
    """Those that it took, with what was spent on telling it; 0: an older state."""


class Searches(Part):
    """How much was searched, and whether it is worth going on."""

    steps: int = 0
    """Interpreter steps spent in this episode."""
    is_spent: bool = False
    """The last search found nothing better than what there was, and nothing is new since."""
    barren: int = 0
    """Searches in a row that found nothing better."""
    made: list[Made] = Field(default_factory=list)

    def apply(self, event: Event, turn: int, score: int | None) -> None:
        """Fold one event."""
        match event:
            case SearchMade():
                self.steps = event.total
                scores = (find.score for find in event.finds if find.kind != "room")
                best = max(scores, default=None)
                self.is_spent = best is None or best <= (score or 0)
                self.barren = self.barren + 1 if self.is_spent else 0
                if event.allowed:
                    self.made.append(Made(turn=turn, allowed=event.allowed, steps=event.steps))
            case ScoreChanged() | RoomFound():
                self.is_spent = False
