"""Consecutive turns as the page shows them: one whole frame, then what changed each turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise
from typing import Any

from sqlalchemy import select
from typing_extensions import TypedDict

from ludens.adventure.world.map_events import Movement, PlayerMoved
from ludens.episode.calls import ASKED
from ludens.episode.errors import NoSuchTurnError
from ludens.episode.events import EpisodeId
from ludens.episode.game import Game
from ludens.episode.history import state_at
from ludens.episode.schema import call, event
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, EventRow, Store
from ludens.episode.visibility import Viewer
from ludens.web.patch import Document, difference
from ludens.web.seeing import Glass, SeenLine
from ludens.web.views.registry import view_of
from ludens.web.views.view import Entry, Teller, sees_everything

TRAIL = 10
"""Steps that the map remembers behind the player."""


class TurnDocument(TypedDict):
    """One turn: what happened, and what changed on the page."""

    entry: Entry
    patch: Document
    """Turns the frame of the turn before into that of this one (RFC 7396)."""
    first_seq: int
    last_seq: int


class Stretch(TypedDict):
    """Consecutive turns of an episode."""

    first: int
    last: int
    frame: Document
    """The frame after turn `first`; the patch of that turn is already in it."""
    trail: list[list[str]]
    """The steps before turn `first`, oldest first: from, way, to."""
    turns: list[TurnDocument]


@dataclass(frozen=True, slots=True)
class TurnCost:
    """What the calls of one turn took."""

    calls: int
    tokens: int
    cost: Decimal | None
    seconds: float = 0.0
    """The sum of their latencies."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn being told, with what is needed to make any message of it."""

    number: int
    first_seq: int
    last_seq: int
    lines: Sequence[SeenLine]
    """What the viewer sees of them."""
    entry: Entry
    patch: Document
    frame: Document
    message: Document
    """The game's own fields of the `turn` message."""


class Telling:
    """Tells the turns of one episode to one viewer, from some turn on, as they come."""

    def __init__(
        self, game: Game[Any], state: State | None, viewer: Viewer, episode: EpisodeId
    ) -> None:
        """Begin after the turn that left `state`, which is taken over; None: at the beginning."""
        self._episode = episode
        self._glass = Glass(game, viewer)
        self._teller: Teller[Any] = view_of(game).teller(state, viewer)
        self._state = state if state is not None else game.state()
        self._frame: Document = {} if state is None else self._teller.frame(state, [])

    @property
    def frame(self) -> Document:
        """The frame after the last turn told."""
        return self._frame

    def tell(self, lines: Sequence[EventRow], cost: TurnCost | None = None) -> ToldTurn:
        """Fold the events of one turn, or of one commit of it."""
        state, seen = self._state, self._fold(lines)
        events = [line.event for line in seen]
        frame = self._teller.frame(state, events)
        entry = self._teller.entry(lines[0].time, state, events)
        if sees_everything(self._glass.viewer):
            _tell_of_models(entry, state, cost)
            _tell_of_session(entry, self._episode, cost)
        patch = difference(self._frame, frame)
        self._frame = frame
        message = self._teller.message(entry, state, events)
        first, last = lines[0].seq, lines[-1].seq
        return ToldTurn(state.turn, first, last, seen, entry, patch, frame, message)

    def entry(self, lines: Sequence[EventRow]) -> Entry:
        """Return the words of one turn alone, which takes a small part of the time."""
        events = [line.event for line in self._fold(lines)]
        return self._teller.entry(lines[0].time, self._state, events)

    def _fold(self, lines: Sequence[EventRow]) -> Sequence[SeenLine]:
        """Fold the events of one turn; return what the viewer sees of them."""
        self._state.turn = lines[0].turn
        events = self._glass.decode(lines)
        for event_ in events:
            self._state.apply(event_)
        return self._glass.seen(lines, events)


def _tell_of_models(entry: Entry, state: State, cost: TurnCost | None) -> None:
    if cost is not None and cost.calls:
        entry["calls"], entry["tokens"] = cost.calls, cost.tokens
        if cost.cost is not None:
            entry["cost"] = str(cost.cost)
    if state.without_model:
        entry["without"] = list(state.without_model)


