"""An episode in figures: the game over its turns, and what its calls took (seed 000 §9)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from math import ceil
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.episode.game import Game
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.visibility import Viewer
from ludens.web.logs import seen_lines
from ludens.web.totals import CallTotals, Made, by_agent, by_model, mean, totals
from ludens.web.views.registry import view_of
from ludens.web.views.view import Series, sees_everything

MOST_BINS = 400
"""Points of a chart of calls; longer episodes put several turns into one."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True)


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


def read_metrics(store: Store, game: Game[Any], row: EpisodeRow, viewer: Viewer) -> MetricsDocument:
    """Return the figures of an episode as a viewer may know them.

    Its calls are those it made itself; who may not see everything is told of none.
    """
    view = view_of(game)
    query = (
        select(*(call.c[name] for name in Made._fields))
        .where(call.c.episode_id == row.id, call.c.inherited.is_(False))
        .order_by(call.c.id)
    )
    calls: list[Made] = []
    if sees_everything(viewer):
        with store.database.read() as connection:
            calls = [Made(*found) for found in connection.execute(query)]
    width = max(1, ceil((row.turns + 1) / MOST_BINS))
    bins = list(range(0, row.turns + 1, width)) if calls else []
    return MetricsDocument(
        turns=row.turns,
        series=view.series(seen_lines(store, game, row, view.charting, viewer)),
        total=totals("all", calls),
        agents=[totals(name, group) for name, group in by_agent(calls)],
        models=[totals(name, group) for name, group in by_model(calls)],
        bin_turns=width,
        bins=bins,
        by_agent=[_series(name, group, width, len(bins)) for name, group in by_agent(calls)],
    )


def _series(agent: str, calls: Sequence[Made], width: int, bins: int) -> CallSeries:
    groups: list[list[Made]] = [[] for _ in range(bins)]
    for made in (each for each in calls if not each.is_spared):
        groups[min(made.turn // width, bins - 1)].append(made)
    return CallSeries(
        agent=agent,
        tokens=[sum((m.input_tokens or 0) + (m.output_tokens or 0) for m in g) for g in groups],
        cost=[_cost(group) for group in groups],
        hit_rate=[_hit_rate(group) for group in groups],
        latency_ms=[mean([made.latency_ms for made in group]) for group in groups],
    )


def _cost(calls: Sequence[Made]) -> float | None:
    priced = [Decimal(made.cost) for made in calls if made.cost is not None]
    return float(sum(priced)) if priced or not calls else None


def _hit_rate(calls: Sequence[Made]) -> float | None:
    given = sum(made.input_tokens or 0 for made in calls)
    return sum(made.cached_tokens or 0 for made in calls) / given if given else None
