"""Settings of every episode, whatever the game."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

PositiveInt = Annotated[int, Field(ge=1)]


class Whose(Enum):
    """Whose a setting of an imported episode is, where its type alone does not say it.

    Numbers, choices and yes or no are the episode's: with them it decides how its game is played.
    A text may name a server, a key, a folder or a program, and is the person's own unless it is
    annotated otherwise (`ludens.owning`).
    """

    EPISODES = "it reaches nothing beyond the game"
    PERSONS = "it does, though it is no text"


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
