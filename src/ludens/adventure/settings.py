"""Settings of the adventure."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Engine(StrEnum):
    """Which interpreter plays the story."""

    JERICHO = "jericho"
    DFROTZ = "dfrotz"


class PerceptionKind(StrEnum):
    """How observations become facts."""

    STATE = "state"
    """Reads the Z-machine's memory as well as the text."""
    TEXT = "text"
    """From the story's text alone: what a person at the keyboard has."""


class OnDeath(StrEnum):
    """What happens when the player dies."""

    RESTORE = "restore"
    """The company goes back to a save and is told what killed it."""
    END = "end"


class AdventureSettings(BaseModel):
    """How a story is played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: Engine = Field(Engine.JERICHO, description="The interpreter: jericho or dfrotz.")
    perception: PerceptionKind = Field(
        PerceptionKind.STATE,
        description="state: the Z-machine's memory is read too; text: fair play, text alone.",
    )
    deadline: Annotated[float, Field(gt=0, le=600)] = Field(
        5.0, description="Seconds the interpreter may take for one command before it is restarted."
    )
    max_faults: Annotated[int, Field(ge=0)] = Field(
        20, description="Interpreter failures after which the episode is given up."
    )
    on_death: OnDeath = Field(
        OnDeath.RESTORE, description="restore: go back to a save; end: the episode is over."
    )
    max_deaths: Annotated[int, Field(ge=0)] = Field(
        50, description="Deaths after which the episode ends although it could be restored."
    )
    save_every: Annotated[int, Field(ge=1)] = Field(
        10, description="Turns between two saves, besides those before a risk."
    )
    save_slots: Annotated[int, Field(ge=1, le=100)] = Field(
        3, description="Saves that are kept; the oldest makes room."
    )
