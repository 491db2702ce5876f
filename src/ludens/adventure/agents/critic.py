"""The critic: says how good a proposed command looks, before it is typed."""

from __future__ import annotations

from typing import Annotated, Protocol

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing

Score = Annotated[float, Field(ge=0, le=1)]
"""The chance that a command is worth its turn: that it changes, finds or tells something new and
does not kill. The record of the critic is kept against just that."""


class Opinion(BaseModel):
    """What the critic thinks of a command."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reason: str = Field(description="Why, in one sentence.")
    score: Score = Field(description="From 0, certainly a wasted turn, to 1, certainly none.")


class ModelOpinion(Opinion):
    """An opinion for which a model was asked."""


class Critic(Protocol):
    """The scoring role. It refuses nothing: what a score means is the loop's affair."""

    async def score(self, briefing: Briefing, decision: Decision) -> Opinion:
        """Return what it thinks of a decision; never raises."""
        ...
