"""Who thinks while a turn is under way: for those who watch, nothing of it is on the log.

A model that is asked is named in the table `thinking` until it has answered. So a watcher, also of
a game that another process plays, sees which agents have had their say and whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import call, thinking
from ludens.episode.store import EpisodeRow, Store


@dataclass(frozen=True, slots=True)
class Thinker:
    """An agent whose model was asked and has not answered."""

    agent: str
    since: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A turn that is being played."""

    answered: tuple[str, ...]
    """The agents that have answered, each once, in the order of their first answers."""
    thinking: tuple[Thinker, ...]


def note_thinker(
    connection: Connection, episode: EpisodeId, agent: str, turn: int, since: float
) -> None:
    """Say that an agent is being asked."""
    forget_thinkers(connection, episode, agent)
    connection.execute(
        insert(thinking).values(episode_id=episode, agent=agent, turn=turn, since=since)
    )


def forget_thinkers(connection: Connection, episode: EpisodeId, agent: str | None = None) -> None:
    """Say that an agent has answered; without a name, that nobody is being asked."""
    query = delete(thinking).where(thinking.c.episode_id == episode)
    connection.execute(query if agent is None else query.where(thinking.c.agent == agent))


def under_way(store: Store, row: EpisodeRow) -> UnderWay:
    """Return what is known of the turn after an episode's last one."""
    turn = row.turns + 1 if row.last_seq >= 0 else 0
    asked = (
        select(thinking.c.agent, thinking.c.since)
        .where(thinking.c.episode_id == row.id, thinking.c.turn == turn)
        .order_by(thinking.c.since)
    )
    answered = (
        select(call.c.agent)
        .where(call.c.episode_id == row.id, call.c.turn == turn, call.c.response.is_not(None))
        .order_by(call.c.id)
    )
    with store.database.read() as connection:
        return UnderWay(
            tuple(dict.fromkeys(connection.scalars(answered))),
            tuple(Thinker(*found) for found in connection.execute(asked)),
        )
