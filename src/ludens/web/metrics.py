"""An episode in figures: the game over its turns, and what its calls took (seed 000 §9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from math import ceil
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.episode.game import Game
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.web.logs import seen_lines
from ludens.web.views.registry import view_of
from ludens.web.views.view import Series, sees_everything

MOST_BINS = 400
"""Points of a chart of calls; longer episodes put several turns into one."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


class CallTotals(_Document):
    """The calls of one agent, or to one model, or all of them."""

    name: str
    calls: int
    failed: int
    """Attempts that gave nothing to use."""
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cache_write_tokens: int
    cost: str | None
    """US dollars of the priced calls; null when none has a price."""
    unpriced: int
    latency_ms: float
    """Mean; so is the next in the worst twentieth."""
    latency_p95_ms: float
    hit_rate: float | None
    """Cached by input tokens, from 0 to 1; null without input tokens."""
    cache_note: str | None
    """Why no cache engaged, as said most often; null when one did."""


class CallSeries(_Document):
    """The calls of one agent over the turns, in bins."""

    agent: str
    tokens: list[int]
    cost: list[float | None]
    """US dollars; null where no call has a price."""
    hit_rate: list[float | None]
    latency_ms: list[float | None]
    """Mean."""


class MetricsDocument(_Document):
    """An episode in figures."""

    turns: int
    series: list[Series]
    total: CallTotals
    agents: list[CallTotals]
    models: list[CallTotals]
    bin_turns: int
    """Turns in a bin."""
    bins: list[int]
    """The first turn of each bin."""
    by_agent: list[CallSeries]


class _Call(NamedTuple):
    turn: int
    agent: str
    provider: str
    model: str
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    cache_write_tokens: int | None
    cost: str | None
    latency_ms: float
    error: str | None
    note: str | None


def read_metrics(store: Store, game: Game[Any], row: EpisodeRow, viewer: Viewer) -> MetricsDocument:
    """Return the figures of an episode as a viewer may know them.

    Its calls are those it made itself; who may not see everything is told of none.
    """
    view = view_of(game)
    query = (
        select(*(call.c[name] for name in _Call._fields))
        .where(call.c.episode_id == row.id, call.c.inherited.is_(False))
        .order_by(call.c.id)
    )
    calls: list[_Call] = []
    if sees_everything(viewer):
        with store.database.read() as connection:
            calls = [_Call(*found) for found in connection.execute(query)]
    width = max(1, ceil((row.turns + 1) / MOST_BINS))
    bins = list(range(0, row.turns + 1, width)) if calls else []
    return MetricsDocument(
        turns=row.turns,
        series=view.series(seen_lines(store, game, row, view.charting, viewer)),
        total=_totals("all", calls),
        agents=[_totals(name, group) for name, group in _grouped(calls, _agent)],
        models=[_totals(name, group) for name, group in _grouped(calls, _full_name)],
        bin_turns=width,
        bins=bins,
        by_agent=[
            _series(name, group, width, len(bins)) for name, group in _grouped(calls, _agent)
        ],
    )


def _agent(made: _Call) -> str:
    return made.agent


def _full_name(made: _Call) -> str:
    return f"{made.provider}/{made.model}"


def _grouped(calls: Iterable[_Call], key: Callable[[_Call], str]) -> list[tuple[str, list[_Call]]]:
    groups: dict[str, list[_Call]] = {}
    for made in calls:
        groups.setdefault(key(made), []).append(made)
    return sorted(groups.items())


def _totals(name: str, calls: Sequence[_Call]) -> CallTotals:
    costs = [Decimal(made.cost) for made in calls if made.cost is not None]
    given = sum(made.input_tokens or 0 for made in calls)
    cached = sum(made.cached_tokens or 0 for made in calls)
    latencies = sorted(made.latency_ms for made in calls)
    notes = Counter(made.note for made in calls if made.note)
    return CallTotals(
        name=name,
        calls=len(calls),
        failed=sum(made.error is not None for made in calls),
        input_tokens=given,
        output_tokens=sum(made.output_tokens or 0 for made in calls),
        cached_tokens=cached,
        cache_write_tokens=sum(made.cache_write_tokens or 0 for made in calls),
        cost=str(sum(costs, Decimal(0))) if costs else None,
        unpriced=sum(made.cost is None and made.error is None for made in calls),
        latency_ms=_mean(latencies) or 0.0,
        latency_p95_ms=latencies[ceil(len(latencies) * 0.95) - 1] if latencies else 0.0,
        hit_rate=cached / given if given else None,
        cache_note=notes.most_common(1)[0][0] if notes and not cached else None,
    )


def _series(agent: str, calls: Sequence[_Call], width: int, bins: int) -> CallSeries:
    groups: list[list[_Call]] = [[] for _ in range(bins)]
    for made in calls:
        groups[min(made.turn // width, bins - 1)].append(made)
    return CallSeries(
        agent=agent,
        tokens=[sum((m.input_tokens or 0) + (m.output_tokens or 0) for m in g) for g in groups],
        cost=[_cost(group) for group in groups],
        hit_rate=[_hit_rate(group) for group in groups],
        latency_ms=[_mean([made.latency_ms for made in group]) for group in groups],
    )


def _cost(calls: Sequence[_Call]) -> float | None:
    priced = [Decimal(made.cost) for made in calls if made.cost is not None]
    return float(sum(priced)) if priced or not calls else None


def _hit_rate(calls: Sequence[_Call]) -> float | None:
    given = sum(made.input_tokens or 0 for made in calls)
    return sum(made.cached_tokens or 0 for made in calls) / given if given else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
