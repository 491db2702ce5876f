"""A byte that is not the one that was written is found."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import LargeBinary, String

import launching
from ludens.episode.checking import check_episode, check_store, mend
from ludens.episode.errors import DamagedError, LudensError
from ludens.episode.keeping import tags_of
from ludens.episode.schema import metadata
from ludens.episode.store import Store
from ludens.episode.transfer import export_lines
from ludens.games import GAMES

PROMISED = {
    "episode": "id, game, subject, subject_hash, subject_blob, seed, model, settings, parent_id,"
    " parent_turn, created, updated, turns, last_seq, outcome, reason, headline, seconds, number,"
    " imported, calls, sum",
    "event": "*",
    "snapshot": "*",
    "blob": "*",
    "call": "*",
}
"""What the record promises to keep; the other tables are of the moment."""


def contents(path: Path) -> list[object] | None:
    """Return everything that a store tells, by its tables and by its indexes; None if it cannot."""
    found: list[object] = []
    try:
        with sqlite3.connect(path) as database:
            for table, columns in PROMISED.items():
                query = f"SELECT {columns} FROM {table}"
                found.append(sorted(map(repr, database.execute(query))))
            by_turn = "SELECT turn, seq FROM event WHERE episode_id = ? AND turn >= 0 ORDER BY 1, 2"
            for (identity,) in database.execute("SELECT id FROM episode").fetchall():
                found.append(database.execute(by_turn, (identity,)).fetchall())
                kind = "SELECT seq FROM event WHERE type > '' AND episode_id = ?"
                found.append(sorted(database.execute(kind, (identity,)).fetchall(), key=repr))
    except sqlite3.Error:
        return None
    finally:
        database.close()
    return found


def is_found(path: Path) -> bool:
    try:
        store = Store.open(str(path), must_exist=True)
    except LudensError:
        return True
    try:
        return next(check_store(store, GAMES), None) is not None
    except LudensError:
        return True
    finally:
        store.close()


def _flipped(played: Path, tmp_path: Path, seed: int) -> None:
    """Flip single bytes until one changes what the store tells; that one must be found."""
    dice = Random(seed)
    whole, path = played.read_bytes(), tmp_path / "flipped.db"
    path.write_bytes(whole)
    before = contents(path)
    for _ in range(50):
        changed = bytearray(whole)
        changed[dice.randrange(100, len(whole))] ^= 1 << dice.randrange(8)
        path.write_bytes(changed)
        if contents(path) != before:
            assert is_found(path), "the store tells something else, and nothing is found"
            return
    raise AssertionError("no byte mattered")


@pytest.mark.parametrize("seed", range(8))
def test_a_flipped_byte_is_found(played: Path, tmp_path: Path, seed: int) -> None:
    _flipped(played, tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_two_hundred_flipped_bytes_are_found(played: Path, tmp_path: Path, seed: int) -> None:
    _flipped(played, tmp_path, seed)


MENDABLE = {
    "a row": "UPDATE episode SET turns = turns + 1 WHERE parent_id IS NULL",
    "a sum": "UPDATE event SET sum = zeroblob(16) WHERE seq = 1",
    "a state": "UPDATE snapshot SET seq = seq - 1 WHERE kind = 'state'",
    "a codec": "UPDATE blob SET codec = 'raw' WHERE codec = 'zlib'",
}


@pytest.mark.parametrize("what", MENDABLE)
def test_what_can_be_reckoned_anew_is_mended(played: Path, tmp_path: Path, what: str) -> None:
    path = tmp_path / "mended.db"
    path.write_bytes(played.read_bytes())
    before = contents(path)
    with sqlite3.connect(path) as database:
        assert database.execute(MENDABLE[what]).rowcount > 0
    store = Store.open(str(path))
    found = list(check_store(store, GAMES))
    assert found
    mend(store, found)
    assert list(check_store(store, GAMES)) == []
    store.close()
    if what != "a state":
        assert contents(path) == before


UNTOLD_BY_THE_LOG = (
    "model = 'compatible/another'",
    "created = 1.0",
    "updated = 1.0",
    "sum = x'00'",
)


@pytest.mark.parametrize("change", UNTOLD_BY_THE_LOG)
def test_a_row_that_is_mended_says_what_its_log_does_not_tell(
    played: Path, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "mended.db"
    path.write_bytes(played.read_bytes())
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE episode SET {change} WHERE number = 1")
    store = Store.open(str(path))
    (damage,) = check_store(store, GAMES)
    assert "the log does not tell the model" in damage.doubt
    assert mend(store, [damage]) == []
    assert list(check_store(store, GAMES)) == []
    assert damage.episode is not None
    assert tags_of(store, [damage.episode]) == {damage.episode: ["repaired"]}
    store.close()


@pytest.mark.parametrize("table", ["event", "call", "snapshot", "episode"])
def test_checksums_that_are_gone_are_reckoned_anew_and_doubted(
    played: Path, tmp_path: Path, table: str
) -> None:
    path = tmp_path / "mended.db"
    path.write_bytes(played.read_bytes())
    before = contents(path)
    with sqlite3.connect(path) as database:
        database.execute(f"ALTER TABLE {table} DROP COLUMN sum")
    store = Store.open(str(path), as_found=True)
    (lack,) = check_store(store, GAMES)
    assert (lack.what, mend(store, [lack])) == (f"the column {table}.sum is missing", [])
    found = list(check_store(store, GAMES))
    assert found != []
    assert all(each.doubt and each.episode is not None for each in found)
    assert mend(store, found) == []
    assert list(check_store(store, GAMES)) == []
    tagged = tags_of(store, [each.episode for each in found if each.episode is not None])
    assert all("repaired" in tags for tags in tagged.values())
    store.close()
    if table != "episode":
        assert contents(path) == before


def test_a_row_whose_log_tells_what_changed_is_as_it_was(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "mended.db"
    path.write_bytes(played.read_bytes())
    with sqlite3.connect(path) as database:
        database.execute("UPDATE episode SET seed = seed + 1, turns = 99 WHERE number = 1")
    store = Store.open(str(path))
    (damage,) = check_store(store, GAMES)
    assert damage.doubt == ""
    assert mend(store, [damage]) == []
    assert damage.episode is not None
    assert tags_of(store, [damage.episode]) == {}
    store.close()


LOST_CALLS = {
    "the last": "DELETE FROM call WHERE id = (SELECT max(id) FROM call WHERE episode_id = ?)",
    "one between": "DELETE FROM call WHERE id = (SELECT min(id) FROM call WHERE episode_id = ?)",
    "one that went to another": "UPDATE call SET episode_id = (SELECT max(id) FROM episode)"
    " WHERE id = (SELECT min(id) FROM call WHERE episode_id = ?)",
}


@pytest.mark.parametrize("which", LOST_CALLS)
def test_a_call_that_is_missing_is_found(played: Path, tmp_path: Path, which: str) -> None:
    path = tmp_path / "missing.db"
    path.write_bytes(played.read_bytes())
    store = Store.open(str(path))
    row = min(store.episodes(), key=lambda row: row.id)
    with store.database.write() as connection:
        assert connection.exec_driver_sql(LOST_CALLS[which], (row.id,)).rowcount == 1
    found = check_episode(store, GAMES, row.id)
    assert [damage.what for damage in found] == ["1 of the 3 calls of its turns are missing"]
    with pytest.raises(DamagedError, match="calls of its turns are missing"):
        export_lines(store, row, GAMES)
    store.close()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ("DELETE FROM snapshot WHERE kind = 'engine'", "engine's state after turn 0 is missing"),
        (
            "CREATE TEMP TABLE twice AS SELECT * FROM call LIMIT 1; UPDATE twice SET id = NULL; "
            "INSERT INTO call SELECT * FROM twice",
            "is there twice",
        ),
    ],
)
def test_what_is_gone_altogether_or_there_twice_is_found(
    played: Path, tmp_path: Path, changes: str, told: str
) -> None:
    shutil.copy(played, tmp_path / "a.db")
    with sqlite3.connect(tmp_path / "a.db") as database:
        database.executescript(changes)
    database.close()
    store = Store.open(str(tmp_path / "a.db"))
    assert [damage for damage in check_store(store, GAMES) if told in damage.what]
    store.close()


def test_a_call_that_cannot_be_read_ends_a_replay_in_one_line(played: Path, tmp_path: Path) -> None:
    shutil.copy(played, tmp_path / "a.db")
    with sqlite3.connect(tmp_path / "a.db") as database:
        database.execute("UPDATE call SET request = substr(request, 1, 60) || char(10) || 'x'")
        (identity,) = database.execute("SELECT episode_id FROM call LIMIT 1").fetchone()
    database.close()
    told = launching.run(
        ["replay", identity, "--store", tmp_path / "a.db"], cwd=tmp_path, env=os.environ
    )
    assert told.returncode == 1
    assert "doctor --check" in told.stderr.splitlines()[-1]
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("kind", ["engine", "state", "subject"])
def test_a_content_that_changed_is_found_in_its_episode(
    played: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "content.db"
    path.write_bytes(played.read_bytes())
    store = Store.open(str(path))
    row = next(row for row in store.episodes() if row.game == "adventure")
    of_kind = f"SELECT blob FROM snapshot WHERE kind = '{kind}' AND episode_id = ? ORDER BY turn"
    if kind == "subject":
        of_kind = "SELECT subject_blob FROM episode WHERE id = ?"
    with store.database.write() as connection:
        digest = connection.exec_driver_sql(of_kind, (row.id,)).scalars().first()
        data = connection.exec_driver_sql(
            "SELECT data FROM blob WHERE hash = ?", (digest,)
        ).scalar()
        assert data is not None
        changed = data[:50] + bytes((data[50] ^ 1,)) + data[51:]
        connection.exec_driver_sql("UPDATE blob SET data = ? WHERE hash = ?", (changed, digest))
    assert check_episode(store, GAMES, row.id)
    with pytest.raises(DamagedError):
        export_lines(store, row, GAMES)
    store.close()


@pytest.mark.parametrize("harm", ["UPDATE snapshot SET seq = seq + 1", "DELETE FROM snapshot"])
def test_an_episode_whose_newest_kept_engine_is_damaged_is_forked_from_before(
    played: Path, tmp_path: Path, harm: str
) -> None:
    path = tmp_path / "engine.db"
    path.write_bytes(played.read_bytes())
    store = Store.open(str(path))
    row = next(row for row in store.episodes() if row.game == "adventure")
    last = "WHERE kind = 'engine' AND episode_id = ? AND turn = ?"
    with store.database.write() as connection:
        connection.exec_driver_sql(f"{harm} {last}", (row.id, row.turns))
    (damage,) = check_episode(store, GAMES, row.id)
    store.close()
    assert damage.turn == row.turns
    environment = {"LUDENS_STORE": str(path)}
    checked = launching.run(["doctor", "--check", str(path)], cwd=tmp_path, env=environment)
    fork = f"ludens fork {row.id} --turn {row.turns - 1}"
    assert fork in checked.stdout
    if harm.startswith("DELETE"):
        more = ["resume", row.id, "--max-turns", str(row.turns + 2), "--json"]
        refused = launching.run(more, cwd=tmp_path, env=environment)
        assert refused.returncode == 1
        assert f"`{fork}`" in refused.stderr
    words = [*fork.split()[1:], "--json"]
    forked = launching.run(words, cwd=tmp_path, env=environment)
    assert forked.returncode == 0, forked.stderr


CELLS = [
    (table, column.name)
    for table in ("episode", "event", "snapshot", "blob", "call")
    for column in metadata.tables[table].columns
    if column.name != "id"
]


@pytest.mark.parametrize(("table", "column"), CELLS, ids=[".".join(one) for one in CELLS])
def test_a_value_of_another_type_is_found(
    played: Path, tmp_path: Path, table: str, column: str
) -> None:
    path = tmp_path / "typed.db"
    path.write_bytes(played.read_bytes())
    before = contents(path)
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE OR IGNORE {table} SET {column} = 'x'")
    if contents(path) != before:
        assert is_found(path)


KINDS = [
    pytest.param(
        table,
        column.name,
        is_bytes := isinstance(column.type, LargeBinary),
        id=f"{table}.{column.name}",
        marks=[] if is_bytes or column.name == "id" else pytest.mark.long,
    )
    for table in ("episode", "event", "snapshot", "blob", "call")
    for column in metadata.tables[table].columns
    if isinstance(column.type, LargeBinary | String)
]


def set_one(database: sqlite3.Connection, table: str, column: str, value: str) -> int:
    """Set a column of one row that has a value there; return how many were set."""
    keys = ", ".join(each.name for each in metadata.tables[table].primary_key)
    one = f"SELECT {keys} FROM {table} WHERE {column} IS NOT NULL LIMIT 1"
    database.execute("PRAGMA foreign_keys = OFF")
    return database.execute(
        f"UPDATE {table} SET {column} = {value} WHERE ({keys}) = ({one})"
    ).rowcount


@pytest.mark.parametrize(("table", "column", "is_bytes"), KINDS)
def test_bytes_that_are_taken_for_a_text_harm_nothing_and_are_mended(
    played: Path, tmp_path: Path, table: str, column: str, is_bytes: bool
) -> None:
    path = tmp_path / "kind.db"
    path.write_bytes(played.read_bytes())
    before = contents(path)
    other = "TEXT" if is_bytes else "BLOB"
    with sqlite3.connect(path) as database:
        (number,) = database.execute("SELECT COUNT(*) FROM episode").fetchone()
        changed = set_one(database, table, column, f"CAST({column} AS {other})")
    if not changed:
        pytest.skip("no row has a value there")
    store = Store.open(str(path))
    listed = {row.id for row in store.episodes()} | set(store.unreadable())
    assert len(listed) == number
    found = list(check_store(store, GAMES))
    assert found
    for _ in range(2):
        mend(store, list(check_store(store, GAMES)))
    assert list(check_store(store, GAMES)) == []
    store.close()
    assert contents(path) == before


@pytest.mark.parametrize(("table", "column", "is_bytes"), KINDS)
def test_a_text_that_is_no_utf_8_any_more_is_found_and_harms_nothing(
    played: Path, tmp_path: Path, table: str, column: str, is_bytes: bool
) -> None:
    if is_bytes:
        pytest.skip("no text")
    path = tmp_path / "high.db"
    path.write_bytes(played.read_bytes())
    before = contents(path)
    odd = f"CAST(x'ff' || SUBSTR(CAST({column} AS BLOB), 2) AS TEXT)"
    with sqlite3.connect(path) as database:
        (number,) = database.execute("SELECT COUNT(*) FROM episode").fetchone()
        if not set_one(database, table, column, odd):
            pytest.skip("no row has a value there")
    store = Store.open(str(path))
    assert len({row.id for row in store.episodes()} | set(store.unreadable())) == number
    assert list(check_store(store, GAMES))
    mend(store, list(check_store(store, GAMES)))
    mend(store, list(check_store(store, GAMES)))
    left = list(check_store(store, GAMES))
    assert len({damage.episode for damage in left} - {None}) <= 1, "no other episode is harmed"
    store.close()
    if column == "id":
        assert left == []
        assert contents(path) == before


def test_an_index_that_is_gone_is_made_again(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    path.write_bytes(played.read_bytes())
    with sqlite3.connect(path) as database:
        database.execute("DROP INDEX event_turn")
    store = Store.open(str(path))
    found = list(check_store(store, GAMES))
    assert [damage.what for damage in found] == ["the index event_turn is missing"]
    assert mend(store, found) == []
    assert list(check_store(store, GAMES)) == []
    store.close()
