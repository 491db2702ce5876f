"""What can happen in an adventure."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, NewType

from pydantic import Field

from ludens.adventure.interpreter.protocol import FaultKind, Wants
from ludens.episode.events import Event

RoomId = NewType("RoomId", str)
ItemId = NewType("ItemId", str)
Place = NewType("Place", str)
"""Where an item is: `room:ID`, `item:ID` (in or on another item), `inventory`, `unknown`, `gone`.
Made and read by `world.places`; the prefix keeps a room called Unknown apart from `unknown`."""


class By(StrEnum):
    """Who chose a command."""

    PLAYER = "player"
    HUMAN = "human"
    SENSES = "senses"
    """Text perception, which cannot tell where the player is without another look."""
    SOLVER = "solver"
    """The maze solver: an algorithm, at no cost."""
    BREAKER = "breaker"
    """Loop-breaking, which walks out of where the company was stuck."""


class Source(StrEnum):
    """Who found a fact."""

    LEXICAL = "lexical"
    """The rule-based reader of the text."""
    STATE = "state"
    """The probe of the Z-machine's memory."""
    LLM = "llm"
    """A model that quoted its words from the text."""
    INFERENCE = "inference"
    """Concluded from other facts: the way back of a walk, a resolver's judgement."""


class Fact(Event):
    """Something perceived in the story's world, with where it comes from."""

    source: Source = Source.LEXICAL
    confidence: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How sure the perceiver is, as a probability; 1 is certain."""


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


class Handling(StrEnum):
    """How an item came to be where it is."""

    TAKEN = "taken"
    DROPPED = "dropped"
    PUT = "put"
    """Into or onto another item, given to somebody, thrown somewhere."""
    CONSUMED = "consumed"
    """Eaten, drunk, burnt up, broken: it is no more."""
    MOVED_BY_ITSELF = "moved_by_itself"
    """A creature went, a thing rolled away, or another took it where it was seen to."""
    VANISHED = "vanished"
    """It is no longer where it was, and nobody saw where to: stolen, evaporated."""
    NOTICED = "noticed"
    """It is seen somewhere else than thought; nobody knows how it came there."""


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
    max_score: int | None = None
    """What a perfect game scores, where the catalogue of our own stories says so."""


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
    OTHER = "other"
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
    body: str = ""
    """The description as it was printed."""
    told: Told = Told.FULL
    asked: Asked = Asked.WALK
    way: str = ""
    """The command's name as a way; empty at the opening."""
    things: tuple[ItemId, ...] = ()
    """Which of the things that the player put down somewhere are named."""
    confidence: float = 1.0
    """How sure it is that this is a place, from 0 to 1."""
    denied: bool = False
    """It was judged to be none after all."""
    status: StatusLine | None = None


class WayRefused(Event):
    """A direction was tried and no place was shown: what else tells places apart."""

    room: RoomId
    way: str


class TextParsed(Event):
    """A model read a text; it is not asked about the same sentences again."""

    reader: str
    digests: tuple[str, ...]
    """Of each sentence that nobody had read before."""


class LookWished(Event):
    """Text perception cannot tell which room this is; one LOOK would settle it."""

    reason: str


class PlayerMoved(Fact):
    """The player came into a room: another one than before, the first, or by a loop the same."""

    hook = "on_room_enter"
    room: RoomId
    how: Movement
    via: str = ""
    """The direction or command that moved the player; empty at the start."""


class ExitSeen(Fact):
    """A way out is mentioned or suspected and not yet tried."""

    room: RoomId
    direction: str
    """One of the twelve directions in full, or the command that leads this way."""


class ExitExplored(Fact):
    """A way out was walked; `to` is where it led. Whatever blocked it, it is open now."""

    room: RoomId
    direction: str
    to: RoomId
    assumed: bool = False
    """Not walked but inferred: the way back of one that was."""
    teleport: bool = False
    """The player was carried: there is no reason to expect a way back."""
    walked: dict[RoomId, int] | None = None
    """How often it led where, if that is to be corrected; None: as counted."""


class ExitBlocked(Fact):
    """A way out is there and something stands in it: a locked door, a guard, the dark.

    Where it led, if that is known, is kept.
    """

    room: RoomId
    direction: str
    reason: str
    """What the story said."""


class ExitAbsent(Fact):
    """A direction was tried and there is no way out ("You can't go that way")."""

    room: RoomId
    direction: str
    reason: str = ""
    """What the story said."""


class ExitClosed(Fact):
    """A way that was walked is no more: the story changed its world (a flood, a collapse)."""

    room: RoomId
    direction: str
    reason: str


class ExitDoubted(Fact):
    """Where a way leads had only been assumed and is in doubt: it is unexplored again."""

    room: RoomId
    direction: str
    reason: str


class ExitForgotten(Fact):
    """What was noted of a way out was a mistake: it belongs to another room, or to none."""

    room: RoomId
    direction: str


class ExitMarked(Fact):
    """Evidence about the nature of a way; None: as before."""

    room: RoomId
    direction: str
    one_way: bool | None = None
    """The opposite direction does not lead back."""
    random: bool | None = None
    """It leads to different places at different times, or not always."""


class MapContradicted(Fact):
    """A way did not lead where the map said, and how that was explained."""

    room: RoomId
    direction: str
    expected: RoomId | None
    """Where the map said it leads."""
    found: RoomId | None
    """Where it led; None: nowhere."""
    resolution: Resolution


