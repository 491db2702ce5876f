"""A store is known by its whole schema, and nothing that somebody else made is taken for one."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import make_url

from episode.test_runner import new
from ludens.episode.checking import check_store, mend
from ludens.episode.errors import StoreError
from ludens.episode.event_views import views
from ludens.episode.schema_lacks import lacks
from ludens.episode.store import Store
from ludens.games import GAMES

THEIRS = {
    "materialized view": "CREATE MATERIALIZED VIEW theirs AS SELECT 1",
    "sequence": "CREATE SEQUENCE theirs",
    "type": "CREATE TYPE theirs AS ENUM ('a')",
    "domain": "CREATE DOMAIN theirs AS int",
    "function": "CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "aggregate": "CREATE AGGREGATE theirs(int) (sfunc = int4pl, stype = int)",
    "operator": "CREATE OPERATOR === (leftarg = int, rightarg = int, function = int4pl)",
    "text search configuration": "CREATE TEXT SEARCH CONFIGURATION theirs (copy = simple)",
    "schema": "CREATE SCHEMA theirs",
    "large object": "SELECT lo_create(4711)",
    "table": "CREATE TABLE theirs (a int) PARTITION BY RANGE (a)",
    "table pg_temp_of": "CREATE TABLE pg_temp_of_theirs (a int)",
    "foreign data wrapper": "CREATE FOREIGN DATA WRAPPER theirs",
    "subscription": "CREATE SUBSCRIPTION theirs CONNECTION 'dbname=x' PUBLICATION p"
    " WITH (connect = false, slot_name = NONE)",
}
UNDONE = {
    "function": "DROP FUNCTION theirs()",
    "aggregate": "DROP AGGREGATE theirs(int)",
    "operator": "DROP OPERATOR === (int, int)",
    "table pg_temp_of": "DROP TABLE pg_temp_of_theirs",
    "large object": "SELECT lo_unlink(oid) FROM pg_largeobject_metadata",
}

EXTENSIONS = ("pg_trgm", "citext", "btree_gin", "cube", "earthdistance", "ltree", "pgcrypto")
"""Which bring operators of all kinds and a domain with a check, where the server has them."""


@pytest.fixture
def postgres_url(blank_url: str) -> str:
    if "://" not in blank_url:
        pytest.skip("PostgreSQL's alone")
    return blank_url


def test_what_somebody_made_on_postgresql_is_left_alone_whatever_it_is(postgres_url: str) -> None:
    engine = create_engine(make_url(postgres_url), isolation_level="AUTOCOMMIT")
    with engine.connect() as theirs:
        for kind, made in THEIRS.items():
            theirs.execute(text(made))
            with pytest.raises(StoreError, match=r"database of something else \(it has the "):
                Store.open(postgres_url)
            theirs.execute(text(UNDONE.get(kind, f"DROP {kind} theirs")))
        for extension in EXTENSIONS:
            there = "SELECT count(*) FROM pg_available_extensions WHERE name = :name"
            if theirs.scalar(text(there), {"name": extension}):
                theirs.execute(text(f"CREATE EXTENSION {extension}"))
        # An extension, rights that are given by default, and what is temporary hold nothing.
        theirs.execute(text("CREATE TEMP TABLE theirs (id serial PRIMARY KEY CHECK (id > 0))"))
        theirs.execute(text("CREATE RULE no AS ON DELETE TO theirs DO INSTEAD NOTHING"))
        theirs.execute(text("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC"))
        Store.open(postgres_url).close()
    engine.dispose()


def test_a_store_that_several_begin_at_once_is_begun_once(blank_url: str) -> None:
    with ThreadPoolExecutor(4) as many:
        for store in many.map(Store.open, [blank_url] * 4):
            store.close()


@pytest.mark.parametrize(
    "made",
    [
        "CREATE VIEW theirs AS SELECT 1",
        "CREATE TABLE theirs (id INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE theirs",
        "PRAGMA user_version = 1",
        "CREATE TABLE alembic_version (version_num); CREATE TABLE episode (id);"
        "CREATE TABLE event (id)",
    ],
)
def test_what_somebody_made_on_sqlite_is_left_alone(tmp_path: Path, made: str) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.executescript(made)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="database of something else"):
        Store.open(str(path))
    assert path.read_bytes() == before


LEFT_OPEN = """
import os, sqlite3, sys
theirs = sqlite3.connect(sys.argv[1], isolation_level=None)
theirs.execute(f"PRAGMA journal_mode={sys.argv[2]}")
theirs.execute("PRAGMA cache_size=1")
theirs.execute("CREATE TABLE theirs (name)")
theirs.execute("PRAGMA wal_checkpoint")
theirs.execute("BEGIN")
for number in range(2000):
    theirs.execute("INSERT INTO theirs VALUES (?)", ("x" * 100,))
