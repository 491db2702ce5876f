"""What every test may ask for."""

from __future__ import annotations

import compileall
import gc
import os
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from ludens.episode import memory
from ludens.episode.schema import metadata
from ludens.episode.store import Store

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can share their helpers

# What is typed does not wait for a search unless a test asks for one.
os.environ.setdefault("LUDENS_ADVENTURE__SEARCH__ENABLED", "false")
POSTGRES = "LUDENS_TEST_POSTGRES"
SOURCE = Path(__file__).parents[1] / "src"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the package once: the tests start it hundreds of times, and where the environment
    has Python write no bytecode (``PYTHONDONTWRITEBYTECODE``) each start would compile it anew."""
    if not hasattr(session.config, "workerinput"):
        compileall.compile_dir(SOURCE, quiet=1)


def pytest_collection() -> None:
    """Leave the collector alone while modules and tests are made, of which none is freed."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave out of every look of the collector what was imported and made so far."""
    gc.collect()
    gc.enable()
    memory.settle()


# What a test says does not depend on how busy the machine is, nor, where it decides whether a
# change is good, on luck; elsewhere every run looks at other examples.
settings.register_profile(
    "ludens",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("ludens")


@pytest.fixture(params=["sqlite", "postgresql"])
def blank_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database with nothing in it, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
        return
    with _postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        from begun import begin_store

        begin_store(tmp_path / "store.db")
        return str(tmp_path / "store.db")
    emptied: Callable[[], str] = request.getfixturevalue("emptied")
    return emptied()


@pytest.fixture(scope="session")
def emptied() -> Iterator[Callable[[], str]]:
    """What empties the one PostgreSQL store of the session, and gives its URL: to make one anew
    takes twenty times as long."""
    with _postgres() as url:
        Store.open(url).close()
        engine = create_engine(url, poolclass=NullPool)

        def emptying() -> str:
            with engine.begin() as connection:
                others = "datname = current_database() AND pid <> pg_backend_pid()"
                connection.execute(
                    text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
                )
                tables = ", ".join(metadata.tables)
                connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY"))
            return url

        yield emptying


@contextmanager
def _postgres() -> Iterator[str]:
    """Give the URL of a new database on the server that the environment names."""
    server = os.environ.get(POSTGRES)
    if not server:
        pytest.skip(f"set {POSTGRES}=postgresql://… to run this on PostgreSQL")
    name = f"ludens_{uuid.uuid4().hex[:12]}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store on either database."""
    opened = Store.open(store_url)
    yield opened
    opened.close()


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on SQLite, for what does not depend on the database."""
    from begun import new_store

    opened = new_store(tmp_path / "store.db")
    yield opened
    opened.close()