class ItemFound(Fact):
    """An item was seen for the first time. Properties are None while unknown."""

    hook = "on_item_found"
    item: ItemId
    name: str
    place: Place
    number: int | None = None
    """The Z-machine's object number; None where perception is by text alone."""
    portable: bool | None = None
    alive: bool | None = None


class ItemChanged(Fact):
    """An item proved or came to be another than was known; None: as before."""

    item: ItemId
    name: str | None = None
    description: str | None = None
    """What the story says on examining it."""
    portable: bool | None = None
    """Whether it can be taken; False is a fixed thing."""
    alive: bool | None = None
    consumable: bool | None = None
    """It can be used up: eaten, drunk, burnt."""
    container: bool | None = None
    """Things can be put into or onto it."""
    open: bool | None = None
    locked: bool | None = None
    light_source: bool | None = None
    lit: bool | None = None
    """It gives light now; the turns that it does are counted."""
    fuel: Annotated[int, Field(ge=0)] | None = None
    """Turns of light that are left from now on, where the story or experience tells."""
    worn: bool | None = None


class ItemMoved(Fact):
    """An item is somewhere else than before."""

    item: ItemId
    place: Place
    how: Handling = Handling.NOTICED


class ItemTransformed(Fact):
    """An item turned into another one, which stands in its place; the old one is gone."""

    item: ItemId
    into: ItemId
    """Known by an ItemFound before, or new under the name of the old."""


class ItemsMerged(Fact):
    """Two items proved to be one under two names: what is known of `other` goes to `item`."""

    item: ItemId
    other: ItemId


class LightFading(Fact):
    """The story warns that a light is running out."""

    item: ItemId
    text: str


class CarryLimitMet(Fact):
    """The player could not take an item because of what is carried already."""

    carried: Annotated[int, Field(ge=0)]
    """Items carried (worn ones not counted) when the load was too much."""
    item: ItemId | None = None
    """What was refused."""
    text: str = ""


class Effect(StrEnum):
    """What a command did, as far as the company can tell."""

    NOT_UNDERSTOOD = "not_understood"
    """The story's parser did not take it."""
    NOTHING = "nothing"
    """Understood, and nothing is different."""
    CHANGED = "changed"
    """Something in the world is different."""
    MOVED = "moved"
    """The player is somewhere else."""
    SCORED = "scored"
    DIED = "died"


class Fault(StrEnum):
    """Why the story's parser did not take a command."""

    UNSEEN = "unseen"
    """There is nothing of that name, as far as the parser tells."""
    AMBIGUOUS = "ambiguous"
    """There is more than one thing of that name."""
    GRAMMAR = "grammar"
    """The sentence makes no sense to it."""


class ThingsMentioned(Event):
    """A text named things in a room that no text had named there before, or told something."""

    room: RoomId
    names: tuple[str, ...]
    listed: tuple[str, ...] = ()
    """Those of the names that are listed like things that lie there to be taken."""
    bare: tuple[str, ...] = ()
    """Those that stand without an article: as often as not no things at all."""
    new: tuple[str, ...] = ()
    """Those that are brought in by `a` or `some`."""
    clues: tuple[str, ...] = ()
    """The sentences of the text, each as the story's verbs and nouns in it, parted by blanks."""
    orders: tuple[str, ...] = ()
    """What the text tells the reader to do, as commands."""


class CommandJudged(Event):
    """What came of the command of this turn."""

    room: RoomId
    """Where it was typed."""
    command: str
    effect: Effect
    gained: bool = False
    """The company has more than before: an item, score, a way opened, light."""
    reply: str = ""
    """The fingerprint of the reply, by which common refusals are known."""
    novel: bool = False
    """No reply like it came before."""
    things: tuple[str, ...] = ()
    """The things that the command named."""
    in_hand: bool = False
    """All of them were carried, so that it did not matter where it was typed."""
    fault: Fault | None = None
    """Why it was not understood."""
    affirmed: bool = False
    """The reply is new and sounds as if something happened, though no sense saw what."""
    kind: str = ""
    """The kind of sentence it was, in whose record it counts; see `journal.sentence_kind`."""
    looked: bool = False
    """The command examined one thing."""
    overloaded: bool = False
    """It failed because of what the player carries already."""
    had: bool = False
    """The story says that the player has the thing already."""
    sight: str = ""
    """The fingerprint of what the thing looks like, when the command examined it."""


class ScoreChanged(Event):
    """The score is another than before."""

    type: ClassVar[str] = "score_change"
    score: int
    max_score: int | None = None


class PlayerDied(Event):
    """The story says that the player died."""

    hook = "on_death"
    command: str
    text: str


class StorySaved(Event):
    """A turn is kept as one to return to."""

    to_turn: int


ASKED = "the player asked for it"
"""Why the company goes back when the player types RESTORE."""


class StoryRestored(Event):
    """The company went back: the story is again as it was after that turn."""

    to_turn: int
    command: str
    """What was typed when it went wrong."""
    reason: str


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
    RoomsMerged,
    VisitReassigned,
    PlaceRead,
    WayRefused,
    TextParsed,
    LookWished,
    PlayerMoved,
    ExitSeen,
    ExitExplored,
    ExitBlocked,
    ExitAbsent,
    ExitClosed,
    ExitDoubted,
    ExitForgotten,
    ExitMarked,
    MapContradicted,
    ItemFound,
    ItemChanged,
    ItemMoved,
    ItemTransformed,
    ItemsMerged,
    LightFading,
    CarryLimitMet,
    ThingsMentioned,
    CommandJudged,
    ScoreChanged,
    PlayerDied,
    StorySaved,
    StoryRestored,
    GameWon,
)
