"""The turn that is being played: who is being asked, which model that is, and what failed."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, select

from ludens.episode.calls import ASKED
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.thinking import under_way
from ludens.llm.calls import CallError
from ludens.llm.errors import ErrorKind
from ludens.llm.settings import LLMSettings
from ludens.web.calls import failure


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


class ThinkerDocument(_Document):
    """An agent whose model was asked and has not answered."""

    agent: str
    since: float
    """Seconds since 1970."""
    model: str
    """As provider/model."""
    longest: float
    """Seconds that it is waited for at most."""
    said: str
    """The reply as far as it has come, where the provider streams; its end."""
    waiting: str
    """Why it is not asked just now, and until when; empty while it is."""


class FailureDocument(_Document):
    """An agent whose model gave nothing to use so far."""

    agent: str
    model: str
    attempts: int
    """How many failed in a row in this turn; 0 where it was not asked again."""
    error: str
    """Why the last one failed, in one line."""
    at: float
    """When it came to nothing: seconds since 1970."""
    retry_after: float | None
    """Seconds that the provider asked us to wait."""


class UnderWayDocument(_Document):
    """A turn that is being played."""

    answered: list[str]
    """The agents that have answered."""
    thinking: list[ThinkerDocument]
    failing: list[FailureDocument]
    decided: str
    """The command or the words that it is about, as soon as they are known; else empty."""


def read_under_way(store: Store, row: EpisodeRow) -> UnderWayDocument | None:
    """Return what is known of the turn after an episode's last one; None if no model is asked."""
    now = under_way(store, row)
    turn = row.turns + 1 if row.last_seq >= 0 else 0
    of_turn = (
        select(call.c.agent, call.c.provider, call.c.model, call.c.error, call.c.started)
        .add_columns(call.c.latency_ms)
        .where(call.c.episode_id == row.id, call.c.turn == turn)
        .order_by(call.c.id)
    )
    failing: dict[str, FailureDocument] = {}
    with store.database.read() as connection:
        for made in connection.execute(of_turn):
            if made.error is None:
                failing.pop(made.agent, None)
                continue
            before = failing.get(made.agent)
            error = CallError.model_validate_json(made.error)
            if error.kind is ErrorKind.CANCELLED:
                continue  # it was taken away
            why, attempts = failure(error), before.attempts + 1 if before else 1
            if error.kind is ErrorKind.CIRCUIT_OPEN:
                # Nobody was asked: what failed before is the reason.
                why = before.error if before else _last_failure(connection, row, made)
                attempts = before.attempts if before else 0
            failing[made.agent] = FailureDocument(
                agent=made.agent,
                model=f"{made.provider}/{made.model}",
                attempts=attempts,
                error=why,
                at=made.started + made.latency_ms / 1000,
                retry_after=error.retry_after,
            )
    if not now.thinking and not failing:
        return None
    llm = LLMSettings.model_validate(row.settings.get("llm", {}))
    return UnderWayDocument(
        answered=list(now.answered),
        thinking=[
            ThinkerDocument(
                agent=each.agent,
                since=each.since,
                model=each.model,
                longest=llm.longest(each.agent, each.model),
                said=each.said,
                waiting=each.waiting,
            )
            for each in now.thinking
        ],
        failing=list(failing.values()),
        decided=now.said,
    )


def _last_failure(connection: Connection, row: EpisodeRow, made: Any) -> str:
    """Return why a model that is not asked just now failed last."""
    query = (
        select(call.c.error)
        .where(call.c.episode_id == row.id, call.c.error.is_not(None), ASKED)
        .where(call.c.provider == made.provider, call.c.model == made.model)
        .order_by(call.c.id.desc())
        .limit(1)
    )
    found = connection.scalar(query)
    return failure(CallError.model_validate_json(found)) if found else ""
