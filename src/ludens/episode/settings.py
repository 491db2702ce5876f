"""Settings of every episode, whatever the game."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

PositiveInt = Annotated[int, Field(ge=1)]


class Limits(BaseModel):
    """When an episode ends although the game goes on. Reaching one is a clean end with a reason."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    turns: PositiveInt | None = Field(1000, description="Turns; none: no limit.")
    tokens: PositiveInt | None = Field(None, description="Input and output tokens, all calls.")
    cost: Annotated[Decimal, Field(gt=0)] | None = Field(
        None, description="US dollars, all priced calls."
    )
    seconds: Annotated[float, Field(gt=0)] | None = Field(
        None, description="Seconds of wall time played, all runs together."
    )
    idle_turns: PositiveInt | None = Field(None, description="Turns in a row without progress.")


class HookChoice(BaseModel):
    """A hook with options of its own, given to its class as keyword arguments."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    use: str = Field(description="`module:Class`, a file in hooks/, or an entry point's name.")
    options: dict[str, Any] = Field({}, description="Keyword arguments for the class.")
