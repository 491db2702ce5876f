"""Decisions: what a player can be asked for, and what it answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.mafia.seats import SeatId

Probability = Annotated[float, Field(ge=0.0, le=1.0)]


class Ask(StrEnum):
    """What a player can be asked to decide."""

    PLAN = "plan"
    SPEECH = "speech"
    VOTE = "vote"
    DEFENCE = "defence"
    REVOTE = "revote"
    LAST_WORDS = "last words"
    KILL = "kill"
    ACT = "act"


class Decision(BaseModel):
    """What every decision holds: the thinking first, then what is done, then what is kept."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    reasoning: str = ""
    """Never leaves its seat."""
    beliefs: dict[SeatId, Probability] = {}
    """How likely each other seat is mafia."""
    memory: str | None = None
    """What to remember until the next decision; None to keep what was."""


class Plan(Decision):
    """A mafia's plan on night zero, read by the partners."""

    strategy: str


class Speech(Decision):
    """A speech by day, and a nomination."""

    speech: str
    nomination: SeatId


class Statement(Decision):
    """A defence, or last words."""

    speech: str


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
    Ask.SPEECH: Speech,
    Ask.VOTE: Ballot,
    Ask.DEFENCE: Statement,
    Ask.REVOTE: Ballot,
    Ask.LAST_WORDS: Statement,
    Ask.KILL: Proposal,
    Ask.ACT: Act,
}
"""The decision that answers each ask."""
