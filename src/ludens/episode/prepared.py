"""Statements that run every turn, turned into text once.

SQLAlchemy's own way to a statement (looking up its compiled form, processing each value) costs more
than SQLite takes to run it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Select, Update
from sqlalchemy.engine import CursorResult, Dialect


class Prepared:
    """A statement whose values need no conversion: numbers, texts, bytes, nulls."""

    def __init__(
        self, statement: Insert | Select[Any] | Update, columns: Sequence[str] | None = None
    ) -> None:
        """`columns` are those that an insert fills."""
        self._statement, self._columns = statement, list(columns) if columns is not None else None
        self._texts: dict[str, tuple[str, list[str] | None]] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> CursorResult[Any]:
        """Run it once; values are by the names of its parameters."""
        text, order = self._text(connection.dialect)
        return connection.exec_driver_sql(text, _in_order(values, order))

    def run_for_each(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run it once for each of the rows."""
        text, order = self._text(connection.dialect)
        connection.exec_driver_sql(text, [_in_order(row, order) for row in rows])

    def _text(self, dialect: Dialect) -> tuple[str, list[str] | None]:
        if dialect.name not in self._texts:
            compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
            order = list(compiled.positiontup or ()) if compiled.positional else None
            self._texts[dialect.name] = (str(compiled), order)
        return self._texts[dialect.name]


def _in_order(values: Mapping[str, Any], order: list[str] | None) -> Any:
    return dict(values) if order is None else tuple(values[name] for name in order)
