"""How far the suites in the store are, read from the places that their episodes name."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from statistics import fmean
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.episode.events import Outcome
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store

AT_ONCE = 500
"""Episodes in one query: SQLite takes a bounded number of parameters."""
LATELY = 40
"""Finished cells from which the pace is taken."""


class SuiteGroup(BaseModel):
    """One subject as one model in one variant played it so far."""

    model_config = ConfigDict(frozen=True)

    game: str
    subject: str
    model: str
    variant: str
    finished: int
    mean: float | None
    """Of the scores; of tables, the share that the town won."""
    low: float | None
    high: float | None
    most: float | None
    """The highest score that can be had, where it is known."""


class SuiteDocument(BaseModel):
    """A suite as the page shows it."""

    model_config = ConfigDict(frozen=True)

    name: str
    cells: int
    finished: int
    failed: int
    """Cells whose newest try came to nothing."""
    playing: int
    remaining: int
    """Cells that are neither finished nor given up."""
    seconds_left: float | None
    """At the pace of the last cells; None while nothing is played, and before the second cell."""
    cost: str
    """US dollars of the priced calls so far."""
    cost_left: str | None
    """What the rest will cost at what a finished cell did; None before the first."""
    updated: float
    groups: list[SuiteGroup]


def suites(store: Store) -> list[SuiteDocument]:
    """Return every suite of the store, the one played last first."""
    rows: defaultdict[str, list[EpisodeRow]] = defaultdict(list)
    for row in store.episodes():
        place = row.settings.get("bench")
        if place is not None and row.parent_id is None:
            rows[place["suite"]].append(row)
    found = [_document(store, name, suite) for name, suite in rows.items()]
    return sorted(found, key=lambda suite: -suite.updated)


def _document(store: Store, name: str, rows: Sequence[EpisodeRow]) -> SuiteDocument:
    by_cell: defaultdict[str, list[EpisodeRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.created, row.id)):
        by_cell[row.settings["bench"]["cell"]].append(row)
    newest = max(rows, key=lambda row: row.created)
    cells = max(newest.settings["bench"].get("cells", 0), len(by_cell))
    counted = [_counted(tries) for tries in by_cell.values()]
    finished = [row for row in counted if _is_finished(row)]
    failed = sum(row.outcome is Outcome.FAILED for row in counted)
    playing = sum(row.status == "playing" for row in counted)
    remaining = cells - len(finished) - failed
    cost = _cost(store, [row.id for row in rows])
    return SuiteDocument(
        name=name,
        cells=cells,
        finished=len(finished),
        failed=failed,
        playing=playing,
        remaining=remaining,
        seconds_left=_seconds_left(finished, remaining) if playing else None,
        cost=str(cost),
        cost_left=str(cost / len(finished) * remaining) if finished else None,
        updated=max(row.updated for row in rows),
        groups=_groups(finished),
    )


def _is_finished(row: EpisodeRow) -> bool:
    return row.outcome is not None and row.outcome is not Outcome.FAILED


def _counted(tries: Sequence[EpisodeRow]) -> EpisodeRow:
    """Return the try that counts: the first that finished, else the newest."""
    return next((row for row in tries if _is_finished(row)), tries[-1])


def _seconds_left(finished: Sequence[EpisodeRow], remaining: int) -> float | None:
    ends = sorted(row.updated for row in finished)[-LATELY:]
    if len(ends) < 2 or ends[-1] == ends[0]:
        return None
    pace = (len(ends) - 1) / (max(ends[-1], time.time()) - ends[0])
    return remaining / pace


def _cost(store: Store, ids: Sequence[str]) -> Decimal:
    total = Decimal(0)
    with store.database.read() as connection:
        for start in range(0, len(ids), AT_ONCE):
            query = select(call.c.cost).where(
                call.c.episode_id.in_(ids[start : start + AT_ONCE]),
                call.c.cost.is_not(None),
                call.c.inherited.is_(False),
            )
            total += sum((Decimal(cost) for (cost,) in connection.execute(query)), Decimal(0))
    return total


def _groups(finished: Sequence[EpisodeRow]) -> list[SuiteGroup]:
    groups: defaultdict[tuple[str, str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in finished:
        place = row.settings["bench"]
        key = (row.game, place["subject"], place["model"], place["variant"])
        groups[key].append(row.headline)
    return [_group(key, heads) for key, heads in sorted(groups.items())]


def _group(key: tuple[str, str, str, str], heads: Sequence[dict[str, Any]]) -> SuiteGroup:
    game, subject, model, variant = key
    if game == "mafia":
        values: list[float] = [float(head.get("winner") == "town") for head in heads]
        most: float | None = 1.0
    else:
        values = [float(head["score"]) for head in heads if head.get("score") is not None]
        most = max((head["max_score"] for head in heads if head.get("max_score")), default=None)
    return SuiteGroup(
        game=game,
        subject=subject,
        model=model,
        variant=variant,
        finished=len(heads),
        mean=fmean(values) if values else None,
        low=min(values, default=None),
        high=max(values, default=None),
        most=most,
    )
