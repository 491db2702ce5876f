"""How far the suites in the store are, read from the places that their episodes name."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from statistics import fmean

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select

from ludens.bench.comparing import compare
from ludens.bench.measures import worths
from ludens.bench.selecting import selected
from ludens.bench.statistics import StatisticsMissingError, mean
from ludens.episode.curves import mean_curve
from ludens.episode.events import EpisodeId, Outcome
from ludens.episode.schema import call, event
from ludens.episode.store import EpisodeRow, Store
from ludens.games import GAMES
from ludens.web.views.registry import view_of

AT_ONCE = 500
"""Episodes in one query: SQLite takes a bounded number of parameters."""
Worths = dict[EpisodeId, tuple[float | None, float | None]]
"""What each episode is compared by, and the most that can be had."""
LATELY = 40
"""Finished cells from which the pace is taken."""


class Measure(StrEnum):
    """What episodes of a suite are compared by."""

    SCORE = "score"
    TOWN = "town"
    """Of tables, the share that the town won; those that a limit ended have no winner."""
    AUROC = "auroc"
    """Of books whose prompts have a known truth: how well the referee tells them apart."""


class SuiteGroup(BaseModel):
    """One subject as one model in one variant played it so far."""

    model_config = ConfigDict(frozen=True)

    game: str
    subject: str
    title: str
    """The name that people know the subject by."""
    model: str
    variant: str
    finished: int
    measure: Measure
    mean: float | None
    interval: tuple[float, float] | None
    """95% bootstrap interval of the mean, as the command line tells it."""
    low: float | None
    """The lowest and the highest value."""
    high: float | None
    most: float | None
    """The highest score that can be had, where it is known."""
    cost: float | None
    """US dollars an episode, of its priced calls; None without any."""


class SuiteCell(BaseModel):
    """One subject, model, variant and seed of a suite, and the episode that counts for it."""

    model_config = ConfigDict(frozen=True)

    episode: str
    game: str
    subject: str
    title: str
    model: str
    variant: str
    seed: str
    """In decimal: larger than what JavaScript's numbers hold."""
    status: str
    outcome: str | None
    reason: str | None
    turns: int
    measure: Measure
    value: float | None
    tries: list[str]
    """Its episodes, the oldest first."""


class MeanDocument(BaseModel):
    """A mean with its 95% bootstrap interval."""

    model_config = ConfigDict(frozen=True)

    mean: float
    low: float | None
    """None where there are too few values for an interval."""
    high: float | None
    number: int


class SuiteComparison(BaseModel):
    """Two parts of suites on the subjects and seeds they share, by one measure."""

    model_config = ConfigDict(frozen=True)

    game: str
    measure: str
    is_share: bool
    difference: MeanDocument
    more: int
    less: int
    equal: int
    p_value: float | None
    effect: float | None


class SuiteCurve(BaseModel):
    """The mean score of a group's finished adventures against turns."""

    model_config = ConfigDict(frozen=True)

    subject: str
    title: str
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


def suite_cells(store: Store, suite: str) -> list[SuiteCell]:
    """Return the cells of a suite that were begun, in order."""
    rows = [
        row
        for row in store.episodes()
        if row.parent_id is None and row.settings.get("bench", {}).get("suite") == suite
    ]
    by_cell = _by_cell(rows)
    values = worths(store, [_counted(tries) for tries in by_cell.values()])
    cells = []
    for tries in by_cell.values():
        row = _counted(tries)
        place = row.settings["bench"]
        cells.append(
            SuiteCell(
                episode=row.id,
                game=row.game,
                subject=place["subject"],
                title=_title(row),
                model=place["model"],
                variant=place["variant"],
                seed=str(row.seed),
                status=row.status,
                outcome=row.outcome,
                reason=row.reason,
                turns=row.turns,
                measure=_measure(row),
                value=values.get(row.id, (None, None))[0],
                tries=[each.id for each in tries],
            )
        )
    return sorted(
        cells, key=lambda cell: (cell.game, cell.subject, cell.model, cell.variant, int(cell.seed))
    )


def compare_suites(store: Store, first: str, second: str) -> list[SuiteComparison]:
    """Return how a part of a suite differs from another, with the command line's own figures.

    Each is SUITE, SUITE:MODEL or SUITE:MODEL/VARIANT. Raises LudensError.
    """
    sides = [selected(store, name) for name in (first, second)]
    return [
        SuiteComparison(
            game=one.game,
            measure=one.measure,
            is_share=one.is_share,
            difference=MeanDocument(**asdict(one.paired.difference)),
            more=one.paired.more,
            less=one.paired.less,
            equal=one.paired.equal,
            p_value=one.paired.p_value,
            effect=one.paired.effect,
        )
        for one in compare(sides[0], sides[1], (first, second))
    ]


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
            title=_title(group[0]),
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
        groups=_groups(finished, worths(store, finished), costs),
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


def _groups(
    finished: Sequence[EpisodeRow], values: Worths, costs: dict[str, Decimal]
) -> list[SuiteGroup]:
    groups: defaultdict[tuple[str, str, str, str], list[EpisodeRow]] = defaultdict(list)
    for row in finished:
        place = row.settings["bench"]
        groups[row.game, place["subject"], place["model"], place["variant"]].append(row)
    return [_group(key, rows, values, costs) for key, rows in sorted(groups.items())]


def _group(
    key: tuple[str, str, str, str],
    rows: Sequence[EpisodeRow],
    worth: Worths,
    costs: dict[str, Decimal],
) -> SuiteGroup:
    game, subject, model, variant = key
    values = [value for row in rows if (value := worth[row.id][0]) is not None]
    told = _told(tuple(values)) if values else None
    spent = sum((costs.get(row.id, Decimal(0)) for row in rows), Decimal(0))
    most = max((most for row in rows if (most := worth[row.id][1]) is not None), default=None)
    return SuiteGroup(
        game=game,
        subject=subject,
        title=_title(rows[0]),
        model=model,
        variant=variant,
        measure=_measure(rows[0]),
        finished=len(rows),
        mean=fmean(values) if values else None,
        interval=told,
        low=min(values, default=None),
        high=max(values, default=None),
        most=most,
        cost=float(spent) / len(rows) if spent else None,
    )


def _title(row: EpisodeRow) -> str:
    return view_of(GAMES[row.game]).title(row.subject)


def _measure(row: EpisodeRow) -> Measure:
    if row.game == "mafia":
        return Measure.TOWN
    return Measure.AUROC if "supported" in row.settings["bench"] else Measure.SCORE


@lru_cache(maxsize=2000)
def _told(values: tuple[float, ...]) -> tuple[float, float] | None:
    """Return the interval of a mean; None where there are too few values or no SciPy."""
    try:
        found = mean(values)
    except StatisticsMissingError:
        return None
    return None if found.low is None or found.high is None else (found.low, found.high)
