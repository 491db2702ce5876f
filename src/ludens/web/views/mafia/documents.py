"""The documents of a table's own addresses (`web.routes.table`)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ludens.web.documents import EpisodeCard


class ChairDocument(BaseModel):
    """A chair of the table."""

    model_config = ConfigDict(frozen=True)

    seat: int
    name: str
    """Empty before the game has begun."""
    person: bool
    """A person plays it."""
    held: bool
    """Somebody has sat down there."""
    yours: bool
    """It was this browser."""


class TableDocument(BaseModel):
    """A table, as it may be shown to anybody."""

    model_config = ConfigDict(frozen=True)

    card: EpisodeCard
    """Turns are steps of the view that was asked for."""
    chairs: list[ChairDocument]
    sealed: bool
    """The game can still go on, so nobody is shown what is hidden."""


class Asked(BaseModel):
    """A decision that is wanted of a seat."""

    model_config = ConfigDict(frozen=True)

    token: str
    place: str
    """Which of the seat's decisions it is; the same when an interrupted game asks again."""
    ask: str
    """`plan`, `bid`, `speech`, `reply`, `vote`, `defence`, `rebuttal`, `revote`, `last words`,
    `kill` or `act`."""
    options: list[int]
    """Whom the seat may choose; empty where nobody is chosen."""
    may_pass: bool
    longest: int | None = None
    """Characters that may be said; null where nothing is said."""
    verb: str | None = None
    """What the seat's power does."""
    decider: int | None = None
    """Whose proposal stands if the mafia stay split; null before the last round."""
    until: float | None
    """When the time is over, in seconds since 1970."""


class SitRequest(BaseModel):
    """Somebody sits down."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: Annotated[int, Field(ge=0, le=99)]
    key: Annotated[str, Field(max_length=100)] | None = None
    """The key of a seat that is taken, to come back to it from another browser."""


class SeatKey(BaseModel):
    """Somebody has sat down."""

    model_config = ConfigDict(frozen=True)

    seat: int
    key: str


SeatNumber = Annotated[int, Field(ge=0, le=99)]


class SaidFinding(BaseModel):
    """What somebody says an investigation of theirs found."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: SeatNumber
    mafia: bool


class AnswerRequest(BaseModel):
    """What a person decided."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: Annotated[int, Field(ge=0, le=99)]
    token: Annotated[str, Field(max_length=64)]
    words: Annotated[str, Field(max_length=10_000)] = ""
    choice: Annotated[int, Field(ge=0, le=99)] | None = None
    claims: Annotated[str, Field(max_length=30)] | None = None
    """The role that the words say is one's own."""
    findings: Annotated[list[SaidFinding], Field(max_length=15)] = []
    accuses: Annotated[list[SeatNumber], Field(max_length=15)] = []
    """Whom the words accuse."""
    defends: Annotated[list[SeatNumber], Field(max_length=15)] = []
