"""When the offline planner weighs all rooms: after gains, and every so often."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.plan import PlanMade
from ludens.adventure.world.items import Items
from ludens.adventure.world.places import INVENTORY, ItemId
from ludens.episode.events import Event

EVERY = 20
"""Turns after which what a far room is worth is worked out anew, though nothing happened there."""


class Survey(BaseModel):
    """The last decision at which all rooms were weighed, and what it was made with."""

    model_config = ConfigDict(extra="forbid")

    turn: int = -EVERY
    held: tuple[ItemId, ...] = ()
    score: int | None = None

    def due(self, turn: int, items: Items, score: int | None) -> int:
        """Return the turn of the survey that a decision in `turn` stands on: it, or an earlier."""
        same = score == self.score and tuple(items.at(INVENTORY)) == self.held
        return self.turn if same and turn - self.turn < EVERY else turn

    def apply(self, event: Event, turn: int, items: Items, score: int | None) -> None:
        """Fold one event."""
        match event:
            case PlanMade(by=By.PLAYER) | CommandChosen(by=By.PLAYER, plan=None):
                if self.due(turn, items, score) == turn:
                    self.turn, self.held, self.score = turn, tuple(items.at(INVENTORY)), score
