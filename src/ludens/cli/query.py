"""`ludens query`: SQL over every episode."""

from __future__ import annotations

import csv
import io
import math
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from ludens.bench.querying import query as ask
from ludens.cli.console import out, write_data
from ludens.cli.house import (
    ConfigOption,
    JsonOption,
    StoreOption,
    opened_store,
    print_json,
    settings_in_force,
)
from ludens.cli.tables import print_table


class QueryFormat(StrEnum):
    """How an answer is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def query(
    sql: Annotated[
        str, typer.Argument(metavar="SQL", help="A query in DuckDB's SQL; - reads it from input.")
    ],
    format_: Annotated[
        QueryFormat, typer.Option("--format", help="How the answer is written.")
    ] = QueryFormat.TABLE,
    json: JsonOption = False,
    store: StoreOption = None,
    config: ConfigOption = None,
) -> None:
    """Ask all episodes at once, in SQL.

    Tables: episode, event, call. Views: turns, rooms, connections, items, puzzles. A query
    works on a copy of them; COPY ... TO writes over the file that it names.
    """
    settings = settings_in_force({}, store=store, config=config)
    with opened_store(settings) as opened:
        answer = ask(opened, sys.stdin.read() if sql == "-" else sql)
    if json or format_ is QueryFormat.JSON:
        print_json(
            [
                {name: _in_json(value) for name, value in zip(answer.columns, row, strict=True)}
                for row in answer.rows
            ]
        )
    elif format_ is QueryFormat.CSV:
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([answer.columns, *answer.rows])
        write_data(written.getvalue().removesuffix("\n").split("\n"))
    else:
        rows = [["" if value is None else str(value) for value in row] for row in answer.rows]
        print_table(out, answer.columns, rows)


def _in_json(value: Any) -> Any:
    """Return a value as JSON has it, which has no word for infinite numbers and for none at all."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
