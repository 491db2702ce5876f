"""The store is whole after every failure, and each failure is one clear line."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, update

from episode.pig import Pig
from episode.test_runner import log_of, new, played
from ludens.episode.checking import check_episode, episode_damage
from ludens.episode.deleting import delete_episode
from ludens.episode.errors import (
    NoSuchEpisodeError,
    StoreError,
    StoreFullError,
    StoreLockedError,
    StoreReadOnlyError,
)
from ludens.episode.found_schema import HEAD
from ludens.episode.lease import Runner as Holder
from ludens.episode.migrate import MIGRATIONS
from ludens.episode.runner import Runner
from ludens.episode.schema import episode, event, metadata
from ludens.episode.store import Store
from ludens.episode.sums import MOVING, episode_sum
from ludens.episode.transfer import export_lines
from ludens.games import GAMES

SEARCHED = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
"""Where a process finds these tests, and the package that this one has."""


def test_the_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    with store.database.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == HEAD


def test_a_store_of_a_newer_ludens_is_refused(blank_url: str) -> None:
    store = Store.open(blank_url)
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(StoreError, match="written by a newer Ludens"):
        Store.open(blank_url)


def test_an_episode_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    runner = Runner(store, Pig())
    with pytest.raises(NoSuchEpisodeError, match="none has been played yet"):
        store.episode("last")
    first, second = runner.create(new()), runner.create(new())
    assert store.episode(first.id[:7]).id == first.id
    assert store.episode("last").id == second.id
    for name in ("", "%", "nothing", "'; DROP TABLE episode"):
        with pytest.raises(NoSuchEpisodeError, match="`ludens episodes` lists them"):
            store.episode(name)


def test_a_whole_id_is_found_beside_others_that_begin_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["abcdefghzz", "abcdefghyy", "abcdefgh"]
    monkeypatch.setattr("ludens.episode.entering._free_id", lambda _: names.pop(0))
    for _ in range(3):
        store.create(new())
    assert store.episode("abcdefgh").id == "abcdefgh"
    with pytest.raises(NoSuchEpisodeError, match="several episodes begin"):
        store.episode("abcdefg")


async def test_a_locked_database_costs_no_committed_turn(tmp_path: Path) -> None:
    path = str(tmp_path / "store.db")
    store = Store.open(path, busy_timeout=0.05)
    blocker = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def block(turn: int) -> None:
        if turn == 4 and not blocker.in_transaction:
            blocker.execute("BEGIN IMMEDIATE")

    runner = Runner(store, Pig(block))
    row = runner.create(new())
    with pytest.raises(StoreLockedError, match="locked by another process"):
        await runner.play(row)
    blocker.execute("ROLLBACK")
    row = await Runner(store, Pig()).play(store.episode(row.id))
    assert log_of(store, row.id) == log_of(store, (await played(store)).id)


async def test_a_full_disk_costs_no_committed_turn(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "store.db"))
    with store.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    # SQLite reports its own page limit with the same error as a disk without room.
    from sqlalchemy import event

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")

    event.listen(store.database.engine, "connect", limit)
    store.database.engine.dispose()
    runner = Runner(store, Pig())
    row = runner.create(new(pig={"goal": 10**6}))
    with pytest.raises(StoreFullError, match=r"disk of .* is full"):
        await runner.play(row)
    event.remove(store.database.engine, "connect", limit)
    store.database.engine.dispose()
    turns = store.episode(row.id).turns
    row = await Runner(store, Pig()).play(store.episode(row.id), {"limits": {"turns": turns + 50}})
    assert row.turns == turns + 50
    whole = await played(store, pig={"goal": 10**6}, limits={"turns": turns + 50})
    rolled = [e for e in log_of(store, row.id) if e[2] == "rolled"]
    assert [e[1:] for e in rolled] == [e[1:] for e in log_of(store, whole.id) if e[2] == "rolled"]


def test_a_write_past_the_file_size_limit_is_told_as_such(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys, resource, signal\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from episode.pig import Pig\n"
        "from episode.test_runner import new\n"
        "from ludens.episode.errors import StoreError\n"
        "from ludens.episode.runner import Runner\n"
        "from ludens.episode.store import Store\n"
        "store = Store.open(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "runner = Runner(store, Pig())\n"
        "row = runner.create(new(pig={'goal': 10**6}))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    asyncio.run(runner.play(row))\n"
        "except StoreError as error:\n"
        "    print(error)\n"
    )
    path = tmp_path / "store.db"
    done = subprocess.run(
        [sys.executable, "-c", script, path, str(Path(__file__).parents[1])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(done.stdout.splitlines()) == 1
    assert str(path) in done.stdout
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] != 300_000


def obeying_permissions() -> list[str]:
    """What to put before a command so that permissions hold for it, whoever runs the tests."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root may write anywhere, and there is no setpriv (util-linux) to give it up")
    return [setpriv, "--bounding-set", "-dac_override,-dac_read_search"]


