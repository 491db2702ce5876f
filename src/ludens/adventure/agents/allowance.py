"""How often the models of the lesser agents may be asked: a share of the turns, role by role.

The player is asked once a turn; all others together must not add more than a fifth to that
(seed 000 §14), so each has its share, counted on the record.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.agents.events import ModelAsked
from ludens.episode.events import Event

FIRST = 1
"""Calls that each role may always make."""


class Consultations(BaseModel):
    """How often each role's model was asked; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    asked: dict[str, int] = Field(default_factory=dict)
    last: dict[str, int] = Field(default_factory=dict)
    """The turn of the last time."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        if isinstance(event, ModelAsked):
            self.asked[event.role] = self.asked.get(event.role, 0) + 1
            self.last[event.role] = turn

    def may_ask(self, role: str, turn: int, share: float) -> bool:
        """Tell whether a role that may be asked on a share of the turns may be asked now."""
        return share > 0 and self.asked.get(role, 0) < FIRST + share * turn