if sys.argv[3] == "committed":
    theirs.execute("COMMIT")
os._exit(0)
"""


@pytest.mark.parametrize("how", ["wal committed", "wal", "delete", "delete committed"])
def test_what_another_s_kill_left_beside_its_database_stays_there(tmp_path: Path, how: str) -> None:
    path = tmp_path / "theirs.db"
    mode, _, end = how.partition(" ")
    subprocess.run([sys.executable, "-c", LEFT_OPEN, path, mode, end], check=True)
    kept = {file: file.read_bytes() for file in tmp_path.iterdir() if "shm" not in file.name}
    assert len(kept) == 2 - (how == "delete committed")
    with pytest.raises(StoreError, match="database of something else"):
        Store.open(str(path))
    gc.collect()
    for file, content in kept.items():
        assert file.read_bytes() == content
    assert {f.name for f in tmp_path.iterdir()} - {"theirs.db-shm"} == {f.name for f in kept}


def damaged(store: Store, *statements: str) -> set[str]:
    """Do something to a store; return what is found, having mended what can be."""
    with store.database.write() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    found = list(check_store(store, GAMES))
    mend(store, found)
    assert list(check_store(store, GAMES)) == [each for each in found if each.mend is None]
    return {each.what for each in found}


def test_what_is_missing_of_the_schema_is_found_and_made_again(blank_url: str) -> None:
    store = Store.open(blank_url)
    identity = store.create(new())
    assert list(check_store(store, GAMES)) == []
    changes = {
        "DROP VIEW turns": "the view turns is missing",
        "DROP VIEW items": "the view items is another",
        "CREATE VIEW items AS SELECT 1 AS episode_id": "the view items is another",
        "DROP TABLE tag": "the table tag is missing",
        "ALTER TABLE call DROP COLUMN note": "the column call.note is missing",
        "DROP INDEX event_turn": "the index event_turn is missing",
        "DROP INDEX call_turn": "the index call_turn is another",
        "CREATE UNIQUE INDEX call_turn ON call (turn)": "the index call_turn is another",
    }
    assert damaged(store, *changes) == set(changes.values())
    assert store.episode(identity).id == identity
    store.close()


def test_a_table_is_made_again_where_its_index_hangs_on_another(blank_url: str) -> None:
    store = Store.open(blank_url)
    changes = {
        "ALTER TABLE intent RENAME TO intent_of_old": "the table intent is missing",
        "ALTER TABLE call RENAME TO call_of_old": "the table call is missing",
    }
    with store.database.write() as connection:
        for change in changes:
            connection.exec_driver_sql(change)
    found = list(check_store(store, GAMES))
    assert {*changes.values()} <= {each.what for each in found}
    assert mend(store, [each for each in found if each.mend]) == []
    left = [each.what for each in check_store(store, GAMES)]
    assert [what for what in left if "_of_old of somebody else" not in what] == []
    store.close()


def test_an_index_of_other_rows_or_another_order_is_found_and_made_again(blank_url: str) -> None:
    store = Store.open(blank_url)
    columns = {"event_type": "event (type DESC, episode_id)", "event_turn": "event (turn)"}
    columns["episode_created"] = "episode (created) WHERE created > 0"
    columns["call_turn"] = "call (lower(agent))"
    columns["control_episode"] = "control (id, episode_id)"
    if "://" in blank_url:
        columns["episode_number"] = "episode USING hash (number)"
        columns["event_turn"] = "event (episode_id varchar_pattern_ops, turn)"
    changes = [f"DROP INDEX {name}" for name in columns]
    changes += [f"CREATE INDEX {name} ON {where}" for name, where in columns.items()]
    assert damaged(store, *changes) == {f"the index {name} is another" for name in columns}
    store.close()


ON_POSTGRESQL = {
    "CREATE TABLE further (a varchar REFERENCES episode (id))": (
        "the table episode has the key into it from the table further of somebody else"
    ),
    "ALTER TABLE event ADD COLUMN more text": (
        "the table event has the column more of somebody else"
    ),
    "ALTER TABLE snapshot DROP CONSTRAINT snapshot_pkey, ADD CONSTRAINT snapshot_pkey"
    " PRIMARY KEY (episode_id, kind, turn) DEFERRABLE": (
        "the primary key of the table snapshot is another"
    ),
    "DROP VIEW rooms": "the view rooms is a materialized view",
    "CREATE MATERIALIZED VIEW rooms AS SELECT 1 AS a": "the view rooms is a materialized view",
    "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'": "",
    "CREATE TRIGGER theirs BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION gone()": (
        "the table event has the trigger theirs of somebody else"
    ),
    "ALTER TABLE episode ADD CONSTRAINT few CHECK (turns < 9)": (
        "the table episode has the rule CHECK (turns < 9) of somebody else"
    ),
    "ALTER TABLE episode ADD CONSTRAINT other EXCLUDE USING btree (subject WITH =)": (
        "the table episode has the rule EXCLUDE USING btree (subject WITH =) of somebody else"
    ),
    "ALTER TABLE tag ADD CONSTRAINT further FOREIGN KEY (name) REFERENCES episode (id)": (
        "the table tag has the FOREIGN KEY (name) REFERENCES episode(id) of somebody else"
    ),
}
ON_SQLITE = {
    "CREATE TABLE further (a REFERENCES [Episode] (id))": (
        "the table episode has the key into it from the table further of somebody else"
    ),
    "CREATE TRIGGER versions BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(IGNORE); END": (
        "the table alembic_version has the trigger versions of somebody else"
    ),
    "CREATE TRIGGER theirs AFTER INSERT ON event BEGIN DELETE FROM event; END": (
        "the table event has the trigger theirs of somebody else"
    ),
    "ALTER TABLE blob ADD COLUMN few INTEGER CHECK (few < 9)": (
        "the table blob has the column few of somebody else"
    ),
}


def test_what_somebody_made_that_decides_what_is_written_is_named(blank_url: str) -> None:
    store = Store.open(blank_url)
    changes = {
        **(ON_POSTGRESQL if "://" in blank_url else ON_SQLITE),
        "CREATE UNIQUE INDEX one ON episode (game)": (
            "the table episode has the index one of somebody else"
        ),
        "CREATE UNIQUE INDEX lower ON episode (lower(subject))": (
            "the table episode has the index lower of somebody else"
        ),
        "CREATE INDEX theirs_too ON episode (game)": (
            "the table episode has the index theirs_too of somebody else"
        ),
        "CREATE TABLE theirs (id int)": "",
    }
    assert damaged(store, *changes) == set(changes.values()) - {""}
    store.close()


OF_ANY_KIND_ON_POSTGRESQL = (
    "ALTER TABLE event SET UNLOGGED",
    "ALTER TABLE event ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY theirs ON event USING (turn < 3)",
    "CREATE RULE theirs AS ON INSERT TO blob DO INSTEAD NOTHING",
    "ALTER TABLE tag DISABLE TRIGGER ALL",
    "CREATE TABLE part () INHERITS (event)",
    'ALTER TABLE call ALTER agent TYPE text COLLATE "C"',
    "ALTER TABLE call ALTER agent SET DEFAULT 'me'",
    "ALTER TABLE call ALTER id DROP DEFAULT",
    "ALTER TABLE call ALTER request SET STORAGE PLAIN",
    "ALTER SEQUENCE call_id_seq INCREMENT 7",
    "ALTER SEQUENCE intent_id_seq CYCLE",
    "ALTER TABLE tag ADD COLUMN more int GENERATED ALWAYS AS (1) STORED",
    "ALTER TABLE snapshot ADD UNIQUE NULLS NOT DISTINCT (turn)",
    "ALTER TABLE snapshot ADD CHECK (turn > 0) NOT VALID",
    "ALTER VIEW rooms SET (security_barrier)",
    "ALTER TABLE event SET (fillfactor = 50)",
    "ALTER TABLE event REPLICA IDENTITY NOTHING",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'event_turn'::regclass",
    "INSERT INTO alembic_version VALUES ('0001')",
)
OF_ANY_KIND_ON_SQLITE = (
    "CREATE TRIGGER theirs INSTEAD OF INSERT ON rooms BEGIN DELETE FROM event; END",
    "DROP INDEX event_turn;; CREATE INDEX event_turn ON event (episode_id, turn COLLATE NOCASE)",
    "DROP INDEX event_turn;; CREATE TABLE more (a);; CREATE INDEX event_turn ON more (a)",
    "DROP TABLE tag;; CREATE VIEW tag AS SELECT 1 AS episode_id, 2 AS name",
    "DROP VIEW rooms;; CREATE TABLE rooms (a)",
    "ALTER TABLE blob ADD COLUMN more DEFAULT (1)",
    "INSERT INTO alembic_version VALUES ('0001')",
)


def test_whatever_is_otherwise_than_in_a_new_store_is_found(blank_url: str) -> None:
    store = Store.open(blank_url)
    with store.database.write() as connection:
        for change in OF_ANY_KIND_ON_POSTGRESQL if "://" in blank_url else OF_ANY_KIND_ON_SQLITE:
            with connection.begin_nested() as for_now:
                for statement in change.split(";; "):
                    connection.exec_driver_sql(statement)
                assert list(lacks(connection)) != [], change
                for_now.rollback()
            assert list(lacks(connection)) == [], change
    store.close()


TAG = {
    "named": "episode_id VARCHAR(16) NOT NULL, name VARCHAR(40) NOT NULL{}",
    "key": "PRIMARY KEY (episode_id, name){}",
    "foreign": "FOREIGN KEY (episode_id) REFERENCES episode (id){}",
}


@pytest.mark.parametrize(
    ("where", "more"),
    [
        ("named", " COLLATE NOCASE"),
        ("named", " CHECK (length(name) < 2)"),
        ("key", " ON CONFLICT REPLACE"),
        ("foreign", " ON DELETE CASCADE"),
        ("", ""),
    ],
)
def test_a_table_that_is_defined_otherwise_is_found_on_sqlite(
    tmp_path: Path, where: str, more: str
) -> None:
    store = Store.open(str(tmp_path / "store.db"))
    parts = [part.format(more if name == where else "") for name, part in TAG.items()]
    found = damaged(store, "DROP TABLE tag", f"CREATE TABLE [tag] ({', '.join(parts)})")
    assert [what for what in found if "tag" not in what] == []
    assert bool(found) == bool(where)
    store.close()


def test_keys_and_kinds_that_are_not_ours_are_found_on_postgresql(postgres_url: str) -> None:
    store = Store.open(postgres_url)
    changes = {
        "event DROP CONSTRAINT event_pkey": "the primary key of the table event is missing",
        "tag DROP CONSTRAINT tag_episode_id_fkey": "the FOREIGN KEY (episode_id) REFERENCES"
        " episode(id) of the table tag is missing",
        "call ALTER note SET NOT NULL": "the column call.note is otherwise: NOT NULL",
        "call ALTER attempt TYPE text": "the column call.attempt is of another type: text",
        "call ALTER input_tokens TYPE smallint": "the column call.input_tokens is of another type:"
        " smallint",
        "episode ALTER created TYPE real": "the column episode.created is of another type: real",
    }
    of_a_view = "ALTER VIEW turns ALTER COLUMN turn SET DEFAULT 4"
    told = {
        *changes.values(),
        "the view turns has the default for the column turn of somebody else",
    }
    assert damaged(store, of_a_view, *(f"ALTER TABLE {one}" for one in changes)) == told
    store.close()


def test_a_schema_of_any_name_is_compared_on_postgresql(postgres_url: str) -> None:
    engine = create_engine(make_url(postgres_url), isolation_level="AUTOCOMMIT")
    with engine.connect() as owner:
        owner.execute(text('CREATE SCHEMA "My ""Games"""'))
    engine.dispose()
    path = r'-c search_path="My\ ""Games""",public'
    there = make_url(postgres_url).update_query_dict({"options": path})
    store = Store.open(there.render_as_string(hide_password=False))
    assert list(check_store(store, GAMES)) == []
    assert damaged(store, "DROP INDEX event_turn") == {"the index event_turn is missing"}
    store.close()


