"""How a person who plays a role for a whole episode is asked, and answers, through the database.

The process that plays and the server that shows need not be the same. A question is a row of the
table `control` that the player's process adds and takes back; an answer is a row that the server
adds. An answer names its place in the game, so one that was given before the process died is found
by the next. Nothing of this is on the log but what was decided.

A seat is somebody's through a key. The database keeps its hash only.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import insert, select, update

from ludens.episode.events import EpisodeId
from ludens.episode.schema import control as table
from ludens.episode.store import Store


class AskingKind(StrEnum):
    """Rows of the table that are not for the runner."""

    ASKED = "asked"
    """The player's process waits for an answer, until it takes the row back."""
    ANSWER = "answer"
    KEY = "key"
    """The hash of what whoever holds the role has to show."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked."""

    number: int
    token: str
    """Names the question without telling how many there were."""
    agent: str
    place: str
    """Which decision of the game it is."""
    details: dict[str, Any]
    until: float | None
    """When the time is over, in seconds since 1970; None for never."""


def pose(
    store: Store,
    episode: EpisodeId,
    agent: str,
    place: str,
    *,
    details: dict[str, Any],
    until: float | None,
) -> Question:
    """Ask something of whoever plays a role."""
    token = secrets.token_hex(8)
    payload = {"agent": agent, "token": token, "place": place, "details": details, "until": until}
    number = _add(store, episode, AskingKind.ASKED, payload)
    return Question(number, token, agent, place, details, until)


def withdraw(store: Store, question: Question) -> None:
    """Wait for the answer no longer."""
    with store.database.write() as connection:
        connection.execute(
            update(table).where(table.c.id == question.number).values(taken=time.time())
        )


def posed(store: Store, episode: EpisodeId, agent: str) -> Question | None:
    """Return what a role is being asked; of several, left behind by dead processes, the newest."""
    query = (
        select(table.c.id, table.c.payload)
        .where(
            table.c.episode_id == episode,
            table.c.kind == AskingKind.ASKED,
            table.c.taken.is_(None),
        )
        .order_by(table.c.id.desc())
    )
    with store.database.read() as connection:
        for number, text in connection.execute(query):
            payload = json.loads(text)
            if payload.pop("agent") == agent:
                return Question(number=number, agent=agent, **payload)
    return None


def give(store: Store, episode: EpisodeId, agent: str, place: str, payload: dict[str, Any]) -> None:
    """Answer what a role is asked at a place of the game; the newest answer counts."""
    _add(store, episode, AskingKind.ANSWER, {"agent": agent, "place": place, "answer": payload})


def given(store: Store, episode: EpisodeId, agent: str, place: str) -> dict[str, Any] | None:
    """Return the newest answer of a role at a place of the game."""
    for payload in _newest_first(store, episode, AskingKind.ANSWER):
        if (payload["agent"], payload["place"]) == (agent, place):
            answer: dict[str, Any] = payload["answer"]
            return answer
    return None


def claim_role(store: Store, episode: EpisodeId, agent: str) -> str | None:
    """Return a new key to a role that nobody holds; None if somebody does."""
    key = secrets.token_urlsafe(24)
    with store.database.write() as connection:
        query = select(table.c.payload).where(
            table.c.episode_id == episode, table.c.kind == AskingKind.KEY
        )
        held = {json.loads(text)["agent"] for text in connection.scalars(query)}
        if agent in held:
            return None
        payload = json.dumps({"agent": agent, "hash": _hash(key)})
        connection.execute(
            insert(table).values(
                episode_id=episode, kind=AskingKind.KEY, payload=payload, created=time.time()
            )
        )
    return key


def held_roles(store: Store, episode: EpisodeId) -> set[str]:
    """Return the roles that somebody has a key to."""
    return {payload["agent"] for payload in _newest_first(store, episode, AskingKind.KEY)}


def holds_role(store: Store, episode: EpisodeId, agent: str, key: str) -> bool:
    """Tell whether a key is that of a role."""
    return any(
        payload["agent"] == agent and secrets.compare_digest(payload["hash"], _hash(key))
        for payload in _newest_first(store, episode, AskingKind.KEY)
    )


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _add(store: Store, episode: EpisodeId, kind: AskingKind, payload: dict[str, Any]) -> int:
    with store.database.write() as connection:
        result = connection.execute(
            insert(table).values(
                episode_id=episode, kind=kind, payload=json.dumps(payload), created=time.time()
            )
        )
        (number,) = result.inserted_primary_key or (0,)
        return int(number)


def _newest_first(store: Store, episode: EpisodeId, kind: AskingKind) -> list[dict[str, Any]]:
    query = (
        select(table.c.payload)
        .where(table.c.episode_id == episode, table.c.kind == kind)
        .order_by(table.c.id.desc())
    )
    with store.database.read() as connection:
        return [json.loads(text) for text in connection.scalars(query)]
