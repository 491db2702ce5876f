"""The messages of the WebSocket, as the API's description shows them (OpenAPI webhooks)."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NotRequired

from fastapi import APIRouter
from typing_extensions import TypedDict

from ludens.web.documents import EventDocument, ViewerDocument
from ludens.web.patch import Document
from ludens.web.under_way import UnderWayDocument
from ludens.web.views.registry import VIEWS
from ludens.web.views.view import Entry


class RoomHere(TypedDict):
    """The room of a turn."""

    id: str
    name: str
    exits: list[str]


class NewItem(TypedDict):
    """An item seen for the first time."""

    id: str
    name: str
    location: str


class TurnMetrics(TypedDict):
    """What a turn's calls took."""

    total_tokens: int
    cost_estimate: float | None
    """US dollars; null when unpriced."""


class LiveTurn(TypedDict):
    """A turn was committed (seed 000 §8). Other games than the adventure lack its own fields."""

    type: Literal["turn"]
    turn_number: int
    command: str | None
    output: str
    room: RoomHere | None
    inventory: list[str]
    new_items: list[NewItem]
    puzzles_updated: list[dict[str, Any]]
    agent_reasoning: str
    metrics: TurnMetrics
    first_seq: int
    last_seq: int
    entry: Entry
    patch: Document
    """Turns the frame of the turn before into that of this one (RFC 7396)."""
    events: list[EventDocument]


class LiveStatus(TypedDict):
    """How the episode stands; sent at the beginning and whenever it changes."""

    type: Literal["status"]
    status: Literal["playing", "held", "paused", "ended"]
    turns: int
    last_seq: int
    outcome: str | None
    reason: str | None
    calls: int
    answered: int
    """Calls of those that were answered."""
    tokens: int
    cost: str | None
    trouble: str | None
    """What the process that this server started for it said when it failed."""
    left: bool
    """Whether that was a model that could not be had: rules may play instead."""
    since: float
    """When its last turn was over, or this server began to play on: seconds since 1970."""
    requested: str | None
    """What was asked of whoever plays it (`pause`, `stop`, …), until the turn is over."""
    starting: bool
    """Whether a process was started for it that plays nothing yet."""
    viewers: list[ViewerDocument]
    """As whom it may be looked at as it stands, the default first."""
    under_way: NotRequired[UnderWayDocument]
    """Who thinks now; there while a model is being asked, for those who may see everything."""


@cache
def described() -> APIRouter:
    """Return what `/api/episodes/{episode}/live` sends, and what patches are laid over."""
    webhooks = APIRouter()

    @webhooks.post("turn")
    def turn(body: LiveTurn) -> None:
        """Sent over the WebSocket for each turn."""

    @webhooks.post("status")
    def status(body: LiveStatus) -> None:
        """Sent over the WebSocket at the beginning and when something changes."""

    for game, view in VIEWS.items():
        for kind in view.documents:
            _name(webhooks, game, kind)
    return webhooks


def _name(webhooks: APIRouter, game: str, kind: type) -> None:
    """Describe a document of a game's own, which others hold as plain JSON."""

    def named(body: Any) -> None:
        pass

    named.__annotations__["body"] = kind
    webhooks.post(
        f"{game}/{kind.__name__}",
        name=f"{game}_{kind.__name__}",
        description=f"Not sent by itself. {kind.__doc__ or ''}",
    )(named)
