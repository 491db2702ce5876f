"""What loop-breaking notices and does."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from ludens.adventure.models import Frozen
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event, events_of


class Adjustment(Frozen):
    """What one mechanism put on a score, and why."""

    mechanism: str
    """What of `adventure.stuck` it comes from."""
    amount: float
    """Added to the score; negative is a penalty."""
    reason: str


class LoopKind(StrEnum):
    """A way of going round in circles."""

    OSCILLATION = "oscillation"
    CAMPING = "camping"
    SEQUENCE = "sequence"
    """Noticed by earlier versions."""
    THRASHING = "thrashing"
    """Noticed by earlier versions."""


class Urgency(StrEnum):
    """How little time is left."""

    IMPORTANT = "important"
    URGENT = "urgent"
    CRITICAL = "critical"


class LoopDetected(Event):
    """The company began to go round in circles."""

    kind: LoopKind
    what: str
    """What is repeated: names of rooms or things, or commands, for people to read."""
    rooms: tuple[RoomId, ...] = ()


class LoopEnded(Event):
    """A pattern is no longer there."""

    kind: LoopKind
    lasted: int
    """Turns."""


class LoopPenaltyApplied(Event):
    """A proposed command's score was changed because of a loop."""

    type: ClassVar[str] = "loop_penalty_applied"
    command: str
    base: float
    adjusted: float
    adjustments: tuple[Adjustment, ...]


class StuckNoticed(Event):
    """Nothing was gained for a while: said to the record alone, before anybody is warned."""

    idle: int
    """Turns without progress."""
    score: int | None


class StuckWarning(Event):
    """The player is warned that nothing was gained for long; once for each level."""

    hook = "on_stuck"
    urgency: Urgency
    idle: int
    """Turns without progress."""
    left: int
    """Turns until something is done about it."""


class StuckTermination(Event):
    """The episode is ended for want of progress."""

    idle: int
    score: int | None


class StuckExploration(Event):
    """The company leaves for the nearest way that nobody has tried."""

    idle: int
    room: RoomId
    direction: str
    patience: int
    """Turns that the walk may take."""


class StuckRewind(Event):
    """The company goes back to a more promising turn."""

    idle: int
    to_turn: int


class EscapeEnded(Event):
    """The walk out of where the company was stuck is over."""

    reason: str


STUCK_EVENTS = events_of(__name__)
