"""Settings of the review of proposed commands."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class ReviewSettings(BaseModel):
    """When a proposed command is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    threshold: Annotated[float, Field(ge=0, le=1)] = Field(
        0.5, description="The adjusted score, 0 to 1, below which a command is refused."
    )
    max_refusals: Annotated[int, Field(ge=0, le=10)] = Field(
        2, description="Refusals in one turn, after which the next proposal stands."
    )
    share: Annotated[float, Field(ge=0, le=1)] = Field(
        0.05,
        description="Refusals a turn, on average, at most, where the player is a model: each "
        "costs a call of it.",
    )
