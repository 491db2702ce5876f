"""Which model is being asked, how far its reply has come, and why it is waited for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Widen the table of agents at work."""
    with op.batch_alter_table("thinking") as table:
        for name, comment in (
            ("model", "provider/model"),
            ("said", "the reply as far as it has come"),
            ("waiting", "why it is not asked just now; empty while it is"),
        ):
            table.add_column(
                sa.Column(name, sa.Text, nullable=False, server_default="", comment=comment)
            )
