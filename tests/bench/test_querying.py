"""`ludens query` answers from every table and view, and cannot reach the store."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import insert, inspect
from typer.testing import CliRunner

from episode.test_views_of_events import TOLD, told
from ludens.bench.querying import VIEWS, QueryError, query
from ludens.cli.app import app
from ludens.episode.schema import call
from ludens.episode.store import Store

DOCS = Path(__file__).parents[2] / "docs" / "querying.md"
EXAMPLES = re.findall(r"^```sql\n(.+?)^```", DOCS.read_text(encoding="utf-8"), re.M | re.S)


def pay(store: Store, identity: str, cost: str) -> None:
    row = {
        "episode_id": identity,
        "turn": 1,
        "inherited": False,
        "agent": "player",
        "provider": "here",
        "model": "m",
        "request_hash": "0",
        "occurrence": 0,
        "attempt": 1,
        "request": "{}",
        "response": "{}",
        "input_tokens": 100,
        "output_tokens": 10,
        "cached_tokens": 50,
        "cost": cost,
        "latency_ms": 12.5,
        "started": 1.0,
    }
    with store.database.write() as connection:
        connection.execute(insert(call).values(row))


def test_every_table_and_view_is_there_whole(store: Store) -> None:
    told(store)
    identity = told(store)
    events = query(store, "SELECT COUNT(*), COUNT(DISTINCT episode_id) FROM event").rows
    assert events == [(2 * sum(map(len, TOLD)), 2)]
    sign = f"SELECT answer FROM turns WHERE turn = 1 AND episode_id = '{identity}'"
    assert query(store, sign).rows == [('Shed\nA rope, and a sign: "42%".',)]
    score = "SELECT e.headline->>'none', MAX(score) FROM turns JOIN episode e ON e.id = episode_id"
    assert query(store, f"{score} GROUP BY 1").rows == [(None, 5)]
    for name in (*VIEWS, "episode", "event"):
        assert query(store, f"SELECT * FROM {name}").rows, name


def test_the_columns_of_the_views_are_those_of_the_store(store: Store) -> None:
    found = inspect(store.database.engine)
    for name, columns in VIEWS.items():
        assert [column["name"] for column in found.get_columns(name)] == list(columns)


def test_costs_are_exact(store: Store) -> None:
    identity = told(store)
    for cost in ("0.1", "0.2", "0.000000000001"):
        pay(store, identity, cost)
    assert query(store, "SELECT SUM(cost) FROM call").rows == [(Decimal("0.300000000001"),)]


@pytest.mark.parametrize("sql", EXAMPLES)
def test_a_query_of_the_docs_runs(sqlite_store: Store, sql: str) -> None:
    pay(sqlite_store, told(sqlite_store), "0.25")
    assert query(sqlite_store, sql).columns


def test_a_query_cannot_change_the_store(sqlite_store: Store) -> None:
    told(sqlite_store)
    query(sqlite_store, "DELETE FROM event; DROP TABLE episode")
    assert query(sqlite_store, "SELECT COUNT(*) FROM episode").rows == [(1,)]
    assert query(sqlite_store, "SELECT COUNT(*) > 0 FROM event").rows == [(True,)]


@pytest.mark.parametrize(
    ("sql", "complaint"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT scor FROM turns", "scor"),
        ("SELECT * FROM turn", "turn"),
        ("SELECT CAST(command AS INT) FROM turns", "north"),
        ("", "no query"),
        (" -- nothing\n", "no query"),
    ],
)
def test_a_wrong_query_is_one_clear_line(sqlite_store: Store, sql: str, complaint: str) -> None:
    told(sqlite_store)
    with pytest.raises(QueryError) as refused:
        query(sqlite_store, sql)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_command_writes_three_forms(sqlite_store: Store, tmp_path: Path) -> None:
    told(sqlite_store)
    sql = "SELECT turn, command FROM turns ORDER BY turn"
    run = CliRunner()

    def printed(form: str) -> str:
        done = run.invoke(
            app, ["query", sql, "--format", form, "--store", str(tmp_path / "store.db")]
        )
        assert done.exit_code == 0, done.output
        return done.stdout

    rows = [(0, None), (1, "north"), (2, "take rope"), (3, "south")]
    assert json.loads(printed("json")) == [{"turn": t, "command": c} for t, c in rows]
    assert list(csv.reader(io.StringIO(printed("csv")))) == [
        ["turn", "command"],
        *([str(t), c or ""] for t, c in rows),
    ]
    assert "take rope" in printed("table")