def _tell_of_session(entry: Entry, episode: EpisodeId, cost: TurnCost | None) -> None:
    """Put to seed 004's response what no state knows: whose turn it is, what its calls took."""
    details = entry.get("details", {})
    told = {"session_id": episode, "duration_seconds": round(cost.seconds if cost else 0.0, 3)}
    for part in (details, details.get("metadata", {})):
        if "session_id" in part:
            part.update(told)


def turns_of(lines: Sequence[EventRow]) -> Iterator[list[EventRow]]:
    """Yield the lines of each turn."""
    for _, turn in groupby(lines, key=lambda line: line.turn):
        yield list(turn)


def begin_telling(
    store: Store, game: Game[Any], row: EpisodeRow, turn: int, viewer: Viewer
) -> Telling:
    """Return a telling whose first turn is `turn`; raises NoSuchTurnError.

    The turn before it is told here: its frame shows what happened in it, and the first patch is
    laid over that frame.
    """
    before = turn - 1
    state = state_at(store, game, row, before - 1) if before > 0 else None
    telling = Telling(game, state, viewer, row.id)
    if before >= 0:
        lines = store.events(row.id, from_turn=before, to_turn=before)
        if not lines:
            raise NoSuchTurnError(f"episode {row.id} has no turn {before}")
        telling.tell(lines)
    return telling


def read_stretch(
    store: Store, game: Game[Any], row: EpisodeRow, first: int, last: int, *, viewer: Viewer
) -> Stretch:
    """Return the turns from `first` to `last`, cut at the end of the log.

    Raises NoSuchTurnError.
    """
    last = min(last, row.turns)
    telling = begin_telling(store, game, row, first, viewer)
    lines = store.events(row.id, from_turn=first, to_turn=last)
    costs = turn_costs(store, row, first, last)
    frame: Document = {}
    turns: list[TurnDocument] = []
    for turn_lines in turns_of(lines):
        told = telling.tell(turn_lines, costs.get(turn_lines[0].turn))
        if not turns:
            frame = told.frame
        turns.append(
            TurnDocument(
                entry=told.entry,
                patch=told.patch if turns else {},
                first_seq=turn_lines[0].seq,
                last_seq=turn_lines[-1].seq,
            )
        )
    trail = read_trail(store, row, lines[0].seq) if lines else []
    return Stretch(first=first, last=last, frame=frame, trail=trail, turns=turns)


def turn_costs(store: Store, row: EpisodeRow, first: int, last: int) -> dict[int, TurnCost]:
    """Return what the calls of each turn took; turns without calls are left out."""
    query = select(
        call.c.turn, call.c.input_tokens, call.c.output_tokens, call.c.cost, call.c.latency_ms
    ).where(call.c.episode_id == row.id, call.c.turn >= first, call.c.turn <= last, ASKED)
    costs: dict[int, TurnCost] = {}
    with store.database.read() as connection:
        for turn, given, written, price, latency in connection.execute(query):
            before = costs.get(turn, TurnCost(0, 0, None))
            paid = before.cost if price is None else (before.cost or Decimal(0)) + Decimal(price)
            tokens = before.tokens + (given or 0) + (written or 0)
            seconds = before.seconds + latency / 1000
            costs[turn] = TurnCost(before.calls + 1, tokens, paid, seconds)
    return costs


def read_trail(store: Store, row: EpisodeRow, before_seq: int) -> list[list[str]]:
    """Return the last steps before an event, oldest first: from, way, to."""
    query = (
        select(event.c.data)
        .where(
            event.c.episode_id == row.id,
            event.c.type == PlayerMoved.type,
            event.c.seq < before_seq,
        )
        .order_by(event.c.seq.desc())
        .limit(TRAIL + 1)
    )
    with store.database.read() as connection:
        found = connection.scalars(query).all()
    moves = [PlayerMoved.model_validate_json(data) for data in reversed(found)]
    return [
        [before.room, after.via, after.room]
        for before, after in pairwise(moves)
        if after.how is Movement.WALKED
    ]
