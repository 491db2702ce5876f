"""Entering an episode in the store: as a new one, or as a fork that shares another's past."""

from __future__ import annotations

import secrets
import time
from typing import Any

from sqlalchemy import Connection, func, insert, literal, select

from ludens.episode.blobs import put_blobs
from ludens.episode.errors import EpisodeRefusedError, NoSuchEpisodeError, NoSuchTurnError
from ludens.episode.events import EpisodeId, canonical
from ludens.episode.lease import Runner
from ludens.episode.rows import EpisodeRow, NewEpisode
from ludens.episode.schema import call, episode, event, snapshot
from ludens.episode.sums import FIXED, MOVING, episode_sum
from ludens.writable import is_writable

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of episode ids: none that look alike."""
MOST_SEED = 2**63
"""What a column of either store can hold."""


def enter(connection: Connection, new: NewEpisode, runner: Runner | None) -> EpisodeId:
    """Enter a new episode, played by `runner`; return its id."""
    content = new.subject_content
    digest = put_blobs(connection, [content])[0] if content is not None else None
    identity = _free_id(connection)
    enter_row(
        connection,
        {
            **_fresh(runner),
            "id": identity,
            "game": new.game,
            "subject": new.subject,
            "subject_hash": new.subject_hash,
            "subject_blob": digest,
            "seed": new.seed,
            "model": new.model,
            "settings": canonical(new.settings),
            "headline": "{}",
            "imported": new.imported,
        },
    )
    return identity


def enter_row(connection: Connection, values: dict[str, Any]) -> None:
    """Write an episode's row, as the newest of the store.

    Raises EpisodeRefusedError for what no store can keep.
    """
    if not -MOST_SEED <= values["seed"] < MOST_SEED:
        raise EpisodeRefusedError(f"the seed {values['seed']} is too large; give one below 2^63")
    for what in ("subject", "model", "settings"):
        if not is_writable(values[what]):
            raise EpisodeRefusedError(
                f"the {what} of the episode is not text in UTF-8: it has half a character or NUL"
            )
    newest = connection.scalar(select(func.max(episode.c.number))) or 0
    row = {**dict.fromkeys((*FIXED, *MOVING)), **values, "number": newest + 1}
    connection.execute(insert(episode).values(**row, sum=episode_sum(row)))


def enter_fork(
    connection: Connection,
    parent: EpisodeRow,
    turn: int,
    settings: dict[str, Any],
    headline: dict[str, Any],
    *,
    seed: int | None = None,
    model: str | None = None,
) -> EpisodeId:
    """Copy the log up to the end of `turn` into a new episode; return its id.

    Raises NoSuchTurnError, and NoSuchEpisodeError where the parent has been deleted.
    """
    there = select(episode.c.id).where(episode.c.id == parent.id).with_for_update(read=True)
    if connection.scalar(there) is None:
        raise NoSuchEpisodeError(f"there is no episode {parent.id!r}: it has been deleted")
    if not 0 <= turn <= parent.turns:
        raise NoSuchTurnError(
            f"episode {parent.id} has turns 0 to {parent.turns}; there is no turn {turn}"
        )
    identity = _free_id(connection)
    seqs = select(event.c.seq).where(event.c.episode_id == parent.id, event.c.turn <= turn)
    last_seq = max(connection.scalars(seqs), default=-1)
    calls = select(func.count()).where(call.c.episode_id == parent.id, call.c.turn <= turn)
    enter_row(
        connection,
        {
            **_fresh(None),
            "turns": turn,
            "last_seq": last_seq,
            "calls": connection.scalar(calls),
            "id": identity,
            "game": parent.game,
            "subject": parent.subject,
            "subject_hash": parent.subject_hash,
            "subject_blob": parent.subject_blob,
            "seed": parent.seed if seed is None else seed,
            "model": parent.model if model is None else model,
            "settings": canonical(settings),
            "parent_id": parent.id,
            "parent_turn": turn,
            "headline": canonical(headline),
            "imported": parent.imported,
        },
    )
    for table in (event, snapshot, call):
        copied = [c for c in table.columns if c.name not in ("episode_id", "id")]
        values = [literal(True) if c.name == "inherited" else c for c in copied]
        rows = select(literal(identity), *values).where(
            table.c.episode_id == parent.id, table.c.turn <= turn
        )
        rows = rows.order_by(*table.primary_key)
        connection.execute(
            insert(table).from_select(["episode_id", *(c.name for c in copied)], rows)
        )
    return identity


def _fresh(runner: Runner | None) -> dict[str, Any]:
    now = time.time()
    return {
        "created": now,
        "updated": now,
        "turns": 0,
        "last_seq": -1,
        "seconds": 0.0,
        "calls": 0,
        "runner": runner.dump() if runner else None,
        "runner_seen": now if runner else None,
    }


def _free_id(connection: Connection) -> EpisodeId:
    while True:
        identity = "".join(secrets.choice(ALPHABET) for _ in range(8))
        taken = connection.scalar(select(episode.c.id).where(episode.c.id == identity))
        if taken is None:
            return EpisodeId(identity)
