"""Words that people give to episodes to find them again."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table of tags."""
    op.create_table(
        "tag",
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episode.id"), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True, comment="a word that people gave it"),
    )
