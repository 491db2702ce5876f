"""What people do with episodes that were played: tag them, and throw them away.

Nothing of it is on a log. An episode that was forked is whole without its parent: a fork's log is a
copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import delete, insert, select

from ludens.episode.errors import EpisodeTakenError
from ludens.episode.events import EpisodeId
from ludens.episode.schema import blob, episode, metadata, snapshot, tag
from ludens.episode.store import EpisodeRow, Store

AT_ONCE = 500
"""Episodes in one query: SQLite takes a bounded number of parameters."""


def tags_of(store: Store, episodes: Sequence[str]) -> dict[str, list[str]]:
    """Return the tags of episodes that have some, in alphabetical order."""
    found: dict[str, list[str]] = {}
    with store.database.read() as connection:
        for start in range(0, len(episodes), AT_ONCE):
            query = (
                select(tag.c.episode_id, tag.c.name)
                .where(tag.c.episode_id.in_(episodes[start : start + AT_ONCE]))
                .order_by(tag.c.name)
            )
            for identity, name in connection.execute(query):
                found.setdefault(identity, []).append(name)
    return found


def set_tags(store: Store, identity: EpisodeId, names: Iterable[str]) -> None:
    """Give an episode these tags and no others."""
    rows = [{"episode_id": identity, "name": name} for name in dict.fromkeys(names)]
    with store.database.write() as connection:
        connection.execute(delete(tag).where(tag.c.episode_id == identity))
        if rows:
            connection.execute(insert(tag), rows)


def delete_episode(store: Store, row: EpisodeRow) -> None:
    """Take an episode out of the store, with all that only it has.

    Texts of its calls stay where other episodes may share them. Raises EpisodeTakenError while
    somebody plays it.
    """
    if row.status == "playing":
        raise EpisodeTakenError(f"episode {row.id} is being played; end it first")
    with store.database.write() as connection:
        kept = set(
            connection.scalars(
                select(snapshot.c.blob).where(snapshot.c.episode_id == row.id).distinct()
            )
        )
        for table in reversed(metadata.sorted_tables):
            if "episode_id" in table.c:
                connection.execute(delete(table).where(table.c.episode_id == row.id))
        connection.execute(delete(episode).where(episode.c.id == row.id))
        hashes = sorted(kept)
        for start in range(0, len(hashes), AT_ONCE):
            some = hashes[start : start + AT_ONCE]
            shared = set(
                connection.scalars(select(snapshot.c.blob).where(snapshot.c.blob.in_(some)))
            ) | set(
                connection.scalars(
                    select(episode.c.subject_blob).where(episode.c.subject_blob.in_(some))
                )
            )
            alone = [each for each in some if each not in shared]
            connection.execute(delete(blob).where(blob.c.hash.in_(alone)))
