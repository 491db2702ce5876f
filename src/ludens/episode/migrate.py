"""Bringing a store to the schema of this version, by Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ludens.episode.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, found: str | None, name: str) -> None:
    """Run the migrations after revision `found` inside the connection's transaction.

    Raises StoreError when a newer version of Ludens wrote the store.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"{name} was written by a newer Ludens (revision {found}); "
            "upgrade Ludens or choose another store with --store"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
