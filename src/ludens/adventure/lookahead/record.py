"""What was foreseen: the fold of lookahead's events."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.lookahead.events import Foreseen, Foresight
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Foresights(BaseModel):
    """What commands of this turn would do, and what finding out has cost."""

    model_config = ConfigDict(extra="forbid")

    steps: int = 0
    """Interpreter steps spent in this episode."""
    turn: int = -1
    """The turn that `found` is about."""
    found: dict[str, Foresight] = Field(default_factory=dict)

    by_room: dict[RoomId, dict[str, Foresight]] = Field(default_factory=dict)
    """For each room, what was foreseen the last time that commands were tried there."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        if not isinstance(event, Foreseen):
            return
        self.steps += event.steps
        if self.turn != turn:
            self.turn, self.found = turn, {}
            self.by_room[event.room] = {}
        news = {sight.command: sight for sight in event.found}
        self.found.update(news)
        self.by_room.setdefault(event.room, {}).update(news)

    def now(self, turn: int) -> dict[str, Foresight]:
        """Return what is foreseen for a turn, by command."""
        return self.found if self.turn == turn else {}
