"""What can happen in an adventure."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NewType

from ludens.adventure.interpreter.protocol import FaultKind, Wants
from ludens.episode.events import Event

RoomId = NewType("RoomId", str)
ItemId = NewType("ItemId", str)


class By(StrEnum):
    """Who chose a command."""

    PLAYER = "player"
    HUMAN = "human"


class Movement(StrEnum):
    """How the player came to be somewhere."""

    START = "start"
    WALKED = "walked"
    """By a command that names a way."""
    CARRIED = "carried"
    """Not by a way of their own: magic, a fall, a vehicle, a change of the story's mind."""


class StoryOpened(Event):
    """The interpreter read the story; what the probe found out about it."""

    title: str
    version: int
    release: int
    serial: str
    checksum: int
    engine: str
    perception: str
    calibration: dict[str, Any] | None = None
    """The probe's findings, from which every later memory image is read; see zmachine.probe."""


class CommandChosen(Event):
    """A command was decided on and is about to be typed."""

    command: str
    by: By = By.PLAYER
    reasoning: str = ""


class TextObserved(Event):
    """The story answered."""

    text: str
    status: str | None = None
    wants: Wants = Wants.LINE


class InterpreterFailed(Event):
    """The interpreter failed at the command; it was restarted from the snapshot before it."""

    kind: FaultKind
    command: str
    detail: str


class RoomFound(Event):
    """A room was seen for the first time."""

    room: RoomId
    name: str
    description: str = ""
    location: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    dark: bool = False


class RoomChanged(Event):
    """A known room has another name, description or light than before; None: as before."""

    room: RoomId
    name: str | None = None
    description: str | None = None
    dark: bool | None = None


class PlayerMoved(Event):
    """The player is in another room than before, or in the first one."""

    hook = "on_room_enter"
    room: RoomId
    how: Movement
    via: str = ""
    """The direction or command that moved the player; empty at the start."""


class ExitSeen(Event):
    """A way out is mentioned or suspected and not yet tried."""

    room: RoomId
    direction: str


class ExitExplored(Event):
    """A way out was walked; `to` is where it led."""

    room: RoomId
    direction: str
    to: RoomId
    assumed: bool = False
    """Not walked but inferred: the way back of one that was."""


class ExitBlocked(Event):
    """A way out was tried in vain."""

    room: RoomId
    direction: str
    reason: str


class ExitForgotten(Event):
    """What was noted of a way out was a mistake: it belongs to another room, or to none."""

    room: RoomId
    direction: str


class RoomsMerged(Event):
    """Two rooms turned out to be one: all that is known of `room` is true of `into`."""

    room: RoomId
    into: RoomId
    reason: str


class VisitReassigned(Event):
    """From turn `since` on the player was not in `room` but in `to`, which is known by now.

    What was noted of ways in and out during the visit follows as events of its own.
    """

    room: RoomId
    to: RoomId
    since: int
    reason: str


class PlaceRead(Event):
    """How a place was described this turn: what text perception tells places apart by."""

    room: RoomId
    title: str
    lines: tuple[str, ...] = ()
    """What was printed below the title, a line each, contents included."""
    way: str = ""
    """The direction or command that led there; empty when the player did not move."""
    origin: RoomId | None = None
    """Where the player came from; None when they did not move."""
    sure: float = 1.0
    """How sure it is that this is `room`, from 0 to 1."""


class LookWished(Event):
    """Text perception cannot tell which room this is; one LOOK would settle it."""

    reason: str


class ItemFound(Event):
    """An item was seen for the first time."""

    hook = "on_item_found"
    item: ItemId
    name: str
    place: str
    """A room id, `inventory`, `unknown`, `gone`, or another item's id."""
    number: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""


class ItemMoved(Event):
    """An item is somewhere else than before."""

    item: ItemId
    place: str


class ScoreChanged(Event):
    """The score is another than before."""

    score: int
    max_score: int | None = None


class PlayerDied(Event):
    """The story says that the player died."""

    hook = "on_death"
    command: str
    text: str


class GameWon(Event):
    """The story says that it is won."""

    hook = "on_victory"


ADVENTURE_EVENTS: tuple[type[Event], ...] = (
    StoryOpened,
    CommandChosen,
    TextObserved,
    InterpreterFailed,
    RoomFound,
    RoomChanged,
    PlayerMoved,
    ExitSeen,
    ExitExplored,
    ExitBlocked,
    ExitForgotten,
    RoomsMerged,
    VisitReassigned,
    PlaceRead,
    LookWished,
    ItemFound,
    ItemMoved,
    ScoreChanged,
    PlayerDied,
    GameWon,
)
