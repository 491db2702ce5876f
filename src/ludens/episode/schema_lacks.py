"""What a store's schema lacks, has otherwise than a new store's or has beside it; what mends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, Index, Inspector, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateColumn

from ludens.episode.event_views import views
from ludens.episode.found_schema import HEAD
from ludens.episode.schema import metadata
from ludens.episode.schema_parts import (
    COLUMN,
    DETAIL,
    INDEX,
    KEY,
    PRIMARY_KEY,
    TYPE,
    VERSION,
    VIEW,
    Part,
    Relation,
    schema_found,
    schema_wanted,
)


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that a store has and a database of ours has not, or has otherwise."""

    what: str
    """In one line."""
    mend: Callable[[Connection], object] | None = None
    hides: bool = False
    """Whether what is kept cannot be read without it."""


def missing_tables(there: Inspector) -> list[str]:
    """Return which tables of a store a database of ours has not; quick, for every opening."""
    return sorted(metadata.tables.keys() - set(there.get_table_names()))


def missing_views(there: Inspector) -> list[Lack]:
    """Return which views of a store a database of ours has not; quick, for every opening."""
    kept = there.get_materialized_view_names() if there.dialect.name == "postgresql" else []
    taken = {*there.get_view_names(), *there.get_table_names(), *kept}
    return [
        Lack(f"the view {name} is missing", _make_view(name))
        for name in views(there.dialect.name)
        if name not in taken
    ]


def lacks(connection: Connection) -> Iterator[Lack]:
    """Yield all in which a database of ours differs from a new store, whatever it is."""
    found = schema_found(connection)
    try:
        wanted = schema_wanted(connection)
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        yield Lack(f"the schema cannot be compared with a new one: {reason}")
        return
    on_sqlite = connection.dialect.name == "sqlite"
    in_tables = [
        lack
        for table in metadata.sorted_tables
        for lack in _table_lacks(table, found.get(table.name), wanted[table.name], on_sqlite)
    ]
    yield from in_tables
    yield from _version_lacks(connection, found.get(VERSION.name), wanted[VERSION.name])
    for name in views(connection.dialect.name):
        yield from _view_lacks(name, found.get(name), wanted[name])
    if not on_sqlite and not any(lack.hides for lack in in_tables):
        yield from _number_lacks(connection)


def _table_lacks(
    table: Table, found: Relation | None, wanted: Relation, on_sqlite: bool
) -> Iterator[Lack]:
    if found is None:
        yield Lack(f"the table {table.name} is missing", _make_table(table), hides=True)
    elif found.kind != wanted.kind:
        yield Lack(f"the table {table.name} is a {found.kind}", hides=True)
    else:
        for part, has, is_to_be in _otherwise(found, wanted):
            mend = None
            if is_to_be is not None and _has_columns(table, part, found):
                mend = _mend(table, part, has, is_to_be, on_sqlite)
            yield Lack(
                _told(f"the table {table.name}", part, has, is_to_be),
                mend,
                hides=part.kind == TYPE or (part.kind == COLUMN and has is None),
            )


def _has_columns(table: Table, part: Part, found: Relation) -> bool:
    """Tell whether the columns of an index are there; of anything else it does not matter."""
    index = next((each for each in table.indexes if part == (INDEX, each.name)), None)
    return index is None or all(Part(COLUMN, each.name) in found.parts for each in index.columns)


def _version_lacks(
    connection: Connection, found: Relation | None, wanted: Relation
) -> Iterator[Lack]:
    """Yield what is otherwise of the table that says the version; it is quickly made anew."""
    name = f"the table {VERSION.name}"
    others = [] if found is None else list(_otherwise(found, wanted))
    if found is None:
        yield Lack(f"{name} is missing", _say_version)
    elif found.kind != wanted.kind:
        yield Lack(f"{name} is a {found.kind}")
    elif any(is_to_be is not None for _, _, is_to_be in others) or connection.scalars(
        select(VERSION.c.version_num)
    ).all() != [HEAD]:
        yield Lack(f"{name} is another, or says another version", _say_version)
    else:
        yield from (Lack(_told(name, *other)) for other in others)


def _view_lacks(name: str, found: Relation | None, wanted: Relation) -> Iterator[Lack]:
    if found is None:
        yield Lack(f"the view {name} is missing", _make_view(name))
    elif found.kind != wanted.kind:
        yield Lack(f"the view {name} is a {found.kind}")
    else:
        for part, has, is_to_be in _otherwise(found, wanted):
            mend = None if is_to_be is None else _make_view(name)
            yield Lack(_told(f"the view {name}", part, has, is_to_be), mend)


