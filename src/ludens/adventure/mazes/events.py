"""What can happen in a maze. The solver's whole memory is the fold of these."""

from __future__ import annotations

from enum import StrEnum

from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event, events_of


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


class MazeEvent(Event):
    """Something that happened in a maze."""

    group: str
    """The maze's number."""


class MazeDetected(MazeEvent):
    """A maze was noticed: from now on the solver decides."""

    hook = "on_maze_detected"
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


class MazePhaseBegan(MazeEvent):
    """The solver went on to another part of its work, or stopped; says why."""

    phase: Phase
    reason: str = ""
    died: bool = False
    """It was interrupted by the player's death."""
    afresh: bool = False
    """It had been given up: commands and deaths are counted anew."""


class MazeRoomFound(MazeEvent):
    """A room that may be new was come to: in the maze, or one that the maze leads to.

    While nothing proves that it is not one of the rooms known by then, it is a room on trial.
    """

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


class MazeRoomLooked(MazeEvent):
    """A room of the maze was seen in full for the first time, or looks otherwise than before."""

    room: RoomId
    look: str


class MazeWayWalked(MazeEvent):
    """A way was walked and led to a room, possibly the same one."""

    room: RoomId
    direction: str
    to: RoomId


class MazeWayRefused(MazeEvent):
    """A direction was tried and led nowhere."""

    room: RoomId
    direction: str
    reason: str = ""


class MazeWayDeadly(MazeEvent):
    """The player died going this way; it is not tried again."""

    room: RoomId
    direction: str


class MazeWayVaries(MazeEvent):
    """A way proved to lead to different rooms at different times."""

    room: RoomId
    direction: str


class MazeWordUnknown(MazeEvent):
    """The story does not understand a direction: it is tried no more in this maze."""

    direction: str


class MazeArrived(MazeEvent):
    """The solver knows where the player is; None: it does not."""

    room: RoomId | None


class MazeRoomsApart(MazeEvent):
    """Rooms proved to be different ones: a marker that lies in one is not seen in the other."""

    room: RoomId
    others: tuple[RoomId, ...]


class MazeRoomsJoined(MazeEvent):
    """Two rooms proved to be one: what is known of `room` is true of `into`."""

    dropped = frozenset({"sure"})
    room: RoomId
    into: RoomId
    reason: str = ""


class MazeRoomsForgotten(MazeEvent):
    """Rooms on trial that tell nothing any more: nobody knows which they were, nor how to get
    there.
    """

    dropped = frozenset({"unplaced"})
    rooms: tuple[RoomId, ...]


class MazeMarkersCounted(MazeEvent):
    """What is carried was looked through for things to mark rooms with, the safest first."""

    markers: tuple[str, ...]
    lights: tuple[str, ...] = ()
    """Carried things that may give light; they are never used as markers."""


class MazeLightReckoned(MazeEvent):
    """It was reckoned how long the light will last, before the maze is entered or when it fades."""

    left: int | None
    """Turns of light, at the least; None where nothing tells."""
    needed: int
    """Commands that mapping the rest may take."""


class MazeDarkened(MazeEvent):
    """It has become too dark to see, or light again."""

    dark: bool


class MazeMarkersSeen(MazeEvent):
    """A room was shown: these markers are seen in it, no others."""

    room: RoomId
    markers: tuple[str, ...] = ()


class MazeMarkerHandled(MazeEvent):
    """A marker is somewhere else than before."""

    marker: str
    how: Handled
    room: RoomId | None = None
    """Where it lies now."""


class MazeHandsFull(MazeEvent):
    """A marker could not be taken up, as too much is carried already."""

    carried: int
    """Markers in hand by then."""


class MazeThingsSeen(MazeEvent):
    """Things that are no markers lie or live in a room of the maze or before it."""

    room: RoomId
    things: tuple[str, ...]


class MazeTraitNoticed(MazeEvent):
    """The maze proved to be harder than twisty; the puzzle agent is told by this."""

    trait: Trait
    detail: str = ""


class MazeTakenBack(MazeEvent):
    """An earlier moment came back: markers and player are where they were then; ways stay known."""

    here: RoomId | None
    lying: dict[str, RoomId]
    """The markers that lay in the maze, and where."""
    carried: tuple[str, ...]
    """The markers in hand."""
    dark: bool = False


class MazeMarkersDoubted(MazeEvent):
    """Something takes markers: that one was not seen in a room proves nothing, nor ever did."""

    reason: str


class MazeLearned(MazeEvent):
    """More is known of the maze than ever before."""

    known: int
    """How much, in ways tried and things to mark rooms with (see `patience`)."""


class MazeTourPlanned(MazeEvent):
    """The order in which the markers are collected."""

    rooms: tuple[RoomId, ...]


class MazeMapped(MazeEvent):
    """A maze is mapped as far as it can be; the company plays on."""

    hook = "on_maze_mapped"
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


MAZE_EVENTS = events_of(__name__)
