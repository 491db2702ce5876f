"""What a database has, beside what a store has: whose it is, and what of ours it lacks."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Constraint,
    ForeignKeyConstraint,
    Inspector,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, SAWarning
from sqlalchemy.schema import AddConstraint, CreateColumn, CreateIndex
from sqlalchemy.types import TypeEngine

from ludens.episode.event_views import views
from ludens.episode.schema import episode, event, metadata

VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table that says of which version a store is, as Alembic makes it."""
HEAD = "0008"
"""The revision this version of Ludens reads and writes; a test holds it to the newest file."""
_FIRST_OID = 16_384
"""The lowest number of what was made after PostgreSQL's own (`FirstNormalObjectId`, transam.h)."""

_OBJECTS = {"pg_largeobject_metadata": "pg_largeobject"}
"""Catalogues whose rows PostgreSQL identifies by another's name (`getObjectClass`): large objects,
whose numbers a person may choose."""

_IS_PART_OF_AN_EXTENSION_S = (
    "d.deptype = 'a' AND d.classid IN"
    " ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_constraint'::regclass) AND EXISTS"
    " (SELECT FROM pg_depend e"
    " WHERE e.classid = d.refclassid AND e.objid = d.refobjid AND e.deptype = 'e')"
)
"""Of a dependency in `pg_depend`: what depends so goes with a thing that an extension brought, and
is not told to be the extension's itself: operators of a family, checks of a domain."""


def version_found(connection: Connection, there: Inspector) -> str | None:
    """Return the revision of a store; None where the database is none, of whatever version."""
    known = (episode, event)
    if not {table.name for table in known} <= set(there.get_table_names()):
        return None
    columns = there.get_multi_columns(filter_names=[table.name for table in known])
    found = {name: {each["name"] for each in of} for (_, name), of in columns.items()}
    for table in known:
        # A version may add columns, but none that rows of an earlier one cannot have.
        always = {c.name for c in table.columns if not c.nullable and c.server_default is None}
        if not found[table.name] >= always:
            return None
    said = _version_said(connection, there)
    if (said or "") < HEAD and _is_complete(there):
        return HEAD  # whatever damage says
    return said


def _version_said(connection: Connection, there: Inspector) -> str | None:
    """Return what a store says of which revision it is, None where it says nothing of it."""
    if VERSION.name not in there.get_table_names():
        return None
    columns = {each["name"] for each in there.get_columns(VERSION.name)}
    if not columns >= set(VERSION.columns.keys()):
        return None
    return max(map(str, connection.scalars(select(VERSION.c.version_num))), default="")


def _is_complete(there: Inspector) -> bool:
    """Tell whether a database has all tables of this version's stores, with all their columns."""
    found = there.get_multi_columns(filter_names=[*metadata.tables])
    names = {name: {each["name"] for each in columns} for (_, name), columns in found.items()}
    return all(
        names.get(table.name, set()) >= {column.name for column in table.columns}
        for table in metadata.tables.values()
    )


def _version_lacks(connection: Connection, there: Inspector) -> Iterator[Lack]:
    """Yield what a store of this version has otherwise in the table that says so."""
    name = VERSION.name
    if name not in there.get_table_names():
        yield Lack(f"the table {name} is missing", _say_version)
        return
    defined, wanted = _definitions(connection)
    is_ours = defined.get(name) == wanted.get(name)
    found = [*_column_lacks(connection, there, VERSION), *_key_lacks(connection, there, VERSION)]
    if found or not is_ours or connection.scalars(select(VERSION)).all() != [HEAD]:
        yield Lack(f"the table {name} is another, or says another version", _say_version)
    yield from _rules(connection, there, VERSION)


def _say_version(connection: Connection) -> None:
    VERSION.drop(connection, checkfirst=True)
    VERSION.create(connection)
    connection.execute(insert(VERSION).values(version_num=HEAD))


def something_else(connection: Connection) -> str | None:
    """Return what somebody made in a database that is no store, in one word or two, or None."""
    if connection.dialect.name == "sqlite":
        named = connection.execute(text("SELECT type, name FROM sqlite_master LIMIT 1")).first()
        if named is not None:
            return f"the {named.type} {named.name!r}"
        marks = ("application_id", "user_version")
        marked = any(connection.scalar(text(f"PRAGMA {mark}")) for mark in marks)
        return "the mark of another program" if marked else None
    return _made_on_postgres(connection)