def _otherwise(found: Relation, wanted: Relation) -> Iterator[tuple[Part, str | None, str | None]]:
    """Yield each part that is not as it is to be, how it is, and how it is to be.

    Of a column that is missing or somebody else's, no more than that.
    """
    both = found.parts.keys() & wanted.parts.keys()
    for part in {**wanted.parts, **found.parts}:
        has, is_to_be = found.parts.get(part), wanted.parts.get(part)
        of_a_column = part.kind in (TYPE, DETAIL)
        if of_a_column and Part(COLUMN, part.name.partition(".")[0]) not in both:
            continue
        if has != is_to_be:
            yield part, has, is_to_be


def _told(whose: str, part: Part, has: str | None, is_to_be: str | None) -> str:
    """Return in one line that a part is missing, how it is instead, or that it is another's."""
    if is_to_be is None:
        what = part.name if part.kind == KEY else f"{part.kind} {part.name}"
        return f"{whose} has the {what} of somebody else"
    name = whose.rpartition(" ")[2]
    subject = {
        VIEW: whose,
        INDEX: f"the index {part.name}",
        COLUMN: f"the column {name}.{part.name}",
        TYPE: f"the column {name}.{part.name}",
        PRIMARY_KEY: f"the primary key of {whose}",
        KEY: f"the {part.name} of {whose}",
    }.get(part.kind, f"the {part.kind} {part.name} of {whose}")
    if has is None:
        return f"{subject} is missing"
    if part.kind in (VIEW, INDEX, PRIMARY_KEY):
        return f"{subject} is another"
    return f"{subject} is {'of another type' if part.kind == TYPE else 'otherwise'}: {has[:80]}"


def _mend(
    table: Table, part: Part, has: str | None, is_to_be: str, on_sqlite: bool
) -> Callable[[Connection], object] | None:
    """Return what makes a part of a table as it is to be; None where nothing does."""
    if part.kind == INDEX:
        return _make_index(next(each for each in table.indexes if each.name == part.name))
    if has is not None:
        return None
    if part.kind == COLUMN:
        column = table.columns[part.name]
        can = column.nullable or column.server_default is not None
        return _add_column(column) if can else None
    is_key = part.kind in (PRIMARY_KEY, KEY)
    return _add_key(table, is_to_be) if is_key and not on_sqlite else None


def _make_table(table: Table) -> Callable[[Connection], object]:
    def making(connection: Connection) -> None:
        for index in table.indexes:  # which may hang on another, as on ours under another name
            connection.execute(text(f"DROP INDEX IF EXISTS {index.name}"))
        table.create(connection)

    return making


def _make_index(index: Index) -> Callable[[Connection], object]:
    def making(connection: Connection) -> None:
        connection.execute(text(f"DROP INDEX IF EXISTS {index.name}"))
        index.create(connection)

    return making


def _add_column(column: Column[Any]) -> Callable[[Connection], object]:
    def adding(connection: Connection) -> None:
        defined = CreateColumn(column).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {defined}"))

    return adding


def _add_key(table: Table, definition: str) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(text(f"ALTER TABLE {table.name} ADD {definition}"))


def _make_view(name: str) -> Callable[[Connection], object]:
    def making(connection: Connection) -> None:
        query = views(connection.dialect.name)[name]
        connection.execute(text(f"DROP VIEW IF EXISTS {name}"))
        connection.exec_driver_sql(f"CREATE VIEW {name} AS {query}")

    return making


def _say_version(connection: Connection) -> None:
    VERSION.drop(connection, checkfirst=True)
    VERSION.create(connection)
    connection.execute(insert(VERSION).values(version_num=HEAD))


def _number_lacks(connection: Connection) -> Iterator[Lack]:
    """Yield tables whose next row would get a number that is taken, or none."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        name = column is not None and connection.scalar(
            select(func.pg_get_serial_sequence(table.name, column.name))
        )
        if column is None or not name:
            continue
        if not connection.scalar(select(func.has_sequence_privilege(name, "SELECT"))):
            continue  # whoever may not read it writes nothing
        after = text(f"SELECT last_value + is_called::int FROM {name}")  # noqa: S608 - in quotes
        number = connection.scalar(after) or 0
        taken = connection.scalar(select(func.max(column))) or 0
        if not taken < number <= _MOST:
            yield Lack(
                f"the next row of the table {table.name} would have the number {number}, and "
                f"there are rows up to {taken}",
                partial(_set_number, name=name, number=taken + 1),
            )


_MOST = 2**31 - 1
"""The highest number of a row."""


def _set_number(connection: Connection, *, name: str, number: int) -> None:
    connection.execute(select(func.setval(name, number, False)))