def test_what_may_not_be_written_is_read_and_told_as_such(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from ludens.episode.errors import StoreReadOnlyError\n"
        "from ludens.episode.store import Store\n"
        "from episode.test_runner import new\n"
        "try:\n"
        "    store = Store.open(sys.argv[1])\n"
        "    assert store.database.is_read_only and len(store.episodes()) == 1\n"
        "    print('read')\n"
        "    store.create(new())\n"
        "except StoreReadOnlyError as error:\n"
        "    print(error)\n"
    )
    for name in ("new", "kept"):
        (tmp_path / name).mkdir()
    path = tmp_path / "kept" / "store.db"
    store = Store.open(str(path))
    store.create(new())
    store.close()
    path.chmod(0o400)
    for place, reads in ((tmp_path / "new" / "store.db", []), (path, ["read"])):
        place.parent.chmod(0o500)
        done = subprocess.run(
            [*obeying_permissions(), sys.executable, "-c", script, place],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": SEARCHED},
        )
        place.parent.chmod(0o700)
        *before, told = done.stdout.splitlines()
        assert before == reads, done.stderr
        assert "--store" in told


READ = """
import sys
from ludens.episode.errors import StoreError
from ludens.episode.store import Store
from episode.test_runner import new
store = Store.open(sys.argv[1])
print(len(store.episodes()))
try:
    store.create(new())
except StoreError as error:
    print(type(error).__name__)
"""


