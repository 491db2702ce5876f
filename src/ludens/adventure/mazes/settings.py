"""Settings of the maze solver."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class MazeSettings(BaseModel):
    """When a place counts as a maze, and what may be spent on it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    solve: bool = Field(
        True, description="Whether the solver takes over in a maze; if not, the player goes on."
    )
    threshold: Annotated[float, Field(gt=0, le=1)] = Field(
        0.95, description="How alike two descriptions are to count as near-identical, 0 to 1."
    )
    alike_rooms: Annotated[int, Field(ge=2)] = Field(
        3, description="Near-identical rooms that make a maze."
    )
    window: Annotated[int, Field(ge=2)] = Field(
        10, description="Turns within which they must be seen."
    )
    fewest_markers: Annotated[int, Field(ge=0)] = Field(
        8, description="Things to mark rooms with, below which more are fetched."
    )
    budget: Annotated[int, Field(ge=1)] = Field(
        1500, description="Commands the solver may spend on one maze."
    )
