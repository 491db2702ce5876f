"""Decisions: what a player can be asked for, and what it answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.mafia.events import Finding
from ludens.mafia.roles import RoleName
from ludens.mafia.seats import SeatId

HIGHEST_BID = 4
Probability = Annotated[float, Field(ge=0.0, le=1.0)]


class Ask(StrEnum):
    """What a player can be asked to decide."""

    __hash__ = str.__hash__  # Enum's own is a Python function; asks are looked up all the time

    PLAN = "plan"
    BID = "bid"
    SPEECH = "speech"
    REPLY = "reply"
    VOTE = "vote"
    DEFENCE = "defence"
    REBUTTAL = "rebuttal"
    REVOTE = "revote"
    LAST_WORDS = "last words"
    KILL = "kill"
    ACT = "act"


class Decision(BaseModel):
    """What every decision holds: the thinking first, then what is done, then what is kept."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reasoning: str = ""
    """Never leaves its seat."""
    beliefs: dict[SeatId, Probability] = Field(default_factory=dict)
    """How likely each other seat is mafia."""
    memory: str | None = None
    """What to remember until the next decision; None to keep what was."""


class Plan(Decision):
    """A mafia's plan on night zero, read by the partners."""

    strategy: str


class Talk(Decision):
    """Words to the table, with what they say as fields, so that nobody has to guess it."""

    speech: str
    claims: RoleName | None = None
    """The role that the speaker says to hold."""
    findings: tuple[Finding, ...] = ()
    """Whom the speaker says to have investigated, and what was found."""
    accuses: tuple[SeatId, ...] = ()
    defends: tuple[SeatId, ...] = ()


class Speech(Talk):
    """A speech by day, and a nomination."""

    nomination: SeatId


class Statement(Talk):
    """A defence, last words, or an answer; an answer without words is none."""


class Bid(Decision):
    """How much one wants to speak, from 0 to `HIGHEST_BID`."""

    bid: Annotated[int, Field(ge=0, le=HIGHEST_BID)]


class Ballot(Decision):
    """A vote; None is to skip."""

    choice: SeatId | None


class Proposal(Decision):
    """Whom the mafia should kill, None for nobody, and a word to the partners."""

    target: SeatId | None
    message: str = ""


class Act(Decision):
    """A use of one's own power at night; None is to pass, where the role may."""

    target: SeatId | None


DECISIONS: dict[Ask, type[Decision]] = {
    Ask.PLAN: Plan,
    Ask.BID: Bid,
    Ask.SPEECH: Speech,
    Ask.REPLY: Statement,
    Ask.VOTE: Ballot,
    Ask.DEFENCE: Statement,
    Ask.REBUTTAL: Statement,
    Ask.REVOTE: Ballot,
    Ask.LAST_WORDS: Statement,
    Ask.KILL: Proposal,
    Ask.ACT: Act,
}
"""The decision that answers each ask."""
