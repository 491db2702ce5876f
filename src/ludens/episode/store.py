"""The store: every episode with its events, snapshots and calls."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, func, insert, literal, select, update

from ludens.episode.blobs import get_blob, put_blobs
from ludens.episode.database import Database
from ludens.episode.errors import (
    EpisodeTakenError,
    NoSuchEpisodeError,
    NoSuchTurnError,
)
from ludens.episode.events import EpisodeId, Outcome, canonical
from ludens.episode.lease import Runner
from ludens.episode.schema import call, episode, event, snapshot

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of episode ids: none that look alike."""


@dataclass(frozen=True, slots=True)
class NewEpisode:
    """What must be known to enter an episode in the store."""

    game: str
    subject: str
    seed: int
    model: str
    settings: dict[str, Any]
    subject_hash: str | None = None
    subject_content: bytes | None = None
    """The story file, kept so that the episode can go on when the file has moved."""


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """An episode as it stands in the store."""

    id: EpisodeId
    game: str
    subject: str
    subject_hash: str | None
    subject_blob: bytes | None
    seed: int
    model: str
    settings: dict[str, Any]
    parent_id: EpisodeId | None
    parent_turn: int | None
    created: float
    updated: float
    turns: int
    last_seq: int
    outcome: Outcome | None
    reason: str | None
    headline: dict[str, Any]
    seconds: float
    runner: Runner | None
    runner_seen: float | None

    @property
    def status(self) -> str:
        """Return `playing`, `paused` (it can be resumed) or `ended`."""
        if self.outcome is not None:
            return "ended"
        if self.runner is not None and self.runner.is_alive(self.runner_seen or 0.0):
            return "playing"
        return "paused"


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a log."""

    seq: int
    turn: int
    time: float
    type: str
    data: str


@dataclass(frozen=True, slots=True)
class TurnCommit:
    """All that one turn adds to the log; written whole or not at all."""

    turn: int
    first_seq: int
    events: Sequence[tuple[str, str]]
    """Type and data of each event, in order."""
    headline: dict[str, Any]
    engine: bytes | None = None
    """The engine's snapshot after the turn, if the game has an engine."""
    state: bytes | None = None
    """The whole state after the turn, now and then."""
    seconds: float = 0.0
    """Wall time since the commit before."""
    settings: dict[str, Any] | None = None
    """The settings from now on, if they changed."""
    outcome: Outcome | None = None
    reason: str | None = None


# These run once a turn. A statement that is built anew costs SQLAlchemy more than running it.
_APPEND_TURN = (
    update(episode)
    .where(
        episode.c.id == bindparam("mine"),
        episode.c.runner == bindparam("holder"),
        episode.c.last_seq == bindparam("last_before"),
    )
    .values(
        updated=bindparam("now"),
        runner_seen=bindparam("now"),
        turns=bindparam("turn"),
        last_seq=bindparam("last"),
        headline=bindparam("head"),
        seconds=episode.c.seconds + bindparam("elapsed"),
        outcome=bindparam("outcome_now"),
        reason=bindparam("why"),
        settings=func.coalesce(bindparam("changed"), episode.c.settings),
    )
)
_INSERT_EVENTS = insert(event)


