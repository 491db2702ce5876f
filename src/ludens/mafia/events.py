"""What can happen at a Mafia table, and who may see each part of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from ludens.episode.events import Event
from ludens.episode.visibility import Backstage, Own, Public, Shared, Shown, VisibleEvent
from ludens.mafia.persona import Persona
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import MOST_SEATS, SeatId
from ludens.mafia.settings import Rules


def _known(role: RoleName) -> RoleName:
    if role not in ROLES:
        raise ValueError(f"no role is called {role!r}")
    return role


Seat = Annotated[SeatId, Field(ge=0, lt=MOST_SEATS)]
"""A seat, as a log may name it."""
Role = Annotated[RoleName, AfterValidator(_known)]
"""A role, as a log may name it."""


class Phase(StrEnum):
    """What the table is doing, as everybody knows."""

    __hash__ = str.__hash__  # Enum's own is a Python function; phases are looked up all the time

    SEATING = "seating"
    NIGHT_ZERO = "night zero"
    """The mafia get to know each other; nobody dies."""
    BIDDING = "bidding"
    DAY = "day"
    REPLIES = "replies"
    VOTE = "vote"
    DEFENCE = "defence"
    REBUTTAL = "rebuttal"
    REVOTE = "revote"
    LAST_WORDS = "last words"
    NIGHT = "night"
    OVER = "over"


class Speaking(StrEnum):
    """What a speech is for."""

    __hash__ = str.__hash__  # as of phases

    SPEECH = "speech"
    REPLY = "reply"
    """To whoever mentioned the speaker."""
    DEFENCE = "defence"
    REBUTTAL = "rebuttal"
    """To the other defences."""
    LAST_WORDS = "last words"


class Cause(StrEnum):
    """How a player died."""

    VOTE = "vote"
    NIGHT = "night"


class Moment(StrEnum):
    """What the narrator speaks about."""

    INTRODUCTION = "introduction"
    FIRST_DAY = "first day"
    """Before it nobody can have died."""
    DAWN = "dawn"
    VOTE = "vote"
    KEY_MOMENT = "key moment"
    ENDING = "ending"


class Finding(NamedTuple):
    """A result that a player says an investigation had."""

    seat: Seat
    is_mafia: bool


class Said(NamedTuple):
    """Something that one seat told others in private."""

    seat: Seat
    text: str


class Proposal(NamedTuple):
    """Whom one of the mafia would kill; None for nobody."""

    seat: Seat
    target: Seat | None
    message: str


class TableLaid(VisibleEvent):
    """The rules and roles of this table, as announced to everybody."""

    names: Public[tuple[str, ...]]
    """Each seat's name, from seat 0."""
    taglines: Public[tuple[str, ...]]
    composition: Public[dict[Role, int]]
    rules: Public[Rules]


class RulesChanged(VisibleEvent):
    """The game was forked or resumed under other rules, which hold from here on."""

    rules: Public[Rules]


class PersonaGiven(VisibleEvent):
    """A seat was told whom to play; what the others know of it is its name and tagline."""

    seat: Own[Seat]
    persona: Own[Persona]


class RoleDealt(VisibleEvent):
    """A seat was told its role, and the mafia their partners."""

    seat: Own[Seat]
    role: Own[Role]
    partners: Own[tuple[Seat, ...]] = ()


class PhaseBegan(VisibleEvent):
    """A phase that everybody notices."""

    hook = "on_phase"
    phase: Public[Phase]
    day: Public[int]
    """0 for night zero; a night has the number of the day before it."""
    order: Public[tuple[Seat, ...]] = ()
    """Who speaks or votes in this phase, in order; empty at night."""


class StrategyNoted(VisibleEvent):
    """One of the mafia wrote down a plan on night zero."""

    seat: Own[Seat]
    strategy: Own[str]


class StrategiesShared(VisibleEvent):
    """The mafia read each other's plans."""

    audience: Shared[tuple[Seat, ...]]
    strategies: Shared[tuple[Said, ...]]


class SpeechGiven(VisibleEvent):
    """Somebody spoke to the table."""

    hook = "on_speech"
    seat: Public[Seat]
    kind: Public[Speaking]
    text: Public[str]
    nomination: Public[Seat | None] = None
    accuses: Public[tuple[Seat, ...]] = ()
    """Whom the speaker accuses; like the next three as the speaker said it, true or not."""
    defends: Public[tuple[Seat, ...]] = ()
    claims: Public[Role | None] = None
    findings: Public[tuple[Finding, ...]] = ()


class BidPlaced(VisibleEvent):
    """Somebody said how much they want to speak; it is known when everybody has."""

    seat: Public[Seat]
    bid: Own[int]


