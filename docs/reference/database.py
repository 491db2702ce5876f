"""The page of the database, from its tables and views."""

from __future__ import annotations

from words import code, table

from ludens.bench.querying import VIEWS
from ludens.episode.schema import metadata

HEAD = """\
# Database

The same tables on SQLite and PostgreSQL, made and migrated when a store is opened. How to ask them
is shown in [Asking the database](../querying.md). This page is written by the code.

`episode` has a row for each episode, `event` its log, `call` each attempt at one model request,
`snapshot` the engine's saved state and the folded state of a turn, `blob` long contents by their
hash, `control` what a person asks of a game that another process plays.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for each in metadata.sorted_tables:
        rows = [
            (
                code(column.name),
                code(column.type),
                "primary key" if column.primary_key else "null" if column.nullable else "",
                column.comment or "",
            )
            for column in each.columns
        ]
        parts.append(f"## {each.name}\n\n" + table(("column", "type", "", "meaning"), rows))
    parts.append("## Views\n\nWhat each row is, and what is in it: see the page named above.")
    for name, columns in VIEWS.items():
        parts.append(f"### {name}\n\n{table(('column', 'type'), [*map(_column, columns.items())])}")
    return "\n\n".join(parts) + "\n"


def _column(item: tuple[str, str]) -> tuple[str, str]:
    return code(item[0]), code(item[1])
