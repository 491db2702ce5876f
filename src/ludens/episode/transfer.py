"""Episodes as files: export to JSONL and back again.

The first line is a header with the episode's row. Each further line is an object with one key:
`blob`, `event`, `snapshot` or `call`. Binary content is base64, hashes are hexadecimal. An
imported episode is the same episode: same id, same log, and it can be resumed and forked.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from ludens.episode.blobs import blob_hash
from ludens.episode.errors import TransferError
from ludens.episode.events import EpisodeId, canonical
from ludens.episode.schema import blob, call, episode, event, snapshot
from ludens.episode.store import EpisodeRow, Store

FORMAT = 1
BATCH = 500
EPISODE_ID = re.compile(r"[a-z0-9]{4,16}")


class _Header(BaseModel):
    model_config = ConfigDict(extra="forbid", defer_build=True)

    ludens: str
    format: int
    episode: dict[str, Any]


def export_lines(store: Store, row: EpisodeRow, *, with_subject: bool = True) -> Iterator[str]:
    """Yield the episode's lines. Without its subject the story file is left out.

    An import then finds the story by its checksum among those already in the store.
    """
    with store.database.read() as connection:
        head = dict(
            connection.execute(select(episode).where(episode.c.id == row.id)).mappings().one()
        )
        head.update(runner=None, runner_seen=None)
        wanted = _hashes(connection, row)
        if not with_subject and row.subject_blob is not None:
            wanted.discard(row.subject_blob)
        yield canonical({"ludens": "episode", "format": FORMAT, "episode": _plain(head)})
        for digest in sorted(wanted):
            content = connection.execute(select(blob).where(blob.c.hash == digest)).mappings().one()
            yield canonical({"blob": _plain(dict(content))})
        for name, table in (("event", event), ("snapshot", snapshot), ("call", call)):
            rows = select(table).where(table.c.episode_id == row.id).order_by(*table.primary_key)
            for line in connection.execute(rows).mappings():
                kept = {k: v for k, v in line.items() if k not in ("episode_id", "id")}
                yield canonical({name: _plain(kept)})


def import_lines(store: Store, lines: Iterable[str]) -> EpisodeId:
    """Write an exported episode into the store, whole or not at all; return its id.

    Importing what is already there changes nothing. Raises TransferError.
    """
    numbered = enumerate(lines, 1)
    try:
        head = _Header.model_validate_json(next(numbered)[1])
    except (StopIteration, ValidationError) as error:
        raise TransferError(
            "the file is not an exported episode (its first line is no header)"
        ) from error
    if head.format != FORMAT:
        raise TransferError(
            f"the file has format {head.format}; this version of Ludens reads {FORMAT}"
        )
    values = _columns(episode, head.episode, 1)
    identity = EpisodeId(str(values.get("id")))
    if not EPISODE_ID.fullmatch(identity):
        raise TransferError("the file is not an exported episode (its id is malformed)")
    with store.database.write() as connection:
        old = connection.execute(select(episode).where(episode.c.id == identity)).mappings().first()
        if old is not None:
            _require_same(connection, identity, values, numbered)
            return identity
        connection.execute(insert(episode).values(values))
        for table, rows in _batches(numbered, identity):
            if table is blob:
                dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
                connection.execute(dialect.insert(blob).on_conflict_do_nothing(), rows)
            else:
                connection.execute(insert(table), rows)
        _require_whole(connection, identity, values["last_seq"])
    return identity


TABLES = {"blob": blob, "event": event, "snapshot": snapshot, "call": call}


def _batches(
    numbered: Iterable[tuple[int, str]], identity: EpisodeId
) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    table: Table | None = None
    rows: list[dict[str, Any]] = []
    for number, line in numbered:
        kind, values = _parse(line, number)
        if table is not None and (TABLES[kind] is not table or len(rows) >= BATCH):
            yield table, rows
            rows = []
        table = TABLES[kind]
        parsed = _columns(table, values, number)
        if table is blob:
            _require_sound(parsed, number)
        else:
            parsed["episode_id"] = identity
        rows.append(parsed)
    if table is not None and rows:
        yield table, rows


def _parse(line: str, number: int) -> tuple[str, dict[str, Any]]:
    try:
        ((kind, values),) = json.loads(line).items()
        if kind in TABLES and isinstance(values, dict):
            return kind, values
    except (ValueError, AttributeError):
        pass
    raise TransferError(f"line {number} of the file is not a line of an exported episode")


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        key: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for key, value in values.items()
    }


def _columns(table: Table, values: dict[str, Any], number: int) -> dict[str, Any]:
    unknown = set(values) - set(table.columns.keys())
    if unknown:
        raise TransferError(f"line {number} of the file has an unknown field {min(unknown)!r}")
    try:
        return {
            key: base64.b64decode(value["base64"], validate=True)
            if isinstance(value, dict)
            else value
            for key, value in values.items()
        }
    except (KeyError, ValueError) as error:
        raise TransferError(f"line {number} of the file is damaged: {error}") from error


def _require_sound(row: dict[str, Any], number: int) -> None:
    try:
        content = row["data"] if row["codec"] == "raw" else zlib.decompress(row["data"])
        if blob_hash(content) == row["hash"]:
            return
    except (KeyError, zlib.error, TypeError):
        pass
    raise TransferError(
        f"line {number} of the file is damaged: its content does not match its hash"
    )


def _hashes(connection: Connection, row: EpisodeRow) -> set[bytes]:
    used = set(connection.scalars(select(snapshot.c.blob).where(snapshot.c.episode_id == row.id)))
    for request, response in connection.execute(
        select(call.c.request, call.c.response).where(call.c.episode_id == row.id)
    ):
        for document in (request, response):
            if document:
                used |= set(_references(json.loads(document)))
    if row.subject_blob is not None:
        used.add(row.subject_blob)
    return used


def _references(document: Any) -> Iterator[bytes]:
    if isinstance(document, dict):
        if set(document) == {"blob"} and isinstance(document["blob"], str):
            yield bytes.fromhex(document["blob"])
        else:
            for value in document.values():
                yield from _references(value)
    elif isinstance(document, list):
        for value in document:
            yield from _references(value)


def _require_same(
    connection: Connection,
    identity: EpisodeId,
    values: dict[str, Any],
    numbered: Iterable[tuple[int, str]],
) -> None:
    rows = select(event.c.seq, event.c.type, event.c.data).where(event.c.episode_id == identity)
    here = {seq: (type_, data) for seq, type_, data in connection.execute(rows)}
    there = {}
    for number, line in numbered:
        kind, fields = _parse(line, number)
        if kind == "event":
            there[fields["seq"]] = (fields["type"], fields["data"])
    if here != there:
        raise TransferError(
            f"an episode {identity} with another log is already in the store; "
            "import into another one with --store"
        )


def _require_whole(connection: Connection, identity: EpisodeId, last_seq: int) -> None:
    seqs = connection.scalars(
        select(event.c.seq).where(event.c.episode_id == identity).order_by(event.c.seq)
    ).all()
    if list(seqs) != list(range(last_seq + 1)):
        raise TransferError("the file is cut off: events are missing; nothing was imported")