def test_who_may_only_read_the_tables_may_check_them_on_postgresql(postgres_url: str) -> None:
    Store.open(postgres_url).close()
    role = f"reader_{make_url(postgres_url).database}"
    engine = create_engine(make_url(postgres_url), isolation_level="AUTOCOMMIT")
    with engine.connect() as owner:
        owner.execute(text(f"CREATE ROLE {role}"))
        owner.execute(text(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"))
        try:
            theirs = make_url(postgres_url).update_query_dict({"options": f"-c role={role}"})
            store = Store.open(theirs.render_as_string(hide_password=False))
            assert list(check_store(store, GAMES)) == []
            store.close()
        finally:
            owner.execute(text(f"DROP OWNED BY {role}"))
            owner.execute(text(f"DROP ROLE {role}"))
    engine.dispose()


def test_numbers_that_are_taken_or_used_up_are_found_and_mended_on_postgresql(
    postgres_url: str,
) -> None:
    store = Store.open(postgres_url)
    store.create(new())
    rows = "INSERT INTO control (id, episode_id, kind, payload, created)"
    found = damaged(
        store,
        f"{rows} SELECT 7, id, 'stop', '', 0 FROM episode",
        "SELECT setval('call_id_seq', 2147483647)",
    )
    assert found == {
        "the next row of the table control would have the number 1, and there are rows up to 7",
        "the next row of the table call would have the number 2147483648, and there are rows up"
        " to 0",
    }
    store.close()


def test_opening_makes_views_again_and_refuses_a_store_that_lacks_a_table(blank_url: str) -> None:
    store = Store.open(blank_url)
    with store.database.write() as connection:
        connection.exec_driver_sql("DROP VIEW turns")
    store.close()
    store = Store.open(blank_url)
    with store.database.write() as connection:
        there = set(inspect(connection).get_view_names())
        assert there == views(connection.dialect.name).keys()
        connection.exec_driver_sql("DROP TABLE tag")
    store.close()
    with pytest.raises(StoreError, match=r"has no table tag; `ludens doctor --check"):
        Store.open(blank_url)
    store = Store.open(blank_url, as_found=True)
    assert mend(store, list(check_store(store, GAMES))) == []
    store.close()
    Store.open(blank_url).close()


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE alembic_version",
        "DELETE FROM alembic_version",
        "UPDATE alembic_version SET version_num = '0001'",
        "INSERT INTO alembic_version VALUES ('0001')",
        "ALTER TABLE alembic_version RENAME COLUMN version_num TO number",
    ],
)
def test_a_store_that_says_no_version_or_an_old_one_is_known_by_what_it_has(
    blank_url: str, damage: str
) -> None:
    store = Store.open(blank_url)
    made = store.create(new())
    with store.database.write() as connection:
        connection.exec_driver_sql(damage)
    store.close()
    store = Store.open(blank_url, as_found=True)
    assert store.episode(made).id == made
    (found,) = list(check_store(store, GAMES))
    assert "the table alembic_version" in found.what
    mend(store, [found])
    assert list(check_store(store, GAMES)) == []
    store.close()


def test_a_store_opened_twice_keeps_its_locks_against_other_processes(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    first = Store.open(url)
    Store.open(url).close()
    code = f"from ludens.episode.store import Store; Store.open({url!r}).close()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert Path(f"{url}-wal").exists(), "it is still open here, so its log stays"
    made = first.create(new())
    told = (
        f"from ludens.episode.store import Store; print(Store.open({url!r}).episode({made!r}).id)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stdout.strip() == made, ran.stderr[-300:]
    first.close()
