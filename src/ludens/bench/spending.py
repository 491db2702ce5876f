"""What the calls of an episode came to, agent by agent, without reading what was said."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select

from ludens.episode.events import EpisodeId
from ludens.episode.schema import call
from ludens.episode.store import Store
from ludens.llm.errors import ErrorKind


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a call, as it stands on the record."""

    turn: int
    agent: str
    model: str
    """`provider/model`."""
    attempt: int
    is_inherited: bool
    """Whether the episode that this one was forked from made it, and paid it."""
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: Decimal | None
    """US dollars; None where it has no price, and where it failed."""
    seconds: float
    failure: str | None
    """The kind of its error; None if it succeeded."""

    @property
    def is_spared(self) -> bool:
        """Whether nobody was asked: the model was down a moment ago."""
        return self.failure == ErrorKind.CIRCUIT_OPEN

    @property
    def is_unpriced(self) -> bool:
        """Whether it may have cost something that nobody knows."""
        return self.failure is None and self.cost is None


@dataclass(frozen=True, slots=True)
class Spending:
    """Some calls in sum."""

    agent: str
    model: str
    calls: int
    """Those of which a model was asked."""
    failed: int
    """Of these, attempts that gave nothing to use."""
    spared: int
    """Calls that were not made, because the model was down a moment ago."""
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: Decimal | None
    """US dollars; None where at least one call has no price."""
    seconds: float


def attempts(store: Store, episode: EpisodeId) -> list[Attempt]:
    """Return every attempt at a call of an episode, in the order they were made."""
    names = (
        *("turn", "agent", "provider", "model", "attempt", "inherited", "input_tokens"),
        *("cached_tokens", "output_tokens", "cost", "latency_ms", "error"),
    )
    query = (
        select(*(call.c[name] for name in names))
        .where(call.c.episode_id == episode)
        .order_by(call.c.id)
    )
    with store.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        Attempt(
            turn=row.turn,
            agent=row.agent,
            model=f"{row.provider}/{row.model}",
            attempt=row.attempt,
            is_inherited=row.inherited,
            input_tokens=row.input_tokens or 0,
            cached_tokens=row.cached_tokens or 0,
            output_tokens=row.output_tokens or 0,
            cost=None if row.cost is None else Decimal(row.cost),
            seconds=row.latency_ms / 1000,
            failure=json.loads(row.error)["kind"] if row.error else None,
        )
        for row in rows
    ]


def spendings(made: Iterable[Attempt]) -> list[Spending]:
    """Return the sums of each agent with each model, the most tokens first."""
    groups: dict[tuple[str, str], list[Attempt]] = {}
    for one in made:
        groups.setdefault((one.agent, one.model), []).append(one)
    found = [in_sum(own, *key) for key, own in groups.items()]
    return sorted(found, key=lambda one: -(one.input_tokens + one.output_tokens))


def in_sum(made: Iterable[Attempt], agent: str = "", model: str = "") -> Spending:
    """Return some calls in one sum; it is unpriced where one of them is."""
    every = list(made)
    made = [one for one in every if not one.is_spared]
    unpriced = any(one.is_unpriced for one in made)
    return Spending(
        agent=agent,
        model=model,
        calls=len(made),
        failed=sum(one.failure is not None for one in made),
        spared=len(every) - len(made),
        input_tokens=sum(one.input_tokens for one in made),
        cached_tokens=sum(one.cached_tokens for one in made),
        output_tokens=sum(one.output_tokens for one in made),
        cost=None if unpriced else sum((one.cost or Decimal(0) for one in made), Decimal(0)),
        seconds=sum(one.seconds for one in made),
    )
