"""The tables of the store, for SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)


class Bytes(LargeBinary):
    """Bytes, also where damage made SQLite take them for a text."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what makes bytes of a value that was read."""
        return _as_bytes


class _Readable:
    """A text, also where damage made SQLite take it for bytes, or it is no UTF-8 any more."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what makes a text of a value that was read."""
        return _as_text


class Word(_Readable, String):
    """A text of bounded length."""


class Prose(_Readable, Text):
    """A text of any length."""


def _as_bytes(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode()
    return bytes(value) if isinstance(value, memoryview) else value


def _as_text(value: Any) -> Any:
    return value.decode(errors="replace") if isinstance(value, bytes) else value


metadata = MetaData()

episode = Table(
    "episode",
    metadata,
    Column("id", Word(16), primary_key=True),
    Column("game", Word(32), nullable=False),
    Column("subject", Prose, nullable=False, comment="what is played: a story, a table, a corpus"),
    Column("subject_hash", Word(64), comment="SHA-256 of the story file or corpus"),
    Column("subject_blob", Bytes(32), comment="the story file itself, in blob"),
    Column("seed", BigInteger, nullable=False),
    Column("model", Prose, nullable=False),
    Column("settings", Prose, nullable=False, comment="JSON, as in force now"),
    Column("parent_id", Word(16), comment="the episode this one was forked from"),
    Column("parent_turn", Integer),
    Column("created", Float, nullable=False, comment="seconds since 1970, UTC"),
    Column("updated", Float, nullable=False),
    Column("turns", Integer, nullable=False, comment="turns committed"),
    Column("last_seq", Integer, nullable=False, comment="number of the last event; -1 if none"),
    Column("outcome", Word(16), comment="null while it can go on"),
    Column("reason", Prose),
    Column("headline", Prose, nullable=False, comment="JSON: score, rooms and the like, as of now"),
    Column("seconds", Float, nullable=False, comment="wall time played, all runs together"),
    Column(
        "calls",
        Integer,
        nullable=False,
        server_default="0",
        comment="calls of its turns, those of the turn in hand apart",
    ),
    Column("runner", Prose, comment="JSON: who is playing it now; null if nobody"),
    Column("runner_seen", Float, comment="when that runner last wrote"),
    Column("number", Integer, comment="in which order episodes came into the store"),
    Column("imported", Float, comment="when it came from a file; null if it was played here"),
    Column("sum", Bytes(16), comment="checksum of this row, but for its runner"),
    Index("episode_created", "created"),
    Index("episode_number", "number"),
)

event = Table(
    "event",
    metadata,
    Column("episode_id", Word(16), ForeignKey("episode.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("time", Float, nullable=False),
    Column("type", Word(48), nullable=False),
    Column("data", Prose, nullable=False, comment="JSON"),
    Column("sum", Bytes(16), comment="checksum of this event and all before it"),
    Index("event_turn", "episode_id", "turn"),
    Index("event_type", "type", "episode_id"),
    sqlite_with_rowid=False,
)

blob = Table(
    "blob",
    metadata,
    Column("hash", Bytes(32), primary_key=True, comment="SHA-256 of the content"),
    Column("codec", Word(8), nullable=False, comment="raw or zlib"),
    Column("data", Bytes, nullable=False),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("episode_id", Word(16), ForeignKey("episode.id"), primary_key=True),
    Column("kind", Word(8), primary_key=True, comment="engine or state"),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False, comment="last event of that turn"),
    Column("blob", Bytes(32), nullable=False),
    Column("sum", Bytes(16), comment="checksum of this row"),
    sqlite_with_rowid=False,
)

call = Table(
    "call",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("episode_id", Word(16), ForeignKey("episode.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column(
        "inherited", Boolean, nullable=False, comment="paid by the episode this was forked from"
    ),
    Column("agent", Prose, nullable=False),
    Column("provider", Prose, nullable=False),
    Column("model", Prose, nullable=False),
    Column("request_hash", Word(64), nullable=False),
    Column("occurrence", Integer, nullable=False, comment="nth equal request of the turn, from 0"),
    Column("attempt", Integer, nullable=False, comment="from 1"),
    Column("request", Prose, nullable=False, comment="JSON; long texts as blob hashes"),
    Column("response", Prose, comment="JSON; null if the attempt failed"),
    Column("error", Prose, comment="JSON; null if it succeeded"),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("cache_write_tokens", Integer),
    Column("cost", Prose, comment="US dollars, exact decimal; null if unpriced"),
    Column("latency_ms", Float, nullable=False),
    Column("started", Float, nullable=False),
    Column("note", Prose, comment="why no cache engaged, and the like"),
    Column("sum", Bytes(16), comment="checksum of this call"),
    Index("call_turn", "episode_id", "turn"),
)

control = Table(
    "control",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("episode_id", Word(16), ForeignKey("episode.id"), nullable=False),
    Column("kind", Word(16), nullable=False, comment="pause, step, resume, stop or command"),
    Column("payload", Prose, nullable=False, comment="JSON; what a command says"),
    Column("created", Float, nullable=False),
    Column("taken", Float, comment="when the runner took it; null while it waits"),
    Column("taken_by", Word(32), comment="the runner that took it"),
    Index("control_episode", "episode_id", "id"),
)

thinking = Table(
    "thinking",
    metadata,
    Column("episode_id", Word(16), ForeignKey("episode.id"), primary_key=True),
    Column("agent", Word(64), primary_key=True),
    Column("turn", Integer, nullable=False, comment="the turn under way"),
    Column("since", Float, nullable=False, comment="when its model was asked"),
    Column("model", Prose, nullable=False, server_default="", comment="provider/model"),
    Column(
        "said",
        Prose,
        nullable=False,
        server_default="",
        comment="the reply as far as it has come",
    ),
    Column(
        "waiting",
        Prose,
        nullable=False,
        server_default="",
        comment="why it is not asked just now; empty while it is",
    ),
)

intent = Table(
    "intent",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("episode_id", Word(16), ForeignKey("episode.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("agent", Prose, nullable=False),
    Column("provider", Prose, nullable=False),
    Column("model", Prose, nullable=False),
    Column("request_hash", Word(64), nullable=False),
    Column("occurrence", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("idempotency_key", Prose, nullable=False, comment="names the attempt to the provider"),
    Column("started", Float, nullable=False),
    Column("lost", Boolean, nullable=False, comment="whether its process ended before the answer"),
    Index("intent_episode", "episode_id"),
)

tag = Table(
    "tag",
    metadata,
    Column("episode_id", Word(16), ForeignKey("episode.id"), primary_key=True),
    Column("name", Word(40), primary_key=True, comment="a word that people gave it"),
)
