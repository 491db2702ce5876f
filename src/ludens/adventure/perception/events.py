"""What can happen in perceiving: what was shown, asked for and read, to tell places apart."""

from __future__ import annotations

from enum import StrEnum

from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event, events_of


class Told(StrEnum):
    """How much was told of a place."""

    FULL = "full"
    """With its description."""
    BARE = "bare"
    """Its title alone, or its title and what is in it."""
    DARK = "dark"
    """It is too dark to see it."""
    NAMED = "named"
    """Nothing: only the status line names it."""


class Asked(StrEnum):
    """What a command asked for, as far as its words tell."""

    WALK = "walk"
    """A direction."""
    MOVE = "move"
    """To be elsewhere, by other words: enter, climb, board."""
    LOOK = "look"
    LOOK_AFTER = "look_after"
    """A LOOK after something that may have carried the player off."""
    OTHER = "other"
    CARRIED = "carried"
    """Anything: the text says that the player was carried off on the way."""
    RETURN = "return"
    """To be as before: UNDO, RESTORE, RESTART; or the player died and is somewhere again."""


class StatusLine(StrEnum):
    """What the status line proved to be worth at a turn."""

    CURRENT = "current"
    """It names the place where the player is."""
    LAGGING = "lagging"
    """It names the place where the player was a command ago."""
    OTHER = "other"
    """It names neither."""


class PlaceRead(Event):
    """A place was shown: what text perception tells places apart by."""

    dropped = frozenset({"astray", "things", "ways"})
    room: RoomId
    """Which room it was taken for."""
    title: str
    text: int
    """The number of the description, counted from 0 in the order of first sight."""
    sentences: tuple[str, ...] = ()
    """The description in the plain form that is compared; empty when its number is known."""
    described: int = 0
    """How many of the sentences belong to the description; the others list what is there."""
    exits: tuple[str, ...] = ()
    """The directions it mentions."""
    listed: tuple[str, ...] = ()
    """The sentences that list things, in plain form."""
    body: str = ""
    """The description as it was printed."""
    apart: bool = False
    """A blank line stands between the title and what is told below it."""
    titled: bool = True
    """The text has a title; otherwise the name is made from the description's first sentence."""
    told: Told = Told.FULL
    asked: Asked = Asked.WALK
    way: str = ""
    """The command's name as a way; empty at the opening."""
    lamp: bool = False
    """The player has a light, as far as is known."""
    confidence: float = 1.0
    """How sure it is that this is a place, from 0 to 1."""
    back: int | None = None
    """Of a return: how many places and refusals were remembered at the moment that was brought
    back; None where it is not known which moment that is."""
    denied: bool = False
    """It was judged to be none after all."""
    status: StatusLine | None = None


class WayRefused(Event):
    """A direction was tried and no place was shown: what else tells places apart."""

    room: RoomId
    way: str


class PlaceJudged(Event):
    """A reader judged that the place shown last is the one before, under another name."""

    room: RoomId
    """Which room it is taken for now."""
    step: int
    """The number of the place among what was remembered."""


class TextParsed(Event):
    """A model read a text; it is not asked about the same sentences again."""

    reader: str
    digests: tuple[str, ...]
    """Of each sentence that nobody had read before."""


class LookWished(Event):
    """Text perception cannot tell which room this is; one LOOK would settle it."""

    reason: str


PERCEPTION_EVENTS = events_of(__name__)