def _made_on_postgres(connection: Connection) -> str | None:
    """Return anything that somebody made: whatever stands in a catalogue, of whatever kind.

    Not what an extension brings along, what is temporary, nor the schema that we would use.
    """
    catalogues = connection.scalars(
        text(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            " WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r'"
            " AND a.attname = 'oid' AND NOT c.relisshared AND has_table_privilege(c.oid, 'SELECT')"
            # A label belongs to its type, which is found.
            " AND c.relname NOT IN ('pg_extension', 'pg_default_acl', 'pg_enum')"
        )
    ).all()
    every = " UNION ALL ".join(
        f"SELECT '{_OBJECTS.get(name, name)}'::regclass::oid AS kind, oid"  # noqa: S608 - the same
        f" FROM {name} WHERE oid >= {0 if name in _OBJECTS else _FIRST_OID}"
        for name in catalogues
    )
    found = connection.execute(
        text(
            "SELECT named.type, named.identity"  # noqa: S608 - names of catalogues
            f" FROM ({every}) AS made, pg_identify_object(made.kind, made.oid, 0) AS named"
            " WHERE NOT EXISTS (SELECT FROM pg_depend d"
            " WHERE d.classid = made.kind AND d.objid = made.oid"
            # A table that is cut into partitions is a part of itself.
            " AND (d.refclassid, d.refobjid) <> (d.classid, d.objid)"
            f" AND (d.deptype IN ('e', 'i') OR ({_IS_PART_OF_AN_EXTENSION_S})))"
            " AND named.identity !~ 'pg_(toast_)?temp_'"
            " AND NOT (named.type = 'schema' AND named.name = COALESCE(current_schema(), ''))"
            " LIMIT 1"
        )
    ).first()
    return f"the {found.type} {found.identity}" if found else None


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


def _tables_and_the_like(there: Inspector) -> set[str]:
    """Return the names of tables, and of views that hold what they showed once (PostgreSQL)."""
    kept = there.get_materialized_view_names() if there.dialect.name == "postgresql" else []
    return {*there.get_table_names(), *kept}


def missing_views(there: Inspector) -> list[Lack]:
    """Return which views of a store a database of ours has not; quick, for every opening."""
    taken = {*there.get_view_names(), *_tables_and_the_like(there)}
    return [
        Lack(f"the view {name} is missing", _make_view(name, query))
        for name, query in views(there.dialect.name).items()
        if name not in taken
    ]


def lacks(connection: Connection) -> Iterator[Lack]:
    """Yield all in which a database of ours differs from the schema of a store."""
    there = inspect(connection)
    tables = set(there.get_table_names())
    defined, wanted = _definitions(connection)
    yield from _version_lacks(connection, there)
    for table in metadata.sorted_tables:
        if table.name not in tables:
            yield Lack(f"the table {table.name} is missing", table.create, hides=True)
            continue
        found = [
            *_column_lacks(connection, there, table),
            *_key_lacks(connection, there, table),
        ]
        yield from found
        if not found and defined.get(table.name) != wanted.get(table.name):
            other = sorted(defined[table.name] ^ wanted[table.name])[0]
            yield Lack(f"the table {table.name} is defined otherwise: {' '.join(other)[:80]}")
        others = {name for name in wanted if defined.get(name) != wanted[name]}
        yield from _index_lacks(there, table, defined.keys(), others)
        yield from _rules(connection, there, table)
        if connection.dialect.name != "sqlite":  # there a part of what the table is defined by
            yield from _columns_of_others(there, table)
    yield from _view_lacks(connection, there)


_Parts = set[tuple[str, ...]]
_TOKEN = re.compile(r"""('(?:[^']|'')*')|["`\[]([^"`\]]*)["`\]]|(\w+|[^\s\w])""")
"""A text, a name in quotes, or a word or a sign."""


def _definitions(connection: Connection) -> tuple[dict[str, _Parts], dict[str, _Parts]]:
    """Return how tables and indexes are defined, and how a store's are.

    SQLite keeps all that decides what can be written: collations, conflicts, checks, and what is
    deleted with what. PostgreSQL tells it of indexes alone.
    """
    if connection.dialect.name != "sqlite":
        indexes = [index for table in metadata.tables.values() for index in table.indexes]
        wanted = {str(each.name): {_words(str(CreateIndex(each)))} for each in indexes}
        return _defined_on_postgres(connection), wanted
    beside = create_engine("sqlite://")
    with beside.connect() as new:
        metadata.create_all(new)
        VERSION.create(new)
        wanted = _defined(new)
    beside.dispose()
    return _defined(connection), wanted


def _defined(connection: Connection) -> dict[str, _Parts]:
    query = text("SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'index')")
    return {
        name: _parts(sql) if kind == "table" else {_words(sql)}
        for name, kind, sql in connection.execute(query).all()
        if sql is not None
    }


