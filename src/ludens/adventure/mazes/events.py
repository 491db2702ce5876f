"""What can happen in a maze. The solver's whole memory is the fold of these."""

from __future__ import annotations

from enum import StrEnum

from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


class Evidence(StrEnum):
    """What betrayed a maze."""

    ALIKE = "alike"
    """Several rooms with near-identical descriptions."""
    NO_WAY_BACK = "no_way_back"
    """Several moves in a row whose way back did not lead back."""
    SAME_PLACE = "same_place"
    """Walking on and on seems to lead nowhere, as every room looks like the one before."""
    WITHIN_ANOTHER = "within_another"
    """A way out of a maze led to a place that words call another one."""


class Phase(StrEnum):
    """What is being done about a maze."""

    PREPARING = "preparing"
    """What is carried is looked at, and light is made."""
    EXPLORING = "exploring"
    OUTSIDE = "outside"
    """The solver walks outside: to fetch things to mark rooms with, or back in."""
    RETRIEVING = "retrieving"
    """All that can be known is known; the markers are collected."""
    LEAVING = "leaving"
    """What looks as if there were no return is tried, then the solver walks to a way out."""
    INTERRUPTED = "interrupted"
    """Something attacks, or the player is elsewhere: the company plays."""
    MAPPED = "mapped"
    GIVEN_UP = "given_up"
    """It could not be mapped; the group's reason says why."""


AT_WORK = frozenset(
    {Phase.PREPARING, Phase.EXPLORING, Phase.OUTSIDE, Phase.RETRIEVING, Phase.LEAVING}
)
"""Phases in which the solver decides."""
CLOSING = frozenset({Phase.RETRIEVING, Phase.LEAVING})
"""Phases whose reason tells why the exploring ended before all was known."""
OVER = frozenset({Phase.MAPPED, Phase.GIVEN_UP})


class Handled(StrEnum):
    """What became of a marker."""

    CARRIED = "carried"
    """It is in the player's hands and may be used."""
    DROPPED = "dropped"
    TAKEN = "taken"
    LOST = "lost"
    """It is not where it was left: stolen, or fallen out of reach."""
    UNFIT = "unfit"
    """It cannot be dropped, or cannot be seen where it lies."""


class Trait(StrEnum):
    """What makes a maze harder than twisty."""

    RANDOM = "random"
    """A way out leads to different rooms at different times."""
    THIEF = "thief"
    """Something takes or moves markers."""
    DARK = "dark"
    """It cannot be seen without a light."""
    LIGHT_FADES = "light_fades"
    """The light is about to run out."""
    PIT = "pit"
    """Part of it cannot be come back from."""
    DEADLY = "deadly"
    """The player died in it."""
    UNRELIABLE_LOOKS = "unreliable_looks"
    """A room does not always look the same."""
    CREATURE = "creature"
    """Something in it attacks."""


class MazeDetected(Event):
    """A maze was noticed: from now on the solver decides."""

    hook = "on_maze_detected"
    group: str
    entry_room: RoomId | None
    """The last room with a description of its own before the maze; None if it begins in one."""
    suspected_rooms: tuple[RoomId, ...] = ()
    """Rooms of the map that seem to belong to it."""
    title: str = ""
    """What its rooms are called, in plain form."""
    looks: tuple[str, ...] = ()
    """Its rooms' descriptions in plain form."""
    evidence: Evidence = Evidence.ALIKE
    ways: tuple[str, ...] = ()
    """Directions that are tried in each of its rooms."""
    budget: int = 0
    """Commands the solver may spend on it."""
    markers_wanted: int = 0
    """Things to mark rooms with, below which more are fetched."""


class MazePhaseBegan(Event):
    """The solver went on to another part of its work, or stopped; says why."""

    group: str
    phase: Phase
    reason: str = ""
    died: bool = False
    """It was interrupted by the player's death."""
    afresh: bool = False
    """It had been given up: commands and deaths are counted anew."""


class MazeRoomFound(Event):
    """A room that may be new was come to: in the maze, or one that the maze leads to.

    While nothing proves that it is not one of the rooms known by then, it is a room on trial.
    """

    group: str
    room: RoomId
    look: str = ""
    """Its title and description in plain form; empty where it was not seen."""
    title: str = ""
    outside: bool = False
    """It is not part of the maze."""
    location: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    mentions: tuple[str, ...] = ()
    """The directions that its description mentions."""
    risky: tuple[str, ...] = ()
    """Those of them that look as if there were no return."""
    fresh: bool = False
    """It looks like no room known before, so it is none of them."""


class MazeRoomLooked(Event):
    """A room of the maze was seen in full for the first time, or looks otherwise than before."""

    group: str
    room: RoomId
    look: str


class MazeWayWalked(Event):
    """A way was walked and led to a room, possibly the same one."""

    group: str
    room: RoomId
    direction: str
    to: RoomId


