"""Of what a schema consists, as the database itself tells it: one that was found, and a new one.

Nothing here says what may be otherwise: what a store has is told whole, and so is what a new store
would have in the same database, which is made for that and is gone again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    text,
)

from ludens.episode.event_views import views
from ludens.episode.schema import metadata

VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table that says of which version a store is, as Alembic makes it."""
PRIMARY_KEY, KEY, COLUMN, INDEX = "primary key", "key", "column", "index"
TABLE, VIEW, TYPE, DETAIL, PROPERTY = "table", "view", "type", "detail", "property"


class Part(NamedTuple):
    """One thing of a table or a view, by what it is called."""

    kind: str
    """In one word or a few: a column, a key, a trigger, the key into it from another table."""
    name: str
    """What it is known by; empty for what there is once."""


@dataclass(slots=True)
class Relation:
    """A table or a view, or what has the place of one."""

    kind: str
    """In one word or two, as people call it."""
    parts: dict[Part, str] = field(default_factory=dict)
    """How each of its parts is defined, however that was written."""


Schema = dict[str, Relation]


def tables() -> list[Table]:
    """Return the tables of a store, each after those to which it points."""
    return [*metadata.sorted_tables, VERSION]


def schema_found(connection: Connection) -> Schema:
    """Return of what the tables and views of a store consist, and all that hangs on them."""
    if connection.dialect.name == "sqlite":
        return _on_sqlite(connection)
    return _on_postgres(connection, "nspname = current_schema()")


def schema_wanted(connection: Connection) -> Schema:
    """Return the same of a new store, in memory or among what is temporary.

    Raises DBAPIError where PostgreSQL lets nothing temporary be made.
    """
    if connection.dialect.name == "sqlite":
        beside = create_engine("sqlite://")
        with beside.connect() as new:
            _make(new)
            wanted = _on_sqlite(new)
        beside.dispose()
        return wanted
    with connection.begin_nested() as for_now:
        # What is named first is made there, and what is found first is told without its schema.
        connection.execute(text("SET LOCAL search_path = pg_temp"))
        _make(connection)
        wanted = _on_postgres(connection, "oid = pg_my_temp_schema()")
        for_now.rollback()
    return wanted


def _make(connection: Connection) -> None:
    for table in tables():
        table.create(connection, checkfirst=False)
    for name, query in views(connection.dialect.name).items():
        connection.exec_driver_sql(f"CREATE VIEW {name} AS {query}")


def _ours() -> set[str]:
    return {*(table.name for table in tables()), *views("sqlite")}


def _our_indexes() -> dict[str, str]:
    """Return the names of our indexes, and of which table each is."""
    return {str(index.name): table.name for table in tables() for index in table.indexes}


# SQLite


def _on_sqlite(connection: Connection) -> Schema:
    """Return what `sqlite_master` has: its texts decide all that can be written."""
    found: Schema = {}
    master = connection.execute(
        text("SELECT type, lower(name), lower(tbl_name), sql FROM sqlite_master ORDER BY rowid")
    ).all()
    for kind, name, _, sql in master:
        if kind in (TABLE, VIEW) and name in _ours():
            parts = _parts(sql) if kind == TABLE else {Part(VIEW, ""): " ".join(_words(sql))}
            found[name] = Relation(kind, parts)
    for kind, name, table, sql in master:
        if kind in (TABLE, VIEW) or sql is None:  # an index without a text is a key's own
            continue
        # One with the name of an index of ours has its place, on whatever table.
        owner = table if table in found else _our_indexes().get(name)
        if owner in found:
            found[owner].parts[Part(kind, name)] = " ".join(_words(sql))
    pointing = text(
        'SELECT DISTINCT m.name, lower(k."table") FROM sqlite_master m,'
        " pragma_foreign_key_list(m.name) k WHERE m.type = 'table'"
    )
    for name, to in connection.execute(pointing).all():
        if to in found and name.lower() not in found:
            found[to].parts[Part(f"{KEY} into it from the table", name)] = ""
    return found


_TOKEN = re.compile(r"""('(?:[^']|'')*')|["`\[](\w+)["`\]]|(\w+|[^\s\w])""")
"""A text, a name in quotes, or a word or a sign."""
_RULES = ("constraint", "primary", "unique", "check", "foreign")
"""With what a part of a table's definition begins that is no column."""


