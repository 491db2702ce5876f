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
