"""How far the suites in the store are, read from the places that their episodes name."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from statistics import fmean

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.episode.curves import mean_curve
from ludens.episode.events import Outcome
from ludens.episode.schema import call, event
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
    cost: float | None
    """US dollars an episode, of its priced calls; None without any."""


class SuiteCurve(BaseModel):
    """The mean score of a group's finished adventures against turns."""

    model_config = ConfigDict(frozen=True)

    subject: str
    model: str
    variant: str
    episodes: int
    points: list[tuple[int, float]]


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


def suite_curves(store: Store, suite: str) -> list[SuiteCurve]:
    """Return the curve of each subject, model and variant of a suite's adventures, in order."""
    rows = [
        row
        for row in store.episodes()
        if row.game == "adventure"
        and row.parent_id is None
        and row.settings.get("bench", {}).get("suite") == suite
    ]
    groups: defaultdict[tuple[str, str, str], list[EpisodeRow]] = defaultdict(list)
    for tries in _by_cell(rows).values():
        row = _counted(tries)
        if _is_finished(row):
            place = row.settings["bench"]
            groups[place["subject"], place["model"], place["variant"]].append(row)
    scores = _scores(store, [row.id for group in groups.values() for row in group])
    return [
        SuiteCurve(
            subject=subject,
            model=model,
            variant=variant,
            episodes=len(group),
            points=mean_curve([scores[row.id] for row in group], max(row.turns for row in group)),
        )
        for (subject, model, variant), group in sorted(groups.items())
    ]


def _scores(store: Store, ids: Sequence[str]) -> defaultdict[str, list[tuple[int, float]]]:
    """Return turn and score of each episode, whenever it changed."""
    found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    with store.database.read() as connection:
        for start in range(0, len(ids), AT_ONCE):
            query = (
                select(event.c.episode_id, event.c.turn, event.c.data)
                .where(event.c.type == "score_change")
                .where(event.c.episode_id.in_(ids[start : start + AT_ONCE]))
                .order_by(event.c.seq)
            )
            for episode, turn, data in connection.execute(query):
                found[episode].append((turn, float(json.loads(data)["score"])))
    return found


def _by_cell(rows: Sequence[EpisodeRow]) -> dict[str, list[EpisodeRow]]:
    """Return the tries of each cell, the first first."""
    cells: defaultdict[str, list[EpisodeRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.created, row.id)):
        cells[row.settings["bench"]["cell"]].append(row)
    return dict(cells)


def _document(store: Store, name: str, rows: Sequence[EpisodeRow]) -> SuiteDocument:
    by_cell = _by_cell(rows)
    newest = max(rows, key=lambda row: row.created)
    cells = max(newest.settings["bench"].get("cells", 0), len(by_cell))
    counted = [_counted(tries) for tries in by_cell.values()]
    finished = [row for row in counted if _is_finished(row)]
    failed = sum(row.outcome is Outcome.FAILED for row in counted)
    playing = sum(row.status == "playing" for row in counted)
    remaining = cells - len(finished) - failed
    costs = _costs(store, [row.id for row in rows])
    cost = sum(costs.values(), Decimal(0))
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
        groups=_groups(finished, costs),
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


def _costs(store: Store, ids: Sequence[str]) -> dict[str, Decimal]:
    """Return the US dollars of each episode with priced calls."""
    found: dict[str, Decimal] = {}
    with store.database.read() as connection:
        for start in range(0, len(ids), AT_ONCE):
            query = select(call.c.episode_id, call.c.cost).where(
                call.c.episode_id.in_(ids[start : start + AT_ONCE]),
                call.c.cost.is_not(None),
                call.c.inherited.is_(False),
            )
            for episode, cost in connection.execute(query):
                found[episode] = found.get(episode, Decimal(0)) + Decimal(cost)
    return found


def _groups(finished: Sequence[EpisodeRow], costs: dict[str, Decimal]) -> list[SuiteGroup]:
    groups: defaultdict[tuple[str, str, str, str], list[EpisodeRow]] = defaultdict(list)
    for row in finished:
        place = row.settings["bench"]
        groups[row.game, place["subject"], place["model"], place["variant"]].append(row)
    return [_group(key, rows, costs) for key, rows in sorted(groups.items())]


def _group(
    key: tuple[str, str, str, str], rows: Sequence[EpisodeRow], costs: dict[str, Decimal]
) -> SuiteGroup:
    game, subject, model, variant = key
    heads = [row.headline for row in rows]
    spent = sum((costs.get(row.id, Decimal(0)) for row in rows), Decimal(0))
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
        cost=float(spent) / len(rows) if spent else None,
    )