@dataclass(slots=True)
class Store:
    """Reads and writes episodes. Every method raises StoreError in one clear line."""

    database: Database

    @classmethod
    def open(cls, url: str, *, busy_timeout: float = 10.0) -> Store:
        """Open the store at an SQLAlchemy URL or SQLite path, made if it is not there."""
        return cls(Database(url, busy_timeout=busy_timeout))

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    # Episodes

    def create(self, new: NewEpisode, runner: Runner | None = None) -> EpisodeId:
        """Enter a new episode, played by `runner`; return its id."""
        with self.database.write() as connection:
            content = new.subject_content
            digest = put_blobs(connection, [content])[0] if content is not None else None
            identity = _free_id(connection)
            connection.execute(
                insert(episode).values(
                    id=identity,
                    game=new.game,
                    subject=new.subject,
                    subject_hash=new.subject_hash,
                    subject_blob=digest,
                    seed=new.seed,
                    model=new.model,
                    settings=canonical(new.settings),
                    headline="{}",
                    **_fresh(runner),
                )
            )
        return identity

    def episodes(self, *, limit: int | None = None) -> list[EpisodeRow]:
        """Return the episodes, newest first."""
        query = select(episode).order_by(episode.c.created.desc(), episode.c.id).limit(limit)
        with self.database.read() as connection:
            return [_episode_row(row) for row in connection.execute(query).mappings()]

    def episode(self, name: str) -> EpisodeRow:
        """Return the episode with that id, a unique beginning of one, or `last`.

        Raises NoSuchEpisodeError.
        """
        with self.database.read() as connection:
            query = select(episode)
            if name == "last":
                rows = query.order_by(episode.c.created.desc(), episode.c.id).limit(1)
            else:
                rows = query.where(episode.c.id.startswith(name, autoescape=True)).limit(2)
            found = [_episode_row(row) for row in connection.execute(rows).mappings()]
        exact = [row for row in found if row.id == name]
        if len(found) == 1 or exact:
            return (exact or found)[0]
        if found:
            raise NoSuchEpisodeError(f"several episodes begin with {name!r}; give more letters")
        hint = "none has been played yet" if name == "last" else "`ludens episodes` lists them"
        raise NoSuchEpisodeError(f"there is no episode {name!r}; {hint}")

    def subject_content(self, row: EpisodeRow) -> bytes | None:
        """Return the story file that the episode plays, if it was kept."""
        if row.subject_blob is None:
            return None
        with self.database.read() as connection:
            return get_blob(connection, row.subject_blob)

    # One runner at a time

    def claim(self, identity: EpisodeId, runner: Runner) -> None:
        """Make `runner` the one who plays; raises EpisodeTakenError while another one does."""
        with self.database.write() as connection:
            row = _episode_row(
                connection.execute(select(episode).where(episode.c.id == identity)).mappings().one()
            )
            holder = row.runner
            if holder and holder != runner and holder.is_alive(row.runner_seen or 0.0):
                raise EpisodeTakenError(
                    f"episode {identity} is being played by process {holder.pid} on "
                    f"{holder.host}; end that one first, or fork the episode"
                )
            connection.execute(
                update(episode)
                .where(episode.c.id == identity)
                .values(runner=runner.dump(), runner_seen=time.time())
            )

    def release(self, identity: EpisodeId, runner: Runner) -> None:
        """Let another runner play; does nothing if `runner` no longer holds the episode."""
        with self.database.write() as connection:
            connection.execute(
                update(episode)
                .where(episode.c.id == identity, episode.c.runner == runner.dump())
                .values(runner=None, runner_seen=None)
            )

    # The log

    def append(self, identity: EpisodeId, commit: TurnCommit, runner: Runner) -> None:
        """Write one turn. Raises EpisodeTakenError, with nothing written, if `runner` lost it."""
        now = time.time()
        last_seq = commit.first_seq + len(commit.events) - 1
        with self.database.write() as connection:
            mine = connection.execute(
                _APPEND_TURN,
                {
                    "mine": identity,
                    "holder": runner.dump(),
                    "last_before": commit.first_seq - 1,
                    "now": now,
                    "turn": commit.turn,
                    "last": last_seq,
                    "head": canonical(commit.headline),
                    "elapsed": commit.seconds,
                    "outcome_now": commit.outcome,
                    "why": commit.reason,
                    "changed": None if commit.settings is None else canonical(commit.settings),
                },
            )
            if mine.rowcount != 1:
                raise EpisodeTakenError(
                    f"episode {identity} was taken over by another runner at turn {commit.turn}; "
                    "this one stops, and nothing of its last turn was written"
                )
            if commit.events:
                connection.execute(
                    _INSERT_EVENTS,
                    [
                        {
                            "episode_id": identity,
                            "seq": commit.first_seq + offset,
                            "turn": commit.turn,
                            "time": now,
                            "type": type_,
                            "data": data,
                        }
                        for offset, (type_, data) in enumerate(commit.events)
                    ],
                )
            kinds = [("engine", commit.engine), ("state", commit.state)]
            kept = [(kind, content) for kind, content in kinds if content is not None]
            hashes = put_blobs(connection, [content for _, content in kept])
            if kept:
                connection.execute(
                    insert(snapshot),
                    [
                        {
                            "episode_id": identity,
                            "kind": kind,
                            "turn": commit.turn,
                            "seq": last_seq,
                            "blob": digest,
                        }
                        for (kind, _), digest in zip(kept, hashes, strict=True)
                    ],
                )

    def events(
        self,
        identity: EpisodeId,
        *,
        from_seq: int = 0,
        from_turn: int = 0,
        to_turn: int | None = None,
        limit: int | None = None,
    ) -> list[EventRow]:
        """Return events in order, from a sequence number or turn on, to the end of a turn."""
        query = (
            select(event.c.seq, event.c.turn, event.c.time, event.c.type, event.c.data)
            .where(event.c.episode_id == identity, event.c.seq >= from_seq)
            .order_by(event.c.seq)
            .limit(limit)
        )
        if from_turn > 0:
            query = query.where(event.c.turn >= from_turn)
        if to_turn is not None:
            query = query.where(event.c.turn <= to_turn)
        with self.database.read() as connection:
            return [EventRow(*row) for row in connection.execute(query)]

    def snapshot(
        self, identity: EpisodeId, kind: str, *, turn: int, exactly: bool = False
    ) -> tuple[int, int, bytes] | None:
        """Return turn, last sequence number and content of the newest snapshot up to `turn`.

        With `exactly`, of that very turn, or NoSuchTurnError.
        """
        query = (
            select(snapshot.c.turn, snapshot.c.seq, snapshot.c.blob)
            .where(
                snapshot.c.episode_id == identity,
                snapshot.c.kind == kind,
                snapshot.c.turn == turn if exactly else snapshot.c.turn <= turn,
            )
            .order_by(snapshot.c.turn.desc())
            .limit(1)
        )
        with self.database.read() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                if exactly:
                    raise NoSuchTurnError(f"episode {identity} keeps no snapshot of turn {turn}")
                return None
            return row.turn, row.seq, get_blob(connection, row.blob)

    # Forks

    def fork(
        self,
        parent: EpisodeRow,
        turn: int,
        settings: dict[str, Any],
        headline: dict[str, Any],
        *,
        seed: int | None = None,
    ) -> EpisodeId:
        """Copy the log up to the end of `turn` into a new episode; return its id.

        Calls are copied too, marked as inherited: the parent paid for them.
        """
        if not 0 <= turn <= parent.turns:
            raise NoSuchTurnError(
                f"episode {parent.id} has turns 0 to {parent.turns}; there is no turn {turn}"
            )
        with self.database.write() as connection:
            identity = _free_id(connection)
            seqs = select(event.c.seq).where(event.c.episode_id == parent.id, event.c.turn <= turn)
            last_seq = max(connection.scalars(seqs), default=-1)
            connection.execute(
                insert(episode).values(
                    id=identity,
                    game=parent.game,
                    subject=parent.subject,
                    subject_hash=parent.subject_hash,
                    subject_blob=parent.subject_blob,
                    seed=parent.seed if seed is None else seed,
                    model=parent.model,
                    settings=canonical(settings),
                    parent_id=parent.id,
                    parent_turn=turn,
                    headline=canonical(headline),
                    **{**_fresh(None), "turns": turn, "last_seq": last_seq},
                )
            )
            for table in (event, snapshot, call):
                copied = [c for c in table.columns if c.name not in ("episode_id", "id")]
                values = [literal(True) if c.name == "inherited" else c for c in copied]
                rows = select(literal(identity), *values).where(
                    table.c.episode_id == parent.id, table.c.turn <= turn
                )
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
        "runner": runner.dump() if runner else None,
        "runner_seen": now if runner else None,
    }


def _free_id(connection: Connection) -> EpisodeId:
    while True:
        identity = "".join(secrets.choice(ALPHABET) for _ in range(8))
        taken = connection.scalar(select(episode.c.id).where(episode.c.id == identity))
        if taken is None:
            return EpisodeId(identity)


def _episode_row(row: RowMapping) -> EpisodeRow:
    return EpisodeRow(
        **{
            **row,
            "settings": json.loads(row["settings"]),
            "headline": json.loads(row["headline"]),
            "outcome": Outcome(row["outcome"]) if row["outcome"] else None,
            "runner": Runner.load(row["runner"]) if row["runner"] else None,
        }
    )
