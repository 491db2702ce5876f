"""A room: what it is like and what ways lead out of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.world.exits import Exit
from ludens.adventure.world.fact import Source


class Room(BaseModel):
    """A place."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    name: str
    description: str = ""
    location: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    dark: bool = False
    """Nothing can be seen in it without a light."""
    visits: int = 0
    first_seen: int = 0
    last_seen: int = 0
    exits: dict[str, Exit] = Field(default_factory=dict)
    source: Source = Source.LEXICAL
    confidence: float = 1.0
