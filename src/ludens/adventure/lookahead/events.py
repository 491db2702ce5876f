"""What can happen when commands are tried on a snapshot."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from ludens.adventure.events import CommandJudged
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Prospect(StrEnum):
    """What a command would do."""

    CHANGES = "changes"
    """Something in the world would be different."""
    SEEMS = "seems"
    """The answer sounds as if something happened, and nothing but it tells."""
    GAINS = "gains"
    """Something would be had, opened, lit."""
    SCORES = "scores"
    LOSES = "loses"
    """The score would fall."""
    MOVES = "moves"
    """To a place that is known."""
    DISCOVERS = "discovers"
    """To a place that nobody has seen."""
    KILLS = "kills"


FATAL = frozenset({Prospect.KILLS, Prospect.LOSES})
"""What is not worth typing."""


class Foresight(BaseModel):
    """What one command would do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    prospect: Prospect
    answer: str = ""
    """How the story's answer begins."""


class Foreseen(Event):
    """Commands were tried on a snapshot of this turn; none of them has happened."""

    type: ClassVar[str] = "foreseen"
    room: RoomId
    steps: int
    """Commands that the interpreter was given for it."""
    found: tuple[Foresight, ...] = ()
    idle: tuple[CommandJudged, ...] = ()
    """Those that would do nothing, as the journal keeps them."""
    told: tuple[CommandJudged, ...] = ()
    """Those of which only typing them can tell more: the answer would be new."""


LOOKAHEAD_EVENTS: tuple[type[Event], ...] = (Foreseen,)
