"""Views over the events for people who query the database: nothing is written for them."""

from alembic import op

from ludens.episode.event_views import views

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the views."""
    for name, query in views(op.get_bind().dialect.name).items():
        op.execute(f"CREATE VIEW {name} AS {query}")
