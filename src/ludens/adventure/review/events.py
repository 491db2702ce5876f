"""What can happen to a proposed command before it is typed."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ludens.episode.events import Event

Score = Annotated[float, Field(ge=0, le=1)]
"""How good a command looks: 0 is certainly bad, 1 certainly good."""


class CommandReviewed(Event):
    """A proposed command was scored, and let through or refused."""

    command: str
    score: Score
    """The critic's, before any adjustment."""
    reason: str
    """The critic's."""
    adjusted: Score
    """After what loop-breaking put on it, which an event of its own explains."""
    accepted: bool
    insisted: bool = False
    """It was refused before, and the player came back with it: that is respected."""


REVIEW_EVENTS: tuple[type[Event], ...] = (CommandReviewed,)
