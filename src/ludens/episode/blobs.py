"""Content-addressed blobs: each long text or snapshot is stored once, however often it is used."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from functools import cache

from sqlalchemy import Connection, select

from ludens.episode.errors import DamagedError
from ludens.episode.prepared import Prepared
from ludens.episode.schema import blob

COLUMNS = ("hash", "codec", "data")
MOST_CONTENT = 64 * 1024 * 1024
"""Bytes of the longest content that is read: a book has 16 MB, a state of a long game a few."""
MOST_ASKED = 500
"""Contents that are asked for at once."""
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
        packed = _packed(content) if len(content) >= COMPRESS_FROM else content
        codec, data = ("zlib", packed) if len(packed) < len(content) else ("raw", content)
        rows.append({"hash": digest, "codec": codec, "data": data})
    if rows:
        _insertion(connection.dialect.name).run_for_each(connection, rows)
    return hashes


@cache
def _insertion(dialect: str) -> Prepared:
    # A dialect is slow to import, and an episode knows one.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415

        return Prepared(insert(blob).on_conflict_do_nothing(), COLUMNS)
    from sqlalchemy.dialects.postgresql import insert as insert_there  # noqa: PLC0415

    return Prepared(insert_there(blob).on_conflict_do_nothing(), COLUMNS)


def _packed(content: bytes) -> bytes:
    # A window no larger than the content: making a large one ready costs more than it packs.
    window = min(15, max(9, len(content).bit_length()))
    packer = zlib.compressobj(wbits=window, memLevel=min(8, window - 4))
    return packer.compress(content) + packer.flush()


def get_blob(connection: Connection, digest: bytes) -> bytes:
    """Return a content by its hash; raises DamagedError when it is missing or damaged."""
    return get_blobs(connection, (digest,))[digest]


def get_blobs(connection: Connection, digests: Sequence[bytes]) -> dict[bytes, bytes]:
    """Return contents by their hashes; raises DamagedError when one is missing or damaged."""
    found: dict[bytes, bytes] = {}
    for first in range(0, len(digests), MOST_ASKED):
        asked = blob.c.hash.in_(digests[first : first + MOST_ASKED])
        for row in connection.execute(select(blob).where(asked)):
            found[bytes(row.hash)] = _content(bytes(row.hash), row.codec, bytes(row.data))
    for digest in digests:
        if digest not in found:
            raise DamagedError(
                f"the store lacks the content {digest.hex()[:12]}; it may be damaged"
            )
    return found


def _content(digest: bytes, codec: str, data: bytes) -> bytes:
    try:
        content = unpacked(codec, data)
    except (zlib.error, ValueError):
        content = None
    if content is None or blob_hash(content) != digest:
        raise DamagedError(
            f"the content {digest.hex()[:12]} is damaged in the store; "
            "`ludens doctor --check` tells whose it is"
        )
    return content


def unpacked(codec: str, data: bytes) -> bytes:
    """Return a content as it was put in.

    Raises ValueError or zlib.error for what was never packed, and DamagedError for what is longer
    than anything that is kept.
    """
    if codec == "raw":
        return data
    if codec != "zlib":
        raise ValueError(f"there is no codec {codec!r}")
    packer = zlib.decompressobj()
    content = packer.decompress(data, MOST_CONTENT + 1)
    if len(content) > MOST_CONTENT:
        raise DamagedError(f"a content is longer than {MOST_CONTENT} bytes")
    if not packer.eof or packer.unused_data:
        raise ValueError("the content is cut off, or more follows it")
    return content
