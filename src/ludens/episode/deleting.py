"""Taking an episode out of the store."""

from __future__ import annotations

import json
from contextlib import suppress

from sqlalchemy import Connection, delete, select

from ludens.episode.errors import EpisodeTakenError, NoSuchEpisodeError
from ludens.episode.events import EpisodeId
from ludens.episode.lease import is_played
from ludens.episode.schema import blob, call, episode, metadata, snapshot
from ludens.episode.store import Store

BATCH = 500


def delete_episode(store: Store, identity: EpisodeId) -> None:
    """Delete an episode and the contents that no other one has.

    Forks of it stay: they have the turns they share. Raises EpisodeTakenError while it is played,
    and NoSuchEpisodeError.
    A damaged episode can be deleted too.
    """
    with store.database.write() as connection:
        row = connection.execute(
            select(episode.c.runner, episode.c.runner_seen, episode.c.subject_blob)
            .where(episode.c.id == identity)
            .with_for_update()
        ).one_or_none()
        if row is None:
            raise NoSuchEpisodeError(f"there is no episode {identity!r}: it has been deleted")
        if is_played(row.runner, row.runner_seen):
            raise EpisodeTakenError(f"episode {identity} is being played; end that first")
        kept = select(snapshot.c.blob).where(snapshot.c.episode_id == identity)
        mine = {bytes(digest) for digest in connection.scalars(kept)}
        if row.subject_blob is not None:
            mine.add(bytes(row.subject_blob))
        said = _said(connection, identity)
        for table in metadata.sorted_tables:
            if "episode_id" in table.c:
                connection.execute(delete(table).where(table.c.episode_id == identity))
        connection.execute(delete(episode).where(episode.c.id == identity))
        _forget(connection, mine, said)


def _said(connection: Connection, identity: EpisodeId) -> set[bytes]:
    """Return the hashes of the texts of an episode's calls."""
    found: set[bytes] = set()
    documents = select(call.c.request, call.c.response).where(call.c.episode_id == identity)
    for pair in connection.execute(documents):
        for document in pair:
            found |= set(references(document))
    return found


def references(document: str | None) -> list[bytes]:
    """Return the hashes of the contents that a call's document refers to; none if damaged."""
    try:
        pending = [json.loads(document)] if document else []
    except (ValueError, RecursionError):
        return []
    found = []
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            digest = value.get("blob")
            if value.keys() == {"blob"} and isinstance(digest, str):
                with suppress(ValueError):  # no hash: nobody's content
                    found.append(bytes.fromhex(digest))
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return found


def _forget(connection: Connection, digests: set[bytes], said: set[bytes]) -> None:
    """Delete those contents, and texts of calls, that nobody refers to any more."""
    used = {bytes(d) for d in connection.scalars(select(snapshot.c.blob).distinct())}
    subjects = select(episode.c.subject_blob).where(episode.c.subject_blob.is_not(None))
    used |= {bytes(d) for d in connection.scalars(subjects)}
    left = (digests | said) - used
    if left & said:  # every call has to be read to know
        for pair in connection.execute(select(call.c.request, call.c.response)):
            for document in pair:
                left.difference_update(references(document))
    rest = sorted(left)
    for start in range(0, len(rest), BATCH):
        connection.execute(delete(blob).where(blob.c.hash.in_(rest[start : start + BATCH])))