class MazeWayRefused(Event):
    """A direction was tried and led nowhere."""

    group: str
    room: RoomId
    direction: str
    reason: str = ""


class MazeWayDeadly(Event):
    """The player died going this way; it is not tried again."""

    group: str
    room: RoomId
    direction: str


class MazeWayVaries(Event):
    """A way proved to lead to different rooms at different times."""

    group: str
    room: RoomId
    direction: str


class MazeWordUnknown(Event):
    """The story does not understand a direction: it is tried no more in this maze."""

    group: str
    direction: str


class MazeArrived(Event):
    """The solver knows where the player is; None: it does not."""

    group: str
    room: RoomId | None


class MazeRoomsApart(Event):
    """Rooms proved to be different ones: a marker that lies in one is not seen in the other."""

    group: str
    room: RoomId
    others: tuple[RoomId, ...]


class MazeRoomsJoined(Event):
    """Two rooms proved to be one: what is known of `room` is true of `into`."""

    group: str
    room: RoomId
    into: RoomId
    reason: str = ""
    sure: bool = True
    """Proved by a marker or a location number; otherwise only supposed from its exits."""


class MazeRoomsForgotten(Event):
    """Rooms on trial that tell nothing any more: nobody knows which they were, nor how to get
    there.
    """

    dropped = frozenset({"unplaced"})
    group: str
    rooms: tuple[RoomId, ...]


class MazeMarkersCounted(Event):
    """What is carried was looked through for things to mark rooms with, the safest first."""

    group: str
    markers: tuple[str, ...]
    lights: tuple[str, ...] = ()
    """Carried things that may give light; they are never used as markers."""


class MazeLightReckoned(Event):
    """It was reckoned how long the light will last, before the maze is entered or when it fades."""

    group: str
    left: int | None
    """Turns of light, at the least; None where nothing tells."""
    needed: int
    """Commands that mapping the rest may take."""


class MazeDarkened(Event):
    """It has become too dark to see, or light again."""

    group: str
    dark: bool


class MazeMarkersSeen(Event):
    """A room was shown: these markers are seen in it, no others."""

    group: str
    room: RoomId
    markers: tuple[str, ...] = ()


class MazeMarkerHandled(Event):
    """A marker is somewhere else than before."""

    group: str
    marker: str
    how: Handled
    room: RoomId | None = None
    """Where it lies now."""


class MazeHandsFull(Event):
    """A marker could not be taken up, as too much is carried already."""

    group: str
    carried: int
    """Markers in hand by then."""


class MazeThingsSeen(Event):
    """Things that are no markers lie or live in a room of the maze or before it."""

    group: str
    room: RoomId
    things: tuple[str, ...]


class MazeTraitNoticed(Event):
    """The maze proved to be harder than twisty; the puzzle agent is told by this."""

    group: str
    trait: Trait
    detail: str = ""


class MazeTakenBack(Event):
    """An earlier moment came back: markers and player are where they were then; ways stay known."""

    group: str
    here: RoomId | None
    lying: dict[str, RoomId]
    """The markers that lay in the maze, and where."""
    carried: tuple[str, ...]
    """The markers in hand."""


class MazeMarkersDoubted(Event):
    """Something takes markers: that one was not seen in a room proves nothing, nor ever did."""

    group: str
    reason: str


class MazeLearned(Event):
    """More is known of the maze than ever before."""

    group: str
    known: int
    """How much, in ways tried and things to mark rooms with (see `patience`)."""


class MazeTourPlanned(Event):
    """The order in which the markers are collected."""

    group: str
    rooms: tuple[RoomId, ...]


class MazeMapped(Event):
    """A maze is mapped as far as it can be; the company plays on."""

    hook = "on_maze_mapped"
    group: str
    rooms: int
    exits: tuple[RoomId, ...]
    """Rooms outside that it leads to."""
    complete: bool
    """Every way out of every room was tried."""
    sure: bool
    """Nothing that was seen leaves room for another map, if its ways never change."""
    reason: str = ""
    """What is missing; empty for a map that is complete and sure."""
    score: int | None = None
    """The story's score by then."""
    carried: tuple[str, ...] = ()
    """What the player carries by then."""


MAZE_EVENTS: tuple[type[Event], ...] = (
    MazeDetected,
    MazePhaseBegan,
    MazeRoomFound,
    MazeRoomLooked,
    MazeWayWalked,
    MazeWayRefused,
    MazeWayDeadly,
    MazeWayVaries,
    MazeWordUnknown,
    MazeArrived,
    MazeRoomsApart,
    MazeRoomsJoined,
    MazeRoomsForgotten,
    MazeMarkersCounted,
    MazeLightReckoned,
    MazeDarkened,
    MazeMarkersSeen,
    MazeMarkerHandled,
    MazeHandsFull,
    MazeThingsSeen,
    MazeTraitNoticed,
    MazeTakenBack,
    MazeMarkersDoubted,
    MazeLearned,
    MazeTourPlanned,
    MazeMapped,
)
