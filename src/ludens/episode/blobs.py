"""Content-addressed blobs: each long text or snapshot is stored once, however often it is used."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from ludens.episode.errors import StoreError
from ludens.episode.schema import blob

COMPRESS_FROM = 96
"""Bytes; shorter content gains nothing from compression."""


def blob_hash(content: bytes) -> bytes:
    """Return a content's address: its SHA-256, 32 bytes."""
    return hashlib.sha256(content).digest()


def put_blobs(connection: Connection, contents: Iterable[bytes]) -> list[bytes]:
    """Store contents that are not there yet; return their hashes in order."""
    hashes, rows = [], []
    for content in contents:
        digest = blob_hash(content)
        hashes.append(digest)
        packed = zlib.compress(content) if len(content) >= COMPRESS_FROM else content
        codec, data = ("zlib", packed) if len(packed) < len(content) else ("raw", content)
        rows.append({"hash": digest, "codec": codec, "data": data})
    if rows:
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        connection.execute(dialect.insert(blob).on_conflict_do_nothing(), rows)
    return hashes


def get_blob(connection: Connection, digest: bytes) -> bytes:
    """Return a content by its hash; raises StoreError when it is missing or damaged."""
    row = connection.execute(
        select(blob.c.codec, blob.c.data).where(blob.c.hash == digest)
    ).one_or_none()
    if row is None:
        raise StoreError(f"the store lacks the content {digest.hex()[:12]}; it may be damaged")
    content = bytes(row.data) if row.codec == "raw" else zlib.decompress(row.data)
    if blob_hash(content) != digest:
        raise StoreError(f"the content {digest.hex()[:12]} is damaged in the store")
    return content
