"""Who thinks while a turn is under way: for those who watch, nothing of it is on the log.

A model that is asked is named in the table `thinking` until it has answered. So a watcher, also of
a game that another process plays, sees which agents have had their say and whose turn it is.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import call, thinking
from ludens.episode.store import EpisodeRow, Store
from ludens.llm.calls import Asking

LONGEST_SAID = 4000
"""Characters of a reply under way that watchers are shown, its end."""


@dataclass(frozen=True, slots=True)
class Thinker:
    """An agent whose model was asked and has not answered."""

    agent: str
    since: float
    """Seconds since 1970."""
    model: str = ""
    """`provider/model`."""
    said: str = ""
    """The reply as far as it has come, where the provider streams."""
    waiting: str = ""
    """Why it is not asked just now, and until when; empty while it is."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A turn that is being played."""

    answered: tuple[str, ...]
    """The agents that have answered, each once, in the order of their first answers."""
    thinking: tuple[Thinker, ...]
    said: str = ""
    """What was decided in it, where that is known before the turn is on the log."""


def in_words(said: str) -> str:
    """Return a reply under way for people: of JSON the texts alone, the last one as far as it is.

    What is no JSON stays as it is.
    """
    if not said.lstrip().startswith("{"):
        return said
    return "\n".join(
        _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text[1])
        for text in _TEXT.finditer(said)
        if not text[2]
    )


_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)(?:"\s*(:)?|$)', re.DOTALL)
"""A string of JSON, closed or not, and the colon behind it if it is a key."""
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "b": "", "f": ""}


def note_thinker(connection: Connection, episode: EpisodeId, turn: int, asking: Asking) -> None:
    """Say that an agent is being asked, and how far it has come."""
    forget_thinkers(connection, episode, asking.agent)
    connection.execute(
        insert(thinking).values(
            episode_id=episode,
            agent=asking.agent,
            turn=turn,
            since=asking.since.timestamp(),
            model=asking.model,
            said=asking.said[-LONGEST_SAID:],
            waiting=asking.waiting,
        )
    )


def note_words(connection: Connection, episode: EpisodeId, turn: int, words: str) -> None:
    """Say what was said or decided in the turn under way, before it is on the log."""
    forget_thinkers(connection, episode, WORDS)
    connection.execute(
        insert(thinking).values(
            episode_id=episode, agent=WORDS, turn=turn, since=time.time(), said=words
        )
    )


WORDS = "words"
"""Stands where an agent does in the table: what was said in the turn under way."""


def words_under_way(store: Store, row: EpisodeRow) -> str:
    """Return what was said in the turn after an episode's last one; empty if nothing is known."""
    with store.database.read() as connection:
        return _words(connection, row)


def _words(connection: Connection, row: EpisodeRow) -> str:
    query = select(thinking.c.said).where(
        thinking.c.episode_id == row.id,
        thinking.c.turn == row.turns + 1,
        thinking.c.agent == WORDS,
    )
    return connection.scalar(query) or ""


def forget_thinkers(connection: Connection, episode: EpisodeId, agent: str | None = None) -> None:
    """Say that an agent has answered; without a name, that nobody is being asked."""
    query = delete(thinking).where(thinking.c.episode_id == episode)
    connection.execute(query if agent is None else query.where(thinking.c.agent == agent))


def under_way(store: Store, row: EpisodeRow) -> UnderWay:
    """Return what is known of the turn after an episode's last one."""
    turn = row.turns + 1 if row.last_seq >= 0 else 0
    asked = (
        select(
            thinking.c.agent,
            thinking.c.since,
            thinking.c.model,
            thinking.c.said,
            thinking.c.waiting,
        )
        .where(thinking.c.episode_id == row.id, thinking.c.turn == turn)
        .where(thinking.c.agent != WORDS)
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
            _words(connection, row),
        )
