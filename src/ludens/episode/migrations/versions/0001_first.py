"""The first schema: episodes, events, calls, blobs, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "episode",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column(
            "subject", sa.Text, nullable=False, comment="what is played: a story, a table, a corpus"
        ),
        sa.Column("subject_hash", sa.String(64), comment="SHA-256 of the story file or corpus"),
        sa.Column("subject_blob", sa.LargeBinary(32), comment="the story file itself, in blob"),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False, comment="JSON, as in force now"),
        sa.Column("parent_id", sa.String(16), comment="the episode this one was forked from"),
        sa.Column("parent_turn", sa.Integer),
        sa.Column("created", sa.Float, nullable=False, comment="seconds since 1970, UTC"),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False, comment="turns committed"),
        sa.Column(
            "last_seq", sa.Integer, nullable=False, comment="number of the last event; -1 if none"
        ),
        sa.Column("outcome", sa.String(16), comment="null while it can go on"),
        sa.Column("reason", sa.Text),
        sa.Column(
            "headline",
            sa.Text,
            nullable=False,
            comment="JSON: score, rooms and the like, as of now",
        ),
        sa.Column(
            "seconds", sa.Float, nullable=False, comment="wall time played, all runs together"
        ),
        sa.Column("runner", sa.Text, comment="JSON: who is playing it now; null if nobody"),
        sa.Column("runner_seen", sa.Float, comment="when that runner last wrote"),
    )
    op.create_index("episode_created", "episode", ["created"])
    op.create_table(
        "event",
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("type", sa.String(48), nullable=False),
        sa.Column("data", sa.Text, nullable=False, comment="JSON"),
        sqlite_with_rowid=False,
    )
    op.create_index("event_turn", "event", ["episode_id", "turn"])
    op.create_index("event_type", "event", ["type", "episode_id"])
    op.create_table(
        "blob",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True, comment="SHA-256 of the content"),
        sa.Column("codec", sa.String(8), nullable=False, comment="raw or zlib"),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshot",
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True, comment="engine or state"),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, nullable=False, comment="last event of that turn"),
        sa.Column("blob", sa.LargeBinary(32), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "call",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column(
            "inherited",
            sa.Boolean,
            nullable=False,
            comment="paid by the episode this was forked from",
        ),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("request_hash", sa.String(64), nullable=False),
        sa.Column(
            "occurrence",
            sa.Integer,
            nullable=False,
            comment="nth equal request of the turn, from 0",
        ),
        sa.Column("attempt", sa.Integer, nullable=False, comment="from 1"),
        sa.Column("request", sa.Text, nullable=False, comment="JSON; long texts as blob hashes"),
        sa.Column("response", sa.Text, comment="JSON; null if the attempt failed"),
        sa.Column("error", sa.Text, comment="JSON; null if it succeeded"),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("cache_write_tokens", sa.Integer),
        sa.Column("cost", sa.Text, comment="US dollars, exact decimal; null if unpriced"),
        sa.Column("latency_ms", sa.Float, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("note", sa.Text, comment="why no cache engaged, and the like"),
    )
    op.create_index("call_turn", "call", ["episode_id", "turn"])
