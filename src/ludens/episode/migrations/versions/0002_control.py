"""What a person asks of a running episode."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of requests."""
    op.create_table(
        "control",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), nullable=False),
        sa.Column(
            "kind",
            sa.String(16),
            nullable=False,
            comment="pause, step, resume, stop or command",
        ),
        sa.Column("payload", sa.Text, nullable=False, comment="JSON; what a command says"),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("taken", sa.Float, comment="when the runner took it; null while it waits"),
        sa.Column("taken_by", sa.String(32), comment="the runner that took it"),
    )
    op.create_index("control_episode", "control", ["episode_id", "id"])