def _words(definition: str) -> list[str]:
    """Return a definition however it is written; SQLite's names are the same in capitals."""
    found = _TOKEN.findall(definition)
    return [literal or (quoted or word).lower() for literal, quoted, word in found]


def _parts(definition: str) -> dict[Part, str]:
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
    (*head, _), *inner, after = parts if len(parts) > 1 else [*parts, []]
    told = {Part(TABLE, ""): " ".join([*head, *after])}
    for each in inner:
        if each[:1] and each[0] not in _RULES:
            told[Part(COLUMN, each[0])] = " ".join(each[1:])
        elif each[:2] == ["primary", "key"]:
            told[Part(PRIMARY_KEY, "")] = " ".join(each)
        elif each:
            told[Part(KEY if each[0] == "foreign" else "rule", " ".join(each))] = ""
    return told


# PostgreSQL


def _on_postgres(connection: Connection, schema: str) -> Schema:
    """Return what the catalogue has, where what kind of relation there is comes first."""
    found: Schema = {}
    given = {
        "place": connection.scalar(
            text(f"SELECT oid FROM pg_namespace WHERE {schema}")  # noqa: S608 - of the two above
        ),
        "names": sorted(_ours()),
        "indexes": list(_our_indexes()),
        "owners": list(_our_indexes().values()),
    }
    for relation, kind, name, told in connection.execute(text(_CATALOGUE), given).all():
        if kind == "":
            found[relation] = Relation(_KINDS.get(name, f"relation of the kind {name}"))
        elif relation in found:
            found[relation].parts[Part(kind, name)] = told
    return found


_KINDS = {
    "r": TABLE,
    "v": VIEW,
    "p": "table in partitions",
    "f": "foreign table",
    "m": "materialized view",
    "S": "sequence",
    "c": "type",
}
"""What `pg_class.relkind` says (https://www.postgresql.org/docs/current/catalog-pg-class.html)."""

_APART_OF_A_TABLE = (
    "oid relname relnamespace reltype relowner relfilenode reltablespace relpages reltuples"
    " relallvisible relallfrozen reltoastrelid relkind relpersistence relfrozenxid relminmxid"
    " relacl relnatts relhasindex relhasrules relhastriggers relhassubclass relchecks relrewrite"
)
"""What `pg_class` says of where a table lies, whose it is, how large it is, and what parts it
has, which are told by themselves."""
_APART_OF_A_COLUMN = (
    "attrelid attname attnum attcacheoff attstattarget atthasmissing attmissingval attacl"
    " attlen attbyval attalign attcollation atthasdef atttypid atttypmod attnotnull attstorage"
)
"""The same of `pg_attribute`, and what its type has; the last six are told in words."""


def _without(names: str) -> str:
    return "ARRAY[" + ", ".join(f"'{name}'" for name in names.split()) + "]"


