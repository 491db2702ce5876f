"""The player: reads the briefing and returns one command."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.briefing import Briefing
from ludens.adventure.plan import Plan, command

PLAYER = "player"
"""The role's name in the settings of models."""


class Decision(BaseModel):
    """One command, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reasoning: str = Field(description="Why this command, in a sentence or two.")
    command: str = Field(description="One line to type to the story.")


class Player(Protocol):
    """The deciding role. It keeps no memory of its own: the briefing holds all it may know."""

    async def decide(self, briefing: Briefing) -> Decision | Plan:
        """Return the command for this turn, or a plan for this one and the next."""
        ...


def as_plan(decision: Decision | Plan) -> Plan:
    """Return a decision as the plan of its one command."""
    if isinstance(decision, Plan):
        return decision
    return command(decision.command, reasoning=decision.reasoning)
