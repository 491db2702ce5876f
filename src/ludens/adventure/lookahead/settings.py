"""Settings of lookahead."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class LookaheadSettings(BaseModel):
    """Whether commands are tried on a snapshot first, and how many."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(
        False, description="Try commands on a snapshot before one is chosen; recorded."
    )
    budget: Annotated[int, Field(ge=0)] = Field(
        50_000, description="Interpreter steps of lookahead in an episode; 0: none."
    )
    per_turn: Annotated[int, Field(ge=1, le=5000)] = Field(
        120, description="Interpreter steps of lookahead in a turn, at most."
    )
    batch: Annotated[int, Field(ge=1, le=500)] = Field(
        40, description="Commands that are tried at once; what they tell leads to the next."
    )
