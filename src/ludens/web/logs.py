"""Reading the events of some kinds from a log, as fast as a database gives them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, select

from ludens.episode.events import Event
from ludens.episode.game import Game
from ludens.episode.schema import event
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import ANALYSIS, Viewer, seen_as_data
from ludens.web.views.view import LogLine


def log_lines(store: Store, row: EpisodeRow, kinds: Iterable[type[Event]]) -> list[LogLine]:
    """Return the events of these kinds in order."""
    query = (
        select(event.c.turn, event.c.type, event.c.data)
        .where(event.c.episode_id == row.id, event.c.type.in_([kind.type for kind in kinds]))
        .order_by(event.c.seq)
    )
    with store.database.read() as connection:
        return [
            LogLine(turn, type_, json.loads(data))
            for turn, type_, data in connection.execute(query)
        ]


def seen_lines(
    store: Store, game: Game[Any], row: EpisodeRow, kinds: Iterable[type[Event]], viewer: Viewer
) -> list[LogLine]:
    """Return what a viewer sees of the events of these kinds, in order."""
    if viewer == ANALYSIS:
        return log_lines(store, row, kinds)
    types = {kind.type: kind for kind in kinds}
    query = (
        select(event.c.turn, event.c.type, event.c.data)
        .where(event.c.episode_id == row.id, event.c.type.in_(types))
        .order_by(event.c.seq)
    )
    found = []
    with store.database.read() as connection:
        for turn, type_, data in connection.execute(query):
            seen = seen_as_data(types[type_].model_validate_json(data), viewer)
            if seen is not None:
                found.append(LogLine(turn, type_, seen))
    return found


def last_of(store: Store, row: EpisodeRow, kinds: Iterable[type[Event]]) -> int:
    """Return the sequence number of the last event of these kinds; -1 if there is none."""
    query = select(func.max(event.c.seq)).where(
        event.c.episode_id == row.id, event.c.type.in_([kind.type for kind in kinds])
    )
    with store.database.read() as connection:
        found = connection.scalar(query)
    return -1 if found is None else int(found)


def excerpt(text: str, wanted: str, around: int = 40) -> str:
    """Return the words that stand around what was looked for, which must be in casefold."""
    text = text.strip()
    place = text.casefold().find(wanted)
    start, end = max(0, place - around), place + len(wanted) + around
    piece = " ".join(text[start:end].split())
    return ("…" if start else "") + piece + ("…" if end < len(text) else "")