_CATALOGUE = f"""
WITH ours AS (
    SELECT oid, relname::text AS relation, relkind, to_jsonb(c) AS told FROM pg_class c
    WHERE relnamespace = :place AND relname = ANY(:names) AND relkind NOT IN ('i', 'I', 't')
), columns AS (
    SELECT a.*, relation, typcollation, typstorage, to_jsonb(a) AS told
    FROM ours JOIN pg_attribute a ON attrelid = ours.oid JOIN pg_type t ON t.oid = atttypid
    WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'v'
), numbers AS (
    SELECT refobjid, refobjsubid, seqrelid::regclass::text AS numbers, concat_ws(' ',
        to_jsonb(s) - 'seqrelid', replace(relpersistence::text, 't', 'p')) AS numbered
    FROM pg_depend JOIN pg_sequence s ON seqrelid = objid JOIN pg_class c ON c.oid = seqrelid
    WHERE refclassid = 'pg_class'::regclass AND classid = 'pg_class'::regclass
), held AS (
    SELECT k.*, pg_get_constraintdef(k.oid, true)
        || CASE WHEN NOT (indisvalid AND indisready) THEN ' INVALID' ELSE '' END AS told
    FROM pg_constraint k LEFT JOIN pg_index ON indexrelid = conindid AND indrelid = conrelid
)
SELECT relation, '' AS kind, relkind::text AS name, '' AS told FROM ours
UNION ALL
SELECT relation, '{PROPERTY}', key, replace(value, 't', 'p') FROM ours,
    jsonb_each_text(jsonb_build_object('relpersistence', told->'relpersistence'))
UNION ALL
SELECT relation, '{PROPERTY}', key, value
FROM ours, jsonb_each_text(told - {_without(_APART_OF_A_TABLE)})
UNION ALL
SELECT relation, '{TYPE}', attname, format_type(atttypid, atttypmod)
FROM columns
UNION ALL
SELECT relation, '{COLUMN}', attname, concat_ws(' ',
    CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || (
        SELECT quote_ident(collname) FROM pg_collation l WHERE l.oid = attcollation) END,
    CASE WHEN attstorage <> typstorage THEN 'STORAGE ' || attstorage::text END,
    CASE WHEN attnotnull THEN 'NOT NULL' END,
    (SELECT 'DEFAULT ' || replace(
        pg_get_expr(adbin, adrelid), coalesce(quote_literal(numbers), ''), 'its numbers'
    ) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum),
    numbered
)
FROM columns LEFT JOIN numbers ON refobjid = attrelid AND refobjsubid = attnum
UNION ALL
SELECT relation, '{DETAIL}', attname || '.' || key, value
FROM columns, jsonb_each_text(told - {_without(_APART_OF_A_COLUMN)})
UNION ALL
SELECT relation, CASE contype WHEN 'p' THEN '{PRIMARY_KEY}' WHEN 'f' THEN '{KEY}' ELSE 'rule' END,
    CASE contype WHEN 'p' THEN '' ELSE held.told END, held.told
FROM ours JOIN held ON conrelid = ours.oid
UNION ALL
SELECT relation, '{KEY} into it from the table', conrelid::regclass::text, held.told
FROM ours JOIN held ON confrelid = ours.oid AND conrelid NOT IN (SELECT oid FROM ours)
UNION ALL
SELECT coalesce(relation, owner), '{INDEX}', i.relname, concat_ws(' ',
    pg_get_indexdef(i.oid, 0, true),
    CASE WHEN NOT (indisvalid AND indisready AND indislive) THEN 'INVALID' END
)
FROM pg_index JOIN pg_class i ON i.oid = indexrelid LEFT JOIN ours ON indrelid = ours.oid
LEFT JOIN unnest(CAST(:indexes AS text[]), CAST(:owners AS text[])) AS known (name, owner)
    ON i.relnamespace = :place AND i.relname = known.name
WHERE (ours.oid IS NOT NULL OR owner IS NOT NULL)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
UNION ALL
SELECT relation, 'trigger', tgname,
    concat_ws(' ', pg_get_triggerdef(t.oid, true), tgenabled)
FROM ours JOIN pg_trigger t ON tgrelid = ours.oid WHERE NOT tgisinternal
UNION ALL
SELECT relation, 'switch of the key', held.told, tgenabled::text
FROM ours JOIN pg_trigger t ON tgrelid = ours.oid JOIN held ON held.oid = tgconstraint
WHERE tgisinternal AND tgenabled <> 'O'
UNION ALL
SELECT relation,
    CASE WHEN relkind = 'v' AND ev_type = '1' THEN '{VIEW}' ELSE 'rule of queries' END,
    CASE WHEN relkind = 'v' AND ev_type = '1' THEN '' ELSE rulename::text END,
    concat_ws(' ', pg_get_ruledef(r.oid, true), ev_enabled)
FROM ours JOIN pg_rewrite r ON ev_class = ours.oid
UNION ALL
SELECT relation, 'default for the column', attname, pg_get_expr(adbin, adrelid)
FROM ours JOIN pg_attrdef ON adrelid = ours.oid
    JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE relkind = 'v'
UNION ALL
SELECT relation, 'policy', polname, concat_ws(' ', polcmd, polpermissive, polroles,
    pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
FROM ours JOIN pg_policy ON polrelid = ours.oid
UNION ALL
SELECT relation, 'table that is a part of it', inhrelid::regclass::text, ''
FROM ours JOIN pg_inherits ON inhparent = ours.oid
UNION ALL
SELECT relation, 'table of which it is a part', inhparent::regclass::text, ''
FROM ours JOIN pg_inherits ON inhrelid = ours.oid
ORDER BY kind, name
"""  # noqa: S608 - names of columns of the catalogue