def _defined_on_postgres(connection: Connection) -> dict[str, _Parts]:
    query = text(
        "SELECT c.relname, quote_ident(current_schema()), pg_get_indexdef(c.oid) FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid"
        " WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid"
    )
    return {
        name: {_words(told.replace(f" ON {schema}.", " ON ", 1).replace(" USING btree", "", 1))}
        for name, schema, told in connection.execute(query).all()
    }


def _parts(definition: str) -> _Parts:
    """Return the columns and rules of a definition, in no order: what was added stands last."""
    depth = 0
    parts: list[list[str]] = [[]]
    for word in _words(definition):
        depth -= word == ")"
        if (word in ("(", ")") and depth == 0) or (word == "," and depth == 1):
            parts.append([])
        else:
            parts[-1].append(word)
        depth += word == "("
    return {tuple(part) for part in parts}


def _words(definition: str) -> tuple[str, ...]:
    """Return a definition however it is written; of an index the order of all of it matters."""
    found = _TOKEN.findall(definition)
    return tuple(literal or quoted or word.lower() for literal, quoted, word in found)


def _rules(connection: Connection, there: Inspector, table: Table) -> Iterator[Lack]:
    """Yield what somebody else made that decides what a table of ours takes; it is left alone."""
    on_sqlite = connection.dialect.name == "sqlite"
    queries = (_RULES_ON_SQLITE if on_sqlite else _RULES_ON_POSTGRES).items()
    ours = {str(index.name) for index in table.indexes} | set(metadata.tables)
    if not on_sqlite:  # there the keys are a part of what the table is defined by
        keys = _keys(table)
        ours |= {
            str(each["name"])
            for each in there.get_foreign_keys(table.name)
            if _pointing(each) in keys
        }
    for kind, query in queries:
        for name in connection.scalars(text(query), {"name": table.name}).all():
            if name not in ours:
                yield Lack(f"the table {table.name} has the {kind} {name} of somebody else")


_FROM = "key into it from the table"
"""A key of another table, by whose rows a row of ours cannot be deleted."""
_RULES_ON_SQLITE = {
    _FROM: "SELECT DISTINCT m.name FROM sqlite_master m, pragma_foreign_key_list(m.name) k"
    " WHERE m.type = 'table' AND lower(k.\"table\") = :name",
    "trigger": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :name",
    "unique index": "SELECT name FROM pragma_index_list(:name) WHERE \"unique\" AND origin = 'c'",
}
_OF_A_TABLE = "FROM pg_constraint WHERE conrelid = to_regclass(:name) AND contype"
_RULES_ON_POSTGRES = {
    "trigger": "SELECT tgname FROM pg_trigger"
    " WHERE NOT tgisinternal AND tgrelid = to_regclass(:name)",
    "unique index": "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE i.indrelid = to_regclass(:name) AND i.indisunique AND NOT i.indisprimary",
    "check": f"SELECT conname {_OF_A_TABLE} = 'c'",
    "exclusion": f"SELECT conname {_OF_A_TABLE} = 'x'",
    "key": f"SELECT conname {_OF_A_TABLE} = 'f'",
    "deferrable key": f"SELECT conname {_OF_A_TABLE} IN ('p', 'u') AND condeferrable",
    _FROM: "SELECT conrelid::regclass::text FROM pg_constraint"
    " WHERE contype = 'f' AND confrelid = to_regclass(:name)",
}
"""What decides what a table takes, by what it is called."""


def _column_lacks(connection: Connection, there: Inspector, table: Table) -> Iterator[Lack]:
    found = {each["name"]: each for each in there.get_columns(table.name)}
    numbered = table.autoincrement_column if connection.dialect.name == "postgresql" else None
    for column in table.columns:
        has = found.get(column.name)
        if has is None:
            can = column.nullable or column.server_default is not None
            yield Lack(
                f"the column {column} is missing", _add_column(column) if can else None, hides=True
            )
        elif _kind(has["type"], connection) != _kind(column.type, connection):
            yield Lack(f"the column {column} is of another type", hides=True)
        elif bool(has["nullable"]) != column.nullable:
            yield Lack(f"the column {column} may {'not ' if column.nullable else ''}be empty")
        elif has["default"] is None and (column is numbered or column.server_default is not None):
            yield Lack(f"the column {column} has no value of its own")


def _columns_of_others(there: Inspector, table: Table) -> Iterator[Lack]:
    for each in there.get_columns(table.name):
        if each["name"] not in table.columns:
            yield Lack(f"the table {table.name} has the column {each['name']} of somebody else")


