"""Settings of the search."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class SearchSettings(BaseModel):
    """Whether commands are tried on snapshots before any is typed, and how many."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(
        False, description="Search over snapshots of the story before typing; recorded."
    )
    budget: Annotated[int, Field(ge=0)] = Field(
        50_000, description="Interpreter steps of search in an episode; 0: none."
    )
    slice: Annotated[int, Field(ge=1)] = Field(
        1_000_000, description="Interpreter steps of one search; then its best find is typed."
    )
    batch: Annotated[int, Field(ge=1, le=500)] = Field(
        12, description="Commands that are tried from a state at once."
    )
