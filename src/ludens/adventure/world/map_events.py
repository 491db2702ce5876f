"""What can happen to the map: rooms, moves and ways."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from ludens.adventure.world.fact import Fact
from ludens.adventure.world.places import RoomId
from ludens.episode.events import events_of

Direction = Annotated[str, Field(min_length=1)]
"""A direction in full, or the command that leads this way."""


class Movement(StrEnum):
    """How the player came to be somewhere."""

    START = "start"
    WALKED = "walked"
    """By a command that names a way; the way leads here."""
    CARRIED = "carried"
    """Not by a way of their own (magic, a fall, a vehicle), but as the command's effect: the
    command is kept as a one-way teleport."""
    RESTORED = "restored"
    """By death and return, UNDO, RESTORE or RESTART: no way of the world leads here."""


class Resolution(StrEnum):
    """How a contradiction on the map was explained."""

    ASSUMPTION_CORRECTED = "assumption_corrected"
    """What was walked stands; the way back that had only been assumed was wrong."""
    VARIES = "varies"
    """The way truly leads to different places: it is random, or depends on the world's state."""
    WORLD_CHANGED = "world_changed"
    """The way was walked once and is no more: the story changed its world."""
    ROOM_SPLIT = "room_split"
    """Two places had been taken for one."""
    ROOMS_MERGED = "rooms_merged"
    """One place had been taken for two."""
    UNEXPLAINED = "unexplained"
    """Nothing explains it yet."""


class RoomFound(Fact):
    """A room was seen for the first time."""

    room: RoomId
    name: str
    description: str = ""
    location: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    dark: bool = False


class RoomChanged(Fact):
    """A known room has another name, description or light than before; None: as before."""

    room: RoomId
    name: str | None = None
    description: str | None = None
    dark: bool | None = None


class RoomsMerged(Fact):
    """Two rooms turned out to be one: all that is known of `room` is true of `into`.

    Ways that lead to `room` lead to `into`, items in it are in `into`, and `room` stays known as
    an alias, so that older memories still find their room.
    """

    room: RoomId
    into: RoomId
    reason: str


class VisitReassigned(Fact):
    """From turn `since` to turn `until` the player was not in `room` but in `to`.

    `to` is known by now; `until` is the last such turn, None: up to now. What was noted of ways
    in and out during the visit follows as events of its own.
    """

    room: RoomId
    to: RoomId
    since: int
    until: int | None = None
    reason: str


class PlayerMoved(Fact):
    """The player came into a room: another one than before, the first, or by a loop the same."""

    hook = "on_room_enter"
    room: RoomId
    how: Movement
    via: str = ""
    """The direction or command that moved the player; empty at the start."""


class WayFact(Fact):
    """Something perceived of a way out of a room."""

    room: RoomId
    direction: Direction
    """One of the twelve directions in full, or the command that leads this way."""
    tried: bool = False
    """It was tried on a copy of the story: nobody has gone this way."""


class ExitSeen(WayFact):
    """A way out is mentioned or suspected and not yet tried."""

    leads_to: str = ""
    """What the place at its end is called, where a trial on a copy has shown one not met yet."""
    location: int | None = None
    """That place's Z-machine object number; None where perception is by text alone."""


class ExitExplored(WayFact):
    """A way out was walked; `to` is where it led. Whatever blocked it, it is open now."""

    to: RoomId
    assumed: bool = False
    """Not walked but inferred: the way back of one that was."""
    teleport: bool = False
    """The player was carried: there is no reason to expect a way back."""
    walked: dict[RoomId, int] | None = None
    """How often it led where, if that is to be corrected; None: as counted."""


class ExitBlocked(WayFact):
    """A way out is there and something stands in it: a locked door, a guard, the dark.

    Where it led, if that is known, is kept.
    """

    reason: str
    """What the story said."""


class ExitAbsent(WayFact):
    """A direction was tried and there is no way out ("You can't go that way")."""

    reason: str = ""
    """What the story said."""


class ExitClosed(WayFact):
    """A way that was walked is no more: the story changed its world (a flood, a collapse)."""

    reason: str


class ExitDoubted(WayFact):
    """Where a way leads had only been assumed and is in doubt: it is unexplored again."""

    reason: str


class ExitForgotten(WayFact):
    """What was noted of a way out was a mistake: it belongs to another room, or to none."""


class ExitMarked(WayFact):
    """Evidence about the nature of a way; None: as before."""

    one_way: bool | None = None
    """The opposite direction does not lead back."""
    random: bool | None = None
    """It leads to different places at different times, or not always."""
    stayed: bool = False
    """It was gone once more and led nowhere."""


class MapContradicted(WayFact):
    """A way did not lead where the map said, and how that was explained."""

    expected: RoomId | None
    """Where the map said it leads."""
    found: RoomId | None
    """Where it led; None: nowhere."""
    resolution: Resolution


MAP_EVENTS = events_of(__name__)
