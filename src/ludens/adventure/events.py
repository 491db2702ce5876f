"""What can happen in an adventure's turn: commands, answers, deaths, and going back.

What happens to the map, the items and in perceiving stands beside them, in their own modules."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from pydantic import ConfigDict

from ludens.adventure.interpreter.protocol import FaultKind, Wants
from ludens.adventure.models import Frozen
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event, events_of


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
    SEARCH = "search"
    """The search, whose finds are typed out as it saw them."""


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
    rule: str = ""
    """The id of the rule that proposed it; empty where no rule did."""
    plan: int | None = None
    """The number of the plan that it is of, counted from 1."""
    step: int | None = None
    """Its place in that plan, from 0."""
    purpose: str = ""
    """What a walk is for, said at its first command; empty for all others."""
    works: bool = False
    """A copy of the story showed in its memory that it does something, whatever the answer says."""


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
    """The player died, or the story ended and was not won."""


class Fault(StrEnum):
    """Why the story's parser did not take a command."""

    UNSEEN = "unseen"
    """There is nothing of that name, as far as the parser tells."""
    AMBIGUOUS = "ambiguous"
    """There is more than one thing of that name."""
    GRAMMAR = "grammar"
    """The sentence makes no sense to it."""


class Order(Frozen):
    """Something that a text tells the reader to do."""

    command: str
    place: str = ""
    """The words for where it is to be done, if the text says so."""


class ThingsMentioned(Event):
    """A text named things in a room that no text had named there before, or told something."""

    dropped = frozenset({"living", "spoken", "numbers", "passwords", "lifeless", "hiding", "clues"})

    room: RoomId
    names: tuple[str, ...]
    listed: tuple[str, ...] = ()
    """Those of the names that are listed like things that lie there to be taken."""
    bare: tuple[str, ...] = ()
    """Those that stand without an article: as often as not no things at all."""
    new: tuple[str, ...] = ()
    """Those that are brought in by `a` or `some`."""
    revealed: tuple[str, ...] = ()
    """Those that the answer to a command brings in so: it brought them to light."""
    orders: tuple[Order, ...] = ()
    """What the text tells the reader to do, in its order."""


GAINFUL = frozenset({Effect.CHANGED, Effect.MOVED, Effect.SCORED})
"""Effects that changed the world."""


class Foreseen(Event):
    """Commands were tried on a snapshot, by an earlier version; none of them happened."""

    model_config = ConfigDict(extra="ignore")


class CommandJudged(Event):
    """What came of the command of this turn."""

    dropped = frozenset(
        {"kind", "alias_of", "bides", "means", "about", "upheaval", "misnamed"}
        | {"premature", "unfinished"}
    )

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
    looked: bool = False
    """The command examined one thing."""
    overloaded: bool = False
    """It failed because of what the player carries already."""
    had: bool = False
    """The story says that the player has the thing already."""
    speaks: tuple[str, ...] = ()
    """The last words of what a new refusal names besides the things of the command."""
    sight: str = ""
    """The fingerprint of what the thing looks like, when the command examined it."""
    ends: bool = False
    """The story ended, was not won, and tells no death: its effect counts as a death's."""


class ScoreChanged(Event):
    """The score is another than before."""

    type: ClassVar[str] = "score_change"
    score: int
    max_score: int | None = None
    old_score: int | None = None
    """The score before; None: it was not told yet."""
    was_stuck_for: int | None = None
    """The player's turns since the last change before this one."""


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


TURN_EVENTS = events_of(__name__)
