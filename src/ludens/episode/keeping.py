"""What people do with episodes that were played: tag them, and throw them away.

Nothing of it is on a log. An episode that was forked is whole without its parent: a fork's log is a
copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import tag
from ludens.episode.store import Store

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


def add_tag(connection: Connection, identity: EpisodeId, name: str) -> None:
    """Give an episode one tag more."""
    mine = (tag.c.episode_id == identity) & (tag.c.name == name)
    connection.execute(delete(tag).where(mine))
    connection.execute(insert(tag).values(episode_id=identity, name=name))
