"""Checksums, the order of entering, what was imported, and calls that are under way."""

import sqlalchemy as sa
from alembic import op

from ludens.episode.sums import START, call_sum, episode_sum, event_sum, snapshot_sum

revision = "0005"
down_revision = "0004"

BATCH = 1000


def upgrade() -> None:
    """Add the columns and the table, and reckon the sums of what is there."""
    op.add_column(
        "episode",
        sa.Column("number", sa.Integer, comment="in which order episodes came into the store"),
    )
    op.add_column(
        "episode",
        sa.Column(
            "imported", sa.Float, comment="when it came from a file; null if it was played here"
        ),
    )
    op.add_column(
        "episode",
        sa.Column("sum", sa.LargeBinary(16), comment="checksum of this row, but for its runner"),
    )
    op.create_index("episode_number", "episode", ["number"])
    op.add_column(
        "event",
        sa.Column("sum", sa.LargeBinary(16), comment="checksum of this event and all before it"),
    )
    op.add_column("snapshot", sa.Column("sum", sa.LargeBinary(16), comment="checksum of this row"))
    op.add_column("call", sa.Column("sum", sa.LargeBinary(16), comment="checksum of this call"))
    op.create_table(
        "intent",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("request_hash", sa.String(64), nullable=False),
        sa.Column("occurrence", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column(
            "idempotency_key", sa.Text, nullable=False, comment="names the attempt to the provider"
        ),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column(
            "lost",
            sa.Boolean,
            nullable=False,
            comment="whether its process ended before the answer",
        ),
    )
    op.create_index("intent_episode", "intent", ["episode_id"])
    _reckon(op.get_bind())


def _reckon(connection: sa.Connection) -> None:
    tables = sa.MetaData()
    tables.reflect(connection, only=("episode", "event", "snapshot", "call"))
    episode, event, call = (tables.tables[name] for name in ("episode", "event", "call"))
    snapshot = tables.tables["snapshot"]
    in_order = sa.select(episode).order_by(episode.c.created, episode.c.id)
    for number, row in enumerate(connection.execute(in_order).mappings().all(), 1):
        connection.execute(
            sa.update(episode)
            .where(episode.c.id == row["id"])
            .values(number=number, sum=episode_sum({**row, "number": number, "calls": 0}))
        )
        before, seq = START, -1
        while True:
            lines = connection.execute(
                sa.select(event)
                .where(event.c.episode_id == row["id"], event.c.seq > seq)
                .order_by(event.c.seq)
                .limit(BATCH)
            ).all()
            if not lines:
                break
            sums = []
            for line in lines:
                before = event_sum(before, line.seq, line.turn, line.time, line.type, line.data)
                sums.append({"whose": row["id"], "which": line.seq, "now": before})
            seq = lines[-1].seq
            connection.execute(
                sa.update(event)
                .where(
                    event.c.episode_id == sa.bindparam("whose"),
                    event.c.seq == sa.bindparam("which"),
                )
                .values(sum=sa.bindparam("now")),
                sums,
            )
    kept = connection.execute(sa.select(snapshot)).all()
    if kept:
        connection.execute(
            sa.update(snapshot)
            .where(
                snapshot.c.episode_id == sa.bindparam("whose"),
                snapshot.c.kind == sa.bindparam("what"),
                snapshot.c.turn == sa.bindparam("when"),
            )
            .values(sum=sa.bindparam("now")),
            [
                {
                    "whose": each.episode_id,
                    "what": each.kind,
                    "when": each.turn,
                    "now": snapshot_sum(each.kind, each.turn, each.seq, bytes(each.blob)),
                }
                for each in kept
            ],
        )
    last = 0
    while True:
        query = sa.select(call).where(call.c.id > last).order_by(call.c.id).limit(BATCH)
        calls = connection.execute(query).mappings().all()
        if not calls:
            break
        connection.execute(
            sa.update(call)
            .where(call.c.id == sa.bindparam("which"))
            .values(sum=sa.bindparam("now")),
            [{"which": each["id"], "now": call_sum(each)} for each in calls],
        )
        last = calls[-1]["id"]
