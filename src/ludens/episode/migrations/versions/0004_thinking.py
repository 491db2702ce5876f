"""Who is being asked while a turn is under way."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table of agents at work."""
    op.create_table(
        "thinking",
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), primary_key=True),
        sa.Column("agent", sa.String(64), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False, comment="the turn under way"),
        sa.Column("since", sa.Float, nullable=False, comment="when its model was asked"),
    )
