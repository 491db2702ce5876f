"""Whose a database is: a store of which version, or something else."""

from __future__ import annotations

from sqlalchemy import Connection, Inspector, select, text

from ludens.episode.schema import episode, event, metadata
from ludens.episode.schema_parts import VERSION

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
            " AND COALESCE(named.schema, '') !~ '^pg_(toast_)?temp_[0-9]+$'"
            # What belongs to a table has no schema of its own, but is called after the table.
            " AND NOT (named.schema IS NULL"
            " AND named.identity ~ '(^|^for | on )pg_(toast_)?temp_[0-9]+(\\.|$)')"
            " AND NOT (named.type = 'schema'"
            " AND named.name = quote_ident(COALESCE(current_schema(), '')))"
            " LIMIT 1"
        )
    ).first()
    if found is not None:
        return f"the {found.type} {found.identity}"
    # Subscriptions of all databases stand in one catalogue, that of the server.
    subscribed = connection.scalar(
        text(
            "SELECT s.subname FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid"
            " WHERE d.datname = current_database() LIMIT 1"
        )
    )
    return f"the subscription {subscribed}" if subscribed is not None else None
