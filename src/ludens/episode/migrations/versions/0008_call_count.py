"""How many calls an episode has, so that one that is missing is found."""

import sqlalchemy as sa
from alembic import op

from ludens.episode.sums import MOVING, episode_sum

revision = "0008"
down_revision = "0007"

BEFORE = tuple(name for name in MOVING if name != "calls")
"""What a turn changed in a row, as its sum had it before."""


def upgrade() -> None:
    """Add the column, and reckon the sums of rows anew where they held."""
    op.add_column(
        "episode",
        sa.Column(
            "calls",
            sa.Integer,
            nullable=False,
            server_default="0",
            comment="calls of its turns, those of the turn in hand apart",
        ),
    )
    connection = op.get_bind()
    tables = sa.MetaData()
    tables.reflect(connection, only=("episode", "call"))
    episode, call = (tables.tables[name] for name in ("episode", "call"))
    for row in connection.execute(sa.select(episode)).mappings().all():
        calls = connection.scalar(
            sa.select(sa.func.count()).where(
                call.c.episode_id == row["id"], call.c.turn <= row["turns"]
            )
        )
        held = row["sum"] is not None and bytes(row["sum"]) == episode_sum(row, BEFORE)
        right = episode_sum({**row, "calls": calls}) if held else row["sum"]
        connection.execute(
            sa.update(episode).where(episode.c.id == row["id"]).values(calls=calls, sum=right)
        )
