"""Opening the database: SQLite in WAL mode by default, PostgreSQL by URL; migrations; errors."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
)
from sqlalchemy.pool import NullPool

from ludens.episode.errors import (
    StoreError,
    StoreFullError,
    StoreLockedError,
    StoreReadOnlyError,
)
from ludens.episode.found_schema import HEAD, something_else, version_found
from ludens.episode.schema_lacks import Lack, missing_tables, missing_views
from ludens.installing import install_command

_HEADROOM = 1_000_000
"""Bytes that SQLite may need beside a database to read it."""
ANSWERING = 30
"""Seconds that a database server has to take a connection."""
SLICE = 0.5
"""Seconds of a wait for another writer in which no signal is heard: SQLite waits in C."""
WITH_LOG = b"\x02"
"""What byte 18 of an SQLite file says that has a log (https://www.sqlite.org/fileformat.html)."""
_OPENED: set[tuple[int, int]] = set()
"""The SQLite files that this process has opened, by device and inode."""
_LOOKING = threading.Lock()
"""Held while a file is looked at that may not be opened yet."""
NO_RIGHT, NO_SCHEMA = "42501", "3F"
"""What PostgreSQL says, by its codes, where a user may not do something, or has no schema
(https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
_MIGRATING = 0x4C7564656E73
"""The lock under which a PostgreSQL database is made a store, or brought to this version."""


class Database:
    """A connection pool with two kinds of transaction, whose failures are StoreErrors."""

    def __init__(
        self,
        url: str,
        *,
        busy_timeout: float = 10.0,
        must_exist: bool = False,
        as_found: bool = False,
    ) -> None:
        """Open the database at `url`, creating and migrating it as needed.

        Views of ours that are missing are made again, and a database of ours that lacks a table is
        refused; but neither with `as_found`, for checking it.

        `url` is an SQLAlchemy URL or the path of an SQLite file. `busy_timeout` is how many
        seconds to wait for another writer. A store that may not or cannot be written (its disk is
        full) is opened for reading.
        Raises StoreError, also for a database that somebody else made.
        """
        self.url = _parse(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.busy_timeout = busy_timeout
        self._refusal: StoreError | None = None
        file = Path(self.url.database) if self.is_sqlite and self.url.database else None
        if must_exist and file is not None and not file.is_file():
            raise StoreError(f"there is no store {file}")
        try:
            with self._errors():
                self.engine = self._engine(busy_timeout)
                self.writing = self.engine.execution_options(ludens_write=True)
                self._migrate(as_found=as_found)
            _note_opened(file)
        except (StoreReadOnlyError, StoreFullError) as error:
            if file is None or not file.is_file():
                raise
            with self._errors():
                self._refusal = error
                self.engine = _reading_engine(file, self.url, busy_timeout)
                self._migrate(as_found=as_found)

    @property
    def is_read_only(self) -> bool:
        """Whether the store can only be read."""
        return self._refusal is not None

    def _engine(self, busy_timeout: float) -> Engine:
        if not self.is_sqlite:
            try:
                # A server of the encoding SQL_ASCII would give bytes for texts.
                return create_engine(
                    self.url,
                    pool_pre_ping=True,
                    connect_args={"client_encoding": "utf8", "connect_timeout": ANSWERING},
                )
            except ImportError as error:
                raise StoreError(
                    f"PostgreSQL needs its driver: {install_command('postgres')}"
                ) from error
        path = self.url.database
        if path and path != ":memory:":
            if Path(path).exists() and not Path(path).is_file():
                kind = "a folder" if Path(path).is_dir() else "no file"
                raise StoreError(f"{path} is {kind}, and a store is a file: name one with --store")
            try:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreReadOnlyError(
                    f"the folder of {path} cannot be made ({error.strerror}); "
                    "choose another place with --store"
                ) from error
        engine = create_engine(self.url, connect_args={"timeout": min(busy_timeout, SLICE)})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", partial(_begin_sqlite, busy_timeout=busy_timeout))
        return engine

    def _migrate(self, *, as_found: bool) -> None:
        found, other, missing, unseen = self._looked_at(as_found=as_found)
        if other is not None and found is None:
            raise StoreError(
                f"{self.describe()} is a database of something else (it has {other}), and is left "
                "alone; choose another store with --store"
            )
        with self.engine.connect() as connection:  # refused where it may not be written
            connection.execute(text("SELECT 1"))
        if missing:
            raise StoreError(
                f"the store {self.describe()} has no table {missing[0]}; `ludens doctor --check "
                "STORE` tells what else is damaged, and with --repair mends what can be mended"
            )
        if found == HEAD:
            if unseen and self._refusal is None:
                with suppress(StoreError):  # who may not make them, or cannot now, does without
                    self._make_views()
            return
        if self._refusal is not None and found is None:
            self.engine = _nothing_yet()
            return
        if self._refusal is not None:
            raise StoreReadOnlyError(
                f"{self.describe()} was written by another version of Ludens and may not be "
                "written, so it cannot be brought to this one; copy it to where it may"
            )
        from ludens.episode.migrate import upgrade  # noqa: PLC0415 - Alembic is slow to import

        if self.is_sqlite:  # kept in the file, so nothing is done to a file that is not ours
            with self.engine.connect() as connection:
                cursor = connection.connection.cursor()
                pragma = "PRAGMA journal_mode=WAL"
                _patiently(lambda: cursor.execute(pragma).fetchall(), self.busy_timeout)
        with self._altering() as connection:
            upgrade(connection, found, self.describe())

    def _looked_at(self, *, as_found: bool) -> tuple[str | None, str | None, list[str], list[Lack]]:
        """Return the revision, what is another's, and which tables and views are missing."""
        with _LOOKING:
            try:
                with (
                    self._looking_engine() as engine,
                    engine.connect() as connection,
                ):
                    return _looked_at(connection, as_found=as_found)
            except (sqlite3.Error, DBAPIError):  # as when it may be written: that tells more
                with self.engine.connect() as connection:
                    return _looked_at(connection, as_found=as_found)
            finally:
                _note_opened(Path(self.url.database or "") if self.is_sqlite else None)

    @contextmanager
    def _looking_engine(self) -> Iterator[Engine]:
        """Give an engine that changes nothing: SQLite tidies up what it may write as it closes.

        A log of last changes would be put into the file, and a change that was broken off undone.
        A file that this process has open is not opened beside that: whoever closes a file gives up
        all locks that its process holds on it (https://www.sqlite.org/howtocorrupt.html, 2.2), and
        another process would take the log away under it.
        """
        file = Path(self.url.database or "")
        if not self.is_sqlite or self._refusal or not file.is_file() or not file.stat().st_size:
            yield self.engine
            return
        if _inode(file) in _OPENED:
            yield self.engine
            return
        place = file.resolve()
        log, index, journal = (
            place.with_name(place.name + ending) for ending in ("-wal", "-shm", "-journal")
        )
        with file.open("rb") as opened:
            has_log = opened.read(19)[18:] == WITH_LOG
        # What nobody has open is read without the files that would be made beside it.
        alone = _is_filled(journal) or (has_log and not _is_filled(log))
        with ExitStack() as copies:
            if has_log and not alone and not index.exists():
                place = copies.enter_context(_copied(place, log))
            uri = f"{place.as_uri()}?mode=ro{'&immutable=1' * alone}"
            engine = create_engine(
                self.url, creator=partial(sqlite3.connect, uri, uri=True), poolclass=NullPool
            )
            event.listen(engine, "connect", _prepare_sqlite)
            yield engine

    def _make_views(self) -> None:
        """Make again the views that are missing: they hold nothing of their own."""
        with self._altering() as connection:
            for view in missing_views(inspect(connection)):
                if view.mend is not None:
                    view.mend(connection)

    @contextmanager
    def _altering(self) -> Iterator[Connection]:
        """Give a connection that alters the schema, one at a time: SQLite's own lock sees to it."""
        with self.write() as connection:
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            yield connection

    def describe(self) -> str:
        """Return the database's name for people, without its password, which a query may hold."""
        if self.is_sqlite:
            return self.url.database or ""
        return self.url.set(query={}).render_as_string()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a connection on which one consistent state is seen."""
        with self._errors(), self._reading().connect() as connection:
            yield connection

    def _reading(self) -> Engine:
        if self.is_sqlite:
            return self.engine
        # Otherwise PostgreSQL shows each query what was committed when it began.
        return self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Give a connection in a transaction that commits at the end, whole or not at all."""
        if self._refusal is not None:
            raise type(self._refusal)(str(self._refusal)) from self._refusal
        with self._errors(), self.writing.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise self._explain(str(error.orig or error), error) from error
        except sqlite3.Error as error:
            raise self._explain(str(error)) from error
        except OSError as error:
            raise StoreError(f"{self.describe()} cannot be used: {error}") from error

    def _explain(self, message: str, error: DBAPIError | None = None) -> StoreError:
        """Return the StoreError for a message of the database."""
        folder = Path(self.url.database or "").parent
        # SQLite says no more than this when it has no room for the index of its log.
        if (
            self.is_sqlite
            and "disk i/o error" in message.lower()
            and folder.is_dir()
            and shutil.disk_usage(folder).free < _HEADROOM
        ):
            message = "disk full"
        state = getattr(error.orig, "sqlstate", None) if error is not None else None
        if state is not None and (state == NO_RIGHT or state.startswith(NO_SCHEMA)):
            return StoreError(
                f"{self.describe()} cannot be used as it is: {_first_line(message)}; see what its "
                "user may do and which schema it is to use (search_path)"
            )
        code = getattr(error.orig, "sqlite_errorcode", None) if error is not None else None
        if code == sqlite3.SQLITE_ERROR or isinstance(
            error, IntegrityError | ProgrammingError | DataError
        ):
            return StoreError(
                f"the store {self.describe()} refused: {_first_line(message)}; what it has is "
                "kept: `ludens doctor --check STORE` tells what of it is not as Ludens made it"
            )
        return _explain(message, self.describe())


def _looked_at(
    connection: Connection, *, as_found: bool
) -> tuple[str | None, str | None, list[str], list[Lack]]:
    there = inspect(connection)
    found = version_found(connection, there)
    other = something_else(connection) if found is None else None
    if other is not None:  # unless another process has just made it a store
        there = inspect(connection)
        found = version_found(connection, there)
    if found != HEAD or as_found:
        return found, other, [], []
    return found, other, missing_tables(there), missing_views(there)


def _inode(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_dev, found.st_ino


def _note_opened(file: Path | None) -> None:
    if file is not None and file.is_file():
        _OPENED.add(_inode(file))


def _is_filled(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _reading_engine(file: Path, url: URL, busy_timeout: float) -> Engine:
    """Return an engine on a store that cannot be written, nor its folder."""
    place = file.resolve()
    log = place.with_name(place.name + "-wal")

    def connect(place: Path, options: str) -> sqlite3.Connection:
        uri = f"{place.as_uri()}?{options}"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        connection.isolation_level = None
        connection.execute("SELECT count(*) FROM sqlite_master")
        return connection

    @cache
    def copied() -> Path:
        copies = ExitStack()
        atexit.register(copies.close)
        return copies.enter_context(_copied(place, log))

    def opened() -> sqlite3.Connection:
        try:
            return connect(place, "mode=ro")
        except sqlite3.OperationalError:
            if log.exists() and log.stat().st_size:
                return connect(copied(), "mode=rw")
            return connect(place, "mode=ro&immutable=1")

    engine = create_engine(url, creator=opened)
    event.listen(engine, "begin", partial(_begin_sqlite, busy_timeout=busy_timeout))
    return engine


def _nothing_yet() -> Engine:
    """Return an engine on an empty store elsewhere: what is read of one that was never begun."""
    folder = _room_for(0)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Database(str(folder / "empty.db")).engine


@contextmanager
def _copied(place: Path, log: Path) -> Iterator[Path]:
    """Give a copy of a store: a log of last changes is read with a file beside it that is written.

    It is removed at the end.
    """
    folder = _room_for(place.stat().st_size + log.stat().st_size)
    try:
        for each in (place, log):
            shutil.copyfile(each, folder / each.name)
        yield folder / place.name
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _room_for(size: int) -> Path:
    """Return a new folder with room for `size` bytes, in memory if there is none on a disk."""
    for parent in (tempfile.gettempdir(), "/dev/shm"):  # noqa: S108 - the folder in it is ours alone
        if Path(parent).is_dir() and shutil.disk_usage(parent).free > size + _HEADROOM:
            return Path(tempfile.mkdtemp(prefix="ludens-", dir=parent))
    raise OSError(f"reading it needs {size / 1e6:.0f} MB of room elsewhere; free some space")


def _parse(url: str) -> URL:
    if "://" not in url:
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"that is no database URL: {url.partition('://')[0]}://…") from error
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(
            f"{parsed.drivername}:// is not a store; use a file, sqlite:///FILE or postgresql://…"
        )
    return parsed


def _as_text(value: bytes) -> str | bytes:
    """Return a text of the database; its bytes where damage made a text of what is none."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.text_factory = _as_text
    # SQLAlchemy begins transactions itself (below), so that readers do not block the writer.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection, *, busy_timeout: float) -> None:
    writes = connection.get_execution_options().get("ludens_write", False)

    def begin() -> None:
        cursor = connection.connection.cursor()
        # IMMEDIATE takes the write lock at once: a reader that upgraded could not wait its turn.
        cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        if writes:
            return
        try:
            cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()  # takes its lock
        except sqlite3.Error:
            cursor.execute("ROLLBACK")
            raise

    _patiently(begin, busy_timeout)


def _patiently(work: Callable[[], object], seconds: float) -> None:
    """Do some work again, for so many seconds, for as long as another process has the lock."""
    until = time.monotonic() + seconds
    while True:
        try:
            work()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= until:
                raise
        else:
            return


def _first_line(message: str) -> str:
    return next(iter(message.strip().splitlines()), "no reason given")


def _explain(message: str, name: str) -> StoreError:
    """Return the StoreError that says in one line what happened and what to do."""
    reason = _first_line(message)
    low = reason.lower()
    if "database or disk is full" in low or "disk full" in low or "no space left" in low:
        return StoreFullError(
            f"the disk of {name} is full: nothing of what was under way was written; "
            "free some space; an episode that has begun goes on with `ludens resume`"
        )
    if "locked" in low or "lock timeout" in low:
        return StoreLockedError(
            f"{name} is locked by another process; wait for it or end it, then try again"
        )
    if "readonly" in low or "read-only" in low or "unable to open" in low:
        return StoreReadOnlyError(
            f"{name} cannot be opened for writing ({reason}); "
            "check its permissions or choose another place with --store"
        )
    if "not a database" in low or "malformed" in low:
        return StoreError(
            f"{name} is not a Ludens store or is damaged ({reason}); "
            "choose another file with --store"
        )
    if "connect" in low:
        return StoreError(f"no database answers at {name} ({reason}); start it or check the URL")
    return StoreError(
        f"the store {name} failed: {reason}; what it has is kept: see whether its disk or its "
        "server is in order, then go on with `ludens resume`"
    )
