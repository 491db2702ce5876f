"""SQL over every episode of a store, by DuckDB.

The tables and views that a query names are copied into DuckDB in memory, in one transaction, and
the query runs there: the same SQL for a store on SQLite and one on PostgreSQL, analytic functions
that SQLite lacks, and nothing that a query says can reach the store. Rows travel as lines of
JSON, which DuckDB reads without an extension that it would have to download.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, text

from ludens.episode.errors import LudensError
from ludens.episode.schema import call, episode, event
from ludens.episode.store import Store
from ludens.installing import install_command

if TYPE_CHECKING:
    import duckdb

LEAVING = 1.0
"""Seconds that a query which was given up has to end."""
ROWS_AT_ONCE = 1000
LONGEST_ROW = 1 << 28
"""Bytes of the longest row that is taken over: a model call with its whole prompt is one row."""

_COST = "DECIMAL(24, 12)"
"""A price in US dollars is kept as an exact decimal; so are its sums."""

VIEWS = {
    "turns": {
        "episode_id": "VARCHAR",
        "turn": "BIGINT",
        "time": "DOUBLE",
        "events": "BIGINT",
        "command": "VARCHAR",
        "answer": "VARCHAR",
        "room": "VARCHAR",
        "score": "BIGINT",
    },
    "rooms": {
        "episode_id": "VARCHAR",
        "room": "VARCHAR",
        "name": "VARCHAR",
        "first_turn": "BIGINT",
        "location": "BIGINT",
        "visits": "BIGINT",
        "last_turn": "BIGINT",
        "merged_into": "VARCHAR",
    },
    "connections": {
        "episode_id": "VARCHAR",
        "room": "VARCHAR",
        "direction": "VARCHAR",
        "destination": "VARCHAR",
        "first_turn": "BIGINT",
        "last_turn": "BIGINT",
        "walked": "BIGINT",
    },
    "items": {
        "episode_id": "VARCHAR",
        "item": "VARCHAR",
        "name": "VARCHAR",
        "first_turn": "BIGINT",
        "place": "VARCHAR",
        "placed_turn": "BIGINT",
    },
    "puzzles": {
        "episode_id": "VARCHAR",
        "puzzle": "VARCHAR",
        "kind": "VARCHAR",
        "summary": "VARCHAR",
        "room": "VARCHAR",
        "first_turn": "BIGINT",
        "status": "VARCHAR",
        "status_turn": "BIGINT",
    },
}
"""The views' columns: SQLite gives those of a view no type, so they are said here."""


class QueryError(LudensError):
    """A query is wrong, or cannot be run here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def query(store: Store, sql: str) -> Answer:
    """Return what `sql` finds over all episodes; raises QueryError in one line.

    It may name `episode`, `event`, `call` and the views `turns`, `rooms`, `connections`, `items`
    and `puzzles`.
    """
    try:
        import duckdb  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise QueryError(f"queries need DuckDB: {install_command('analytics')}") from error
    database = duckdb.connect(":memory:")
    with _one_line(duckdb.Error):
        # Nothing is fetched from elsewhere because a query happens to name it.
        database.execute("SET autoinstall_known_extensions = false")
        tables = _tables()
        for name, columns in tables.items():
            described = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
            database.execute(f"CREATE TABLE {name} ({described})")
        named = {name.lower() for name in _names(database, sql, duckdb.Error)}
        _copy(store, database, {name: tables[name] for name in tables if name in named})
        if not database.extract_statements(sql):
            raise QueryError("there is no query; try: SELECT * FROM episode")
        return _interruptible(database, lambda: _answer(database, sql))


def _answer(database: duckdb.DuckDBPyConnection, sql: str) -> Answer:
    relation = database.execute(sql)
    answered = tuple(column[0] for column in relation.description or ())
    return Answer(answered, relation.fetchall() if answered else [])


def _interruptible(database: duckdb.DuckDBPyConnection, work: Callable[[], Answer]) -> Answer:
    """Return what `work` does, in a thread of its own: DuckDB hears no signal while it works.

    The thread closes the database, since closing waits for the end of a query.
    """
    done: Future[Answer] = Future()

    def run() -> None:
        try:
            with database:
                found = work()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(found)

    worker = Thread(target=run, daemon=True)
    worker.start()
    try:
        return done.result()
    except KeyboardInterrupt:
        database.interrupt()
        worker.join(LEAVING)
        raise


def _tables() -> dict[str, dict[str, str]]:
    return {
        table.name: {
            column.name: _type(column)
            for column in table.columns
            if not isinstance(column.type, LargeBinary)
        }
        for table in (episode, event, call)
    } | VIEWS


def _type(column: Column[Any]) -> str:
    if column.name == "cost":
        return _COST
    for kind, name in ((Boolean, "BOOLEAN"), (Integer, "BIGINT"), (Float, "DOUBLE")):
        if isinstance(column.type, kind):
            return name
    return "VARCHAR"


def _names(database: duckdb.DuckDBPyConnection, sql: str, unreadable: type[Exception]) -> set[str]:
    """Return the tables that the statements of `sql` read."""
    names: set[str] = set()
    for statement in database.extract_statements(sql):
        # What it cannot read fails again when it is run, with the better complaint.
        with suppress(unreadable):
            names |= database.get_table_names(statement.query)
    return names


def _copy(
    store: Store, database: duckdb.DuckDBPyConnection, tables: dict[str, dict[str, str]]
) -> None:
    with tempfile.TemporaryDirectory(prefix="ludens-query-") as folder:
        with store.database.read() as connection:
            for name, columns in tables.items():
                # A price is text in the store, which JSON and DECIMAL both keep exact.
                wanted = ", ".join(f'"{column}"' for column in columns)
                rows = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(
                    text(f"SELECT {wanted} FROM {name}")  # noqa: S608 - names of our own
                )
                with (Path(folder) / name).open("w", encoding="utf-8") as file:
                    for row in rows:
                        told = dict(zip(columns, row, strict=True))
                        file.write(json.dumps(told, default=_as_text) + "\n")
        for name, columns in tables.items():
            database.execute(
                f"INSERT INTO {name} SELECT * FROM read_json($path, columns = $columns, "  # noqa: S608
                "format = 'newline_delimited', maximum_object_size = $longest)",
                {"path": str(Path(folder) / name), "columns": columns, "longest": LONGEST_ROW},
            )


def _as_text(damaged: bytes) -> str:
    """Return a text that damage made something else of."""
    return damaged.decode(errors="replace")


@contextmanager
def _one_line(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kind as error:
        lines = [line.strip() for line in str(error).splitlines()]
        # DuckDB draws the place in the query below its complaint: LINE 1: ... ^.
        told = [line for line in lines if line and line.strip("^")]
        told = [line for line in told if not line.startswith("LINE ")]
        raise QueryError(f"the query cannot be run: {' '.join(told) or kind.__name__}") from error
