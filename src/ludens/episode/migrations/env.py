"""Alembic's environment: migrations run on the connection that Database hands over."""

from alembic import context

from ludens.episode.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=False,
)
context.run_migrations()