def _kind(of: TypeEngine[Any], connection: Connection) -> object:
    """Return what a column takes: on SQLite its definition says the rest."""
    if connection.dialect.name == "sqlite":
        return of.python_type, of.length if isinstance(of, String) else None
    name = of.compile(dialect=connection.dialect)
    return _ALIASES.get(name, name)


_ALIASES = {"FLOAT": "DOUBLE PRECISION", "VARCHAR": "TEXT"}
"""Names of types that mean another one's on PostgreSQL."""


def _add_column(column: Column[Any]) -> Callable[[Connection], object]:
    def adding(connection: Connection) -> None:
        defined = CreateColumn(column).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE {column.table.name} ADD COLUMN {defined}"))

    return adding


def _key_lacks(connection: Connection, there: Inspector, table: Table) -> Iterator[Lack]:
    on_sqlite = connection.dialect.name == "sqlite"  # which adds no key to a table that there is
    key = there.get_pk_constraint(table.name)["constrained_columns"]
    wanted = [column.name for column in table.primary_key]
    if key != wanted:
        what = f"the primary key of the table {table.name} is {'another' if key else 'missing'}"
        can = not key and not on_sqlite
        yield Lack(what, _execute(_add(table.primary_key)) if can else None)
    pointing = [_pointing(each) for each in there.get_foreign_keys(table.name)]
    for refers, foreign in _keys(table).items():
        if refers not in pointing:
            to = foreign.referred_table.name
            what = f"the key of the table {table.name} into the table {to} is missing"
            yield Lack(what, None if on_sqlite else _execute(_add(foreign)))


_Pointing = tuple[tuple[str, ...], str, tuple[str, ...]]
"""From which columns a key points to which of what table."""


def _keys(table: Table) -> dict[_Pointing, ForeignKeyConstraint]:
    """Return a table's keys into others by where they point."""
    return {
        (
            tuple(each.column_keys),
            each.referred_table.name,
            tuple(to.column.name for to in each.elements),
        ): each
        for each in table.foreign_key_constraints
    }


def _pointing(found: Any) -> _Pointing | None:
    """Return where a key that was found points; None where it does more."""
    if found["options"]:
        return None
    columns, to = map(tuple, (found["constrained_columns"], found["referred_columns"]))
    return columns, found["referred_table"], to


def _add(key: Constraint) -> AddConstraint:
    """Return what adds a key to a table; a table that is made anew is made with it as before."""
    return AddConstraint(key, isolate_from_table=False)


def _execute(statement: Any) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(statement)


def _index_lacks(
    there: Inspector, table: Table, made: Collection[str], others: set[str]
) -> Iterator[Lack]:
    found = {each["name"]: each for each in _indexes(there, table)}
    for index in sorted(table.indexes, key=lambda each: str(each.name)):
        has = found.get(str(index.name))
        if has is None and index.name not in made:
            yield Lack(f"the index {index.name} is missing", index.create)
        elif index.name in others:

            def anew(connection: Connection, index: Any = index) -> None:
                index.drop(connection)
                index.create(connection)

            yield Lack(f"the index {index.name} is another", anew)


def _indexes(there: Inspector, table: Table) -> list[Any]:
    with warnings.catch_warnings():  # SQLAlchemy reads no index of expressions on SQLite
        warnings.simplefilter("ignore", SAWarning)
        return list(there.get_indexes(table.name))


def _view_lacks(connection: Connection, there: Inspector) -> Iterator[Lack]:
    yield from missing_views(there)
    for name, query in views(connection.dialect.name).items():
        if name in _tables_and_the_like(there):
            yield Lack(f"the view {name} is a table")
        elif name in there.get_view_names() and not _is_view(connection, there, name, query):
            yield Lack(f"the view {name} is another", _make_view(name, query))


def _is_view(connection: Connection, there: Inspector, name: str, query: str) -> bool:
    found = there.get_view_definition(name)
    if connection.dialect.name == "sqlite":
        return found.split() == f"CREATE VIEW {name} AS {query}".split()
    with (
        suppress(DBAPIError),
        connection.begin_nested() as beside,
    ):  # a server that may be read only
        connection.execute(text(f"CREATE TEMP VIEW ludens_beside AS {query}"))
        wanted = connection.scalar(text("SELECT pg_get_viewdef('pg_temp.ludens_beside'::regclass)"))
        beside.rollback()
        return bool(found == wanted)
    return True


def _make_view(name: str, query: str) -> Callable[[Connection], object]:
    def making(connection: Connection) -> None:
        connection.execute(text(f"DROP VIEW IF EXISTS {name}"))
        connection.exec_driver_sql(f"CREATE VIEW {name} AS {query}")

    return making