class BidsOpened(VisibleEvent):
    """Everybody knows who wanted to speak how much, from 0."""

    bids: Public[dict[Seat, int]]


class SilenceKept(VisibleEvent):
    """Somebody who might have answered said nothing."""

    seat: Public[Seat]


class BallotCast(VisibleEvent):
    """Somebody voted; for whom is known when everybody has."""

    hook = "on_vote"
    seat: Public[Seat]
    choice: Own[Seat | None]


class VotesCounted(VisibleEvent):
    """The ballots were opened."""

    ballots: Public[dict[Seat, Seat | None]]
    out: Public[Seat | None] = None
    tied: Public[tuple[Seat, ...]] = ()


class PlayerDied(VisibleEvent):
    """A player is out of the game."""

    hook = "on_death"
    seat: Public[Seat]
    cause: Public[Cause]
    role: Public[Role | None] = None
    """Only where the rules reveal it."""
    team: Public[Team | None] = None
    """Only where the rules reveal sides."""


class KillProposed(VisibleEvent):
    """One of the mafia said whom to kill; the partners hear it when all have."""

    seat: Own[Seat]
    target: Own[Seat | None]
    message: Own[str] = ""


class ProposalsShared(VisibleEvent):
    """The mafia heard each other's proposals of one round."""

    day: Shared[int]
    audience: Shared[tuple[Seat, ...]]
    round: Shared[int]
    proposals: Shared[tuple[Proposal, ...]]


class KillSettled(VisibleEvent):
    """The mafia know what they will do tonight."""

    day: Shared[int]
    audience: Shared[tuple[Seat, ...]]
    target: Shared[Seat | None]
    decider: Shared[Seat | None] = None
    """The lowest seat, when they could not agree."""


class NightActed(VisibleEvent):
    """Somebody used their role's power; target None is to pass."""

    day: Own[int]
    seat: Own[Seat]
    verb: Own[str]
    target: Own[Seat | None]


class FindingReturned(VisibleEvent):
    """Somebody learned what they asked for."""

    day: Own[int]
    seat: Own[Seat]
    target: Own[Seat]
    is_mafia: Own[bool]


class SaveReturned(VisibleEvent):
    """Somebody learned whether whom they protected was attacked."""

    day: Own[int]
    seat: Own[Seat]
    target: Own[Seat]
    mattered: Own[bool]


class DawnBroke(VisibleEvent):
    """The night's dead are known; each has a PlayerDied of their own after this."""

    killed: Public[tuple[Seat, ...]] = ()
    day: Public[int]
    """The day that begins."""


class MindKept(VisibleEvent):
    """What a player thought at a decision, and wants to remember."""

    seat: Own[Seat]
    reasoning: Own[str] = ""
    beliefs: Own[dict[Seat, float]] = Field(default_factory=dict)
    """How likely each other seat is mafia, 0 to 1, as this player says; empty: as before."""
    memory: Own[str | None] = None
    """None: as before."""
    cut: Own[int] = 0
    """How many characters of the memory were too many, and are lost."""


class ReplyRefused(VisibleEvent):
    """A player's reply was not valid; it is asked again, if it has tries left."""

    seat: Backstage[Seat]
    attempt: Backstage[int]
    problem: Backstage[str]
    reply: Backstage[str] = ""
    """What was replied, as far as it is shown to whoever has to correct it."""


class DefaultTaken(VisibleEvent):
    """A player gave no valid decision in time, and the default was taken (seed 003)."""

    seat: Own[Seat]
    reason: Backstage[str]


class Narrated(VisibleEvent):
    """The narrator spoke to those who watch; no player reads it."""

    moment: Shown[Moment]
    text: Shown[str]


class GameDecided(VisibleEvent):
    """The game is over: who won, and who was what."""

    team: Public[Team | None]
    """None when nobody won."""
    winners: Public[tuple[Seat, ...]]
    roles: Public[tuple[Role, ...]]
    """Each seat's role, from seat 0."""


MAFIA_EVENTS: tuple[type[Event], ...] = (
    TableLaid,
    RulesChanged,
    PersonaGiven,
    RoleDealt,
    PhaseBegan,
    StrategyNoted,
    StrategiesShared,
    BidPlaced,
    BidsOpened,
    SpeechGiven,
    SilenceKept,
    BallotCast,
    VotesCounted,
    PlayerDied,
    KillProposed,
    ProposalsShared,
    KillSettled,
    NightActed,
    FindingReturned,
    SaveReturned,
    DawnBroke,
    MindKept,
    ReplyRefused,
    DefaultTaken,
    Narrated,
    GameDecided,
)
