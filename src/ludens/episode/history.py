"""Any turn of any episode, as it was: folding a log from the nearest kept state."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from pydantic import ValidationError

from ludens.episode.errors import NoSuchTurnError
from ludens.episode.events import Event, EventCodec
from ludens.episode.game import Game
from ludens.episode.state import State
from ludens.episode.store import EpisodeRow, EventRow, Store

StateT = TypeVar("StateT", bound=State)


def state_at(store: Store, game: Game[StateT], row: EpisodeRow, turn: int) -> StateT:
    """Return the state after `turn`; raises NoSuchTurnError beyond the last one."""
    if not 0 <= turn <= row.turns or row.last_seq < 0:
        raise NoSuchTurnError(
            f"episode {row.id} has turns 0 to {row.turns}; there is no turn {turn}"
        )
    state, first, seq = game.state(), 0, -1
    kept = store.snapshot(row.id, "state", turn=turn)
    if kept is not None:
        with suppress(ValidationError):  # kept by another version: the log itself is the state
            state, first, seq = game.state.load(kept[2]), kept[0], kept[1]
    codec = EventCodec(game.events)
    for line in store.events(row.id, from_seq=seq + 1, from_turn=first, to_turn=turn):
        state.turn = line.turn
        state.apply(codec.decode(line.type, line.data))
    state.turn = turn
    return state


def read_events(
    store: Store, game: Game[StateT], row: EpisodeRow, *, turn: int | None = None
) -> list[tuple[EventRow, Event]]:
    """Return the log's lines with their events, in order; of one turn only if it is given."""
    codec = EventCodec(game.events)
    lines = store.events(row.id, from_turn=turn or 0, to_turn=turn)
    return [(line, codec.decode(line.type, line.data)) for line in lines]
