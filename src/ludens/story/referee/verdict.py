"""What a referee returns."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.story.corpus.passages import PassageId

RULES = "offline"
"""The referee that no model plays."""


class Decision(StrEnum):
    """What the referee comes to."""

    APPROVED = "approved"
    REJECTED = "rejected"
    UNDECIDED = "undecided"
    """Doubt: the game goes on, and nobody wins or loses by it."""


class Ground(StrEnum):
    """What kind of reason a verdict has."""

    SUPPORTED = "supported"
    """The book speaks of it."""
    NOTHING_CLAIMED = "nothing_claimed"
    """A greeting, a look around: it fits any book."""
    FOREIGN_NAME = "foreign_name"
    """Somebody or something named is not in the book."""
    ANACHRONISM = "anachronism"
    """Something of another age."""
    FALSE_PRESUPPOSITION = "false_presupposition"
    """Who and what are in the book, but not this of them."""
    CONTRADICTION = "contradiction"
    """The book says otherwise."""
    UNKNOWN = "unknown"
    """The book does not speak of it."""
    DOUBT = "doubt"
    """The evidence does not decide it."""
    ERROR = "error"
    """The referee could not do its work: on logs from before rules judged in its place."""


class Claim(BaseModel):
    """One thing that is said or taken for granted, and what was found about it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    decision: Decision
    reason: str = ""
    support: tuple[PassageId, ...] = ()
    """Passages that speak for it."""
    against: tuple[PassageId, ...] = ()
    """Passages that speak against it."""
    aside: bool = False
    """Whether what is judged can do without it."""


class Verdict(BaseModel):
    """A referee's verdict on a prompt or an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    decision: Decision
    ground: Ground
    reason: str
    """One or two sentences that a player reads."""
    confidence: Annotated[float, Field(ge=0, le=1)]
    score: Annotated[float, Field(ge=0, le=1)]
    """How well it is supported: only the order of two scores means something."""
    claims: tuple[Claim, ...] = ()
    passages: tuple[PassageId, ...] = ()
    """The passages that were looked at, the most telling first."""
    suggestions: tuple[str, ...] = ()
    """What to ask instead."""
    referee: str = RULES
    """Who gave it: `offline`, or the model."""

    @property
    def left_out(self) -> tuple[Claim, ...]:
        """What is not of the book in something that stands without it."""
        return tuple(c for c in self.claims if c.aside and c.decision is Decision.REJECTED)

    @property
    def stands(self) -> bool:
        """Whether the game goes on with what was judged."""
        return self.decision is not Decision.REJECTED


def doubted(reason: str, ground: Ground = Ground.DOUBT, referee: str = RULES) -> Verdict:
    """Return a verdict that decides nothing: the game goes on."""
    return Verdict(
        decision=Decision.UNDECIDED,
        ground=ground,
        reason=reason,
        confidence=0.0,
        score=0.5,
        referee=referee,
    )
