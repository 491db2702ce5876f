"""What calls came to: tokens, cost, waits, failures; of all, of each agent, of each model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from math import ceil
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from ludens.episode.calls import UNREADABLE, is_spared


class CallTotals(BaseModel):
    """The calls of one agent, or to one model, or all of them."""

    model_config = ConfigDict(frozen=True)

    name: str
    calls: int
    """Those of which a model was asked."""
    failed: int
    """Of these, attempts that gave nothing to use: no reply, or one that could not be read."""
    spared: int
    """Calls that were not made, because the model was down a moment ago."""
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


class Made(NamedTuple):
    """What of a call is counted; the fields are columns of the table."""

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

    @property
    def is_spared(self) -> bool:
        """Whether nobody was asked: the model was down a moment ago."""
        return is_spared(self.error)

    @property
    def is_unreadable(self) -> bool:
        """Whether the reply had not the shape that was asked for."""
        return (self.note or "").startswith(UNREADABLE)


def by_agent(calls: Iterable[Made]) -> list[tuple[str, list[Made]]]:
    """Return the calls of each agent."""
    return _grouped(calls, lambda made: made.agent)


def by_model(calls: Iterable[Made]) -> list[tuple[str, list[Made]]]:
    """Return the calls to each model, named as provider/model."""
    return _grouped(calls, lambda made: f"{made.provider}/{made.model}")


def _grouped(calls: Iterable[Made], key: Callable[[Made], str]) -> list[tuple[str, list[Made]]]:
    groups: dict[str, list[Made]] = {}
    for made in calls:
        groups.setdefault(key(made), []).append(made)
    return sorted(groups.items())


def totals(name: str, every: Sequence[Made]) -> CallTotals:
    """Return what calls came to."""
    calls = [made for made in every if not made.is_spared]
    costs = [Decimal(made.cost) for made in calls if made.cost is not None]
    given = sum(made.input_tokens or 0 for made in calls)
    cached = sum(made.cached_tokens or 0 for made in calls)
    latencies = sorted(made.latency_ms for made in calls)
    notes = Counter(made.note for made in calls if made.note and not made.is_unreadable)
    return CallTotals(
        name=name,
        calls=len(calls),
        failed=sum(made.error is not None or made.is_unreadable for made in calls),
        spared=len(every) - len(calls),
        input_tokens=given,
        output_tokens=sum(made.output_tokens or 0 for made in calls),
        cached_tokens=cached,
        cache_write_tokens=sum(made.cache_write_tokens or 0 for made in calls),
        cost=str(sum(costs, Decimal(0))) if costs else None,
        unpriced=sum(made.cost is None and made.error is None for made in calls),
        latency_ms=mean(latencies) or 0.0,
        latency_p95_ms=latencies[ceil(len(latencies) * 0.95) - 1] if latencies else 0.0,
        hit_rate=cached / given if given else None,
        cache_note=notes.most_common(1)[0][0] if notes and not cached else None,
    )


def mean(values: Sequence[float]) -> float | None:
    """Return the mean; None of nothing."""
    return sum(values) / len(values) if values else None