def _where(mounted: str, code: str, *words: str, **environment: str) -> tuple[int, str, str]:
    """Return a process's status, output and errors where a folder is mounted in another way."""
    unshared = ["unshare", "--mount", "--map-root-user", "sh", "-ec"]
    able = shutil.which("unshare") and subprocess.run([*unshared, "true"], check=False)
    if not able or able.returncode:
        pytest.skip("nothing can be mounted here (unshare of util-linux)")
    done = subprocess.run(
        [*unshared, f"{mounted}; {shlex.join([sys.executable, '-c', code, *words])}"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": SEARCHED, **environment},
    )
    return done.returncode, done.stdout, done.stderr


def _read(folder: Path, mounted: str) -> list[str]:
    """Return what a process reads of a store where a folder is mounted in another way."""
    status, said, errors = _where(mounted, READ, str(folder / "store.db"))
    assert status == 0, errors
    return said.split()


def _killed_in_play(folder: Path) -> None:
    """Leave a store whose last changes are in its log, as a kill does."""
    subprocess.run(
        [sys.executable, "-c", READ + "import os; os._exit(0)", str(folder / "store.db")],
        check=True,
        env={**os.environ, "PYTHONPATH": SEARCHED},
    )
    assert (folder / "store.db-wal").stat().st_size > 0


def test_a_store_on_a_full_disk_is_read(tmp_path: Path) -> None:
    _killed_in_play(tmp_path)
    small = tmp_path / "small"
    small.mkdir()
    filled = (
        f"mount -t tmpfs -o size=2M tmpfs {small}; cp {tmp_path}/store.db* {small}; "
        f"rm -f {small}/*-shm; dd if=/dev/zero of={small}/fill bs=4k 2>/dev/null || true"
    )
    assert _read(small, filled) == ["1", "StoreFullError"]


def test_a_store_that_is_begun_on_a_full_disk_says_that_it_is_full(tmp_path: Path) -> None:
    filled = (
        f"mount -t tmpfs -o size=64k tmpfs {tmp_path}; "
        f"dd if=/dev/zero of={tmp_path}/fill bs=4k 2>/dev/null || true"
    )
    main = "from ludens.__main__ import main; main()"
    store = str(tmp_path / "store.db")
    status, said, errors = _where(filled, main, "mafia", LUDENS_STORE=store)
    assert (status, said, errors.count("\n")) == (1, "", 1)
    assert "is full" in errors


def test_a_store_that_a_full_disk_left_empty_has_no_episode(tmp_path: Path) -> None:
    filled = (
        f"mount -t tmpfs -o size=64k tmpfs {tmp_path}; touch {tmp_path}/store.db; "
        f"dd if=/dev/zero of={tmp_path}/fill bs=4k 2>/dev/null || true"
    )
    assert _read(tmp_path, filled) == ["0", "StoreFullError"]


def test_a_store_that_is_mounted_for_reading_is_read_though_its_log_is_not_empty(
    tmp_path: Path,
) -> None:
    _killed_in_play(tmp_path)
    (tmp_path / "store.db-shm").unlink()
    mounted = f"mount --bind {tmp_path} {tmp_path}; mount -o remount,ro,bind {tmp_path}"
    assert _read(tmp_path, mounted) == ["1", "StoreReadOnlyError"]


async def test_what_is_read_at_once_is_of_one_moment_though_it_is_played_on(store: Store) -> None:
    row = await played(store, limits={"turns": 2})
    with store.database.read() as connection:
        assert not list(episode_damage(connection, GAMES, row.id))
        row = await Runner(store, Pig()).play(row, {"limits": {"turns": 4}})
        turns = connection.scalar(select(event.c.turn).order_by(event.c.seq.desc()).limit(1))
        assert (row.turns, turns) == (4, 2)
        assert not list(episode_damage(connection, GAMES, row.id))


def test_a_store_from_before_calls_were_counted_is_whole(tmp_path: Path) -> None:
    path = str(tmp_path / "store.db")
    store = Store.open(path)
    whole, damaged = store.create(new()), store.create(new())
    before = tuple(name for name in MOVING if name != "calls")
    with store.database.write() as connection:
        for row in connection.execute(select(episode)).mappings().all():
            values = {"sum": episode_sum(row, before)}
            connection.execute(update(episode).where(episode.c.id == row["id"]).values(values))
        connection.exec_driver_sql("UPDATE episode SET seed = 8 WHERE id = ?", (damaged,))
        for view in inspect(connection).get_view_names():
            connection.exec_driver_sql(f"DROP VIEW {view}")
        connection.exec_driver_sql("ALTER TABLE episode DROP COLUMN calls")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0007'")
    store.close()
    store = Store.open(path)
    assert store.episode(whole).seed == 7
    assert list(store.unreadable()) == [damaged]
    store.close()


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.execute("CREATE TABLE alembic_version (version_num)")
        theirs.execute("CREATE TABLE customers (name)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="database of something else"):
        Store.open(str(path))
    assert path.read_bytes() == before


def test_a_database_of_something_else_with_a_log_that_was_left_gets_no_file_beside_it(
    tmp_path: Path,
) -> None:
    theirs = sqlite3.connect(tmp_path / "theirs.db")
    theirs.execute("PRAGMA journal_mode=WAL")
    theirs.execute("CREATE TABLE customers (name)")
    left = tmp_path / "left"
    left.mkdir()
    for name in ("theirs.db", "theirs.db-wal"):
        shutil.copy(tmp_path / name, left / name)
    theirs.close()
    before = {file.name: file.read_bytes() for file in left.iterdir()}
    with pytest.raises(StoreError, match="database of something else"):
        Store.open(str(left / "theirs.db"))
    assert {file.name: file.read_bytes() for file in left.iterdir()} == before


def test_the_last_episode_is_the_last_whatever_the_clock_says(store: Store) -> None:
    first = store.create(new())
    with store.database.write() as connection:
        connection.exec_driver_sql("UPDATE episode SET created = created + 86400, sum = NULL")
    second = store.create(new())
    assert store.identity("last") == second
    assert store.unreadable().keys() == {first}  # and one bad episode harms no other
    assert [row.id for row in store.episodes()] == [second]


def test_a_place_where_no_folder_can_be_made_is_told_as_such() -> None:
    with pytest.raises(StoreReadOnlyError, match="--store"):
        Store.open("/proc/ludens/store.db")


def test_a_store_where_no_file_can_be_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for place in ("file/store.db", "."):
        with pytest.raises(StoreError, match="--store"):
            Store.open(str(tmp_path / place))


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(StoreError, match="not a Ludens store"):
        Store.open(str(path))
    assert path.read_text().startswith("Dear Sir")


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense://x", "http://example.org/db"])
def test_a_url_that_is_no_store_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="is not a store"):
        Store.open(url)


@pytest.mark.parametrize("secret", ["ludens:sesame@127.0.0.1:1/x", "127.0.0.1:1/x?password=sesame"])
def test_a_server_that_does_not_answer_is_told_without_its_password(secret: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(f"postgresql://{secret}")
    assert "sesame" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_what_is_wrong_with_a_store_s_schema_is_not_called_its_disk(blank_url: str) -> None:
    if "postgresql" in blank_url:
        with pytest.raises(StoreError, match="which schema it is to use"):
            Store.open(f"{blank_url}?options=-csearch_path%3Dnone")
    store = Store.open(blank_url)
    with store.database.write() as connection:
        connection.exec_driver_sql("CREATE UNIQUE INDEX theirs ON episode (seed)")
    store.create(new())
    with pytest.raises(StoreError, match="`ludens doctor --check STORE` tells"):
        store.create(new())
    with store.database.write() as connection:
        for view in inspect(connection).get_view_names():
            connection.exec_driver_sql(f"DROP VIEW {view}")
        connection.exec_driver_sql("ALTER TABLE snapshot RENAME COLUMN kind TO sort")
    with pytest.raises(StoreError, match="`ludens doctor --check STORE` tells"):
        store.snapshot(store.identity("last"), "engine", turn=0)
    store.close()


async def test_equal_contents_are_stored_once(store: Store) -> None:
    await played(store)
    with store.database.read() as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM blob").scalar()
    await played(store)
    with store.database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == before


def test_what_is_deleted_meanwhile_is_said_to_be(sqlite_store: Store) -> None:
    row = sqlite_store.episode(sqlite_store.create(new()))
    delete_episode(sqlite_store, row.id)
    for work in (
        lambda: list(export_lines(sqlite_store, row, {})),
        lambda: check_episode(sqlite_store, {}, row.id),
        lambda: sqlite_store.claim(row.id, Holder.here()),
    ):
        with pytest.raises(NoSuchEpisodeError, match="it has been deleted"):
            work()
