"""The tournaments of the store: how far each is, and what it says, as the command line tells it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from ludens.episode.errors import LudensError
from ludens.episode.events import Outcome
from ludens.episode.store import EpisodeRow, Store
from ludens.mafia.tournament.results import GameResult, entered, result_of
from ludens.mafia.tournament.standings import Report, Scope, report
from ludens.mafia.tournament.telling import NOTE, remarks, tables, words
from ludens.web.cards import winner_of

MOST_REPORTS = 100
"""Reports that are remembered."""
REMEMBERED = 5000
"""Games of which is remembered what they came to."""


class TournamentRating(BaseModel):
    """A model's rating, overall; 0 is the mean of the models."""

    model_config = ConfigDict(frozen=True)

    model: str
    value: float
    low: float | None
    """The ends of its 95% interval; None where one block alone tells nothing of it."""
    high: float | None


class TournamentTable(BaseModel):
    """A table of the report."""

    model_config = ConfigDict(frozen=True)

    about: str
    heads: list[str]
    rows: list[list[str]]


class TournamentDocument(BaseModel):
    """A tournament as the page shows it."""

    model_config = ConfigDict(frozen=True)

    name: str
    models: list[str]
    games: int
    finished: int
    playing: int
    decided: int
    """Games that came to their end: of these the report is."""
    others: int
    """Games by other rules that were played under the same name; they are no part of this."""
    updated: float
    ratings: list[TournamentRating]
    """Best first."""
    tables: list[TournamentTable]
    words: list[str]
    """Which models are told apart, and how many games would do it."""
    remarks: list[str]
    """How its ratings are to be read."""
    note: str
    """How the tables are read."""


class TournamentGame(BaseModel):
    """One game of a tournament."""

    model_config = ConfigDict(frozen=True)

    episode: str
    block: int
    number: int
    seats: list[str]
    """Who plays each seat."""
    seed: str
    """In decimal: larger than what JavaScript's numbers hold."""
    status: str
    outcome: str | None
    reason: str | None
    winner: str | None
    turns: int


@dataclass(slots=True)
class Tournaments:
    """Reads tournaments, and remembers what games that are over came to."""

    store: Store
    _results: dict[str, GameResult | None] = field(default_factory=dict)
    _reports: dict[tuple[str, ...], Report] = field(default_factory=dict)

    def every(self) -> list[TournamentDocument]:
        """Return every tournament of the store, the one played last first."""
        names = self._by_name()
        documents = [self._document(name, plans) for name, plans in names.items()]
        return sorted(documents, key=lambda each: -each.updated)

    def games(self, name: str) -> list[TournamentGame]:
        """Return the games of a tournament that were begun, in order; raises LudensError."""
        plans = self._by_name().get(name)
        if plans is None:
            raise LudensError(f"there is no tournament {name!r} in this store")
        return [
            TournamentGame(
                episode=row.id,
                block=_place(row)[0],
                number=_place(row)[1],
                seats=_seats(row),
                seed=str(row.seed),
                status=row.status,
                outcome=row.outcome,
                reason=row.reason,
                winner=winner_of(row),
                turns=row.turns,
            )
            for row in plans[0]
        ]

    def _by_name(self) -> dict[str, list[list[EpisodeRow]]]:
        """Return the games of each name by the plan they are of, the one played last first."""
        found: defaultdict[str, defaultdict[str, list[EpisodeRow]]]
        found = defaultdict(lambda: defaultdict(list))
        for row in entered(self.store.episodes()).values():
            place = row.settings["tournament"]
            found[place["name"]][place.get("plan", "")].append(row)
        return {
            name: sorted(
                (sorted(rows, key=_place) for rows in plans.values()),
                key=lambda rows: -max(row.updated for row in rows),
            )
            for name, plans in found.items()
        }

    def _document(self, name: str, plans: Sequence[Sequence[EpisodeRow]]) -> TournamentDocument:
        rows, *others = plans
        newest = max(rows, key=lambda row: row.created).settings["tournament"]
        games_a_block = newest.get("games_a_block", 1 + max(_place(row)[1] for row in rows))
        results = [result for row in rows if (result := self._result(row)) is not None]
        found = self._report(results)
        return TournamentDocument(
            name=name,
            models=sorted(
                {model for row in rows for model in row.settings["tournament"]["models"]}
            ),
            games=max(newest.get("games", 0), len(rows)),
            finished=sum(row.outcome is not None for row in rows),
            playing=sum(row.status == "playing" for row in rows),
            decided=len(results),
            others=sum(len(each) for each in others),
            updated=max(row.updated for row in rows),
            ratings=[
                TournamentRating(
                    model=standing.model,
                    value=rating.value,
                    low=rating.low if math.isfinite(rating.low) else None,
                    high=rating.high if math.isfinite(rating.high) else None,
                )
                for standing in found.standings
                if (rating := standing.ratings.get(Scope.OVERALL)) is not None
            ],
            tables=[
                TournamentTable(
                    about=table.about,
                    heads=list(table.heads),
                    rows=[list(row) for row in table.rows],
                )
                for table in tables(found)
            ]
            if results
            else [],
            words=list(words(found, games_a_block)) if results else [],
            remarks=list(remarks(found)) if results else [],
            note=NOTE,
        )

    def _result(self, row: EpisodeRow) -> GameResult | None:
        """Return what a game came to; None before its end."""
        if row.outcome is not Outcome.ENDED:
            return None
        if row.id not in self._results:
            if len(self._results) >= REMEMBERED:
                self._results.pop(next(iter(self._results)))
            self._results[row.id] = result_of(self.store, row)
        return self._results[row.id]

    def _report(self, results: Sequence[GameResult]) -> Report:
        """Return the report of games, made once while no other is over."""
        key = tuple(result.episode for result in results)
        if key not in self._reports:
            if len(self._reports) >= MOST_REPORTS:
                self._reports.pop(next(iter(self._reports)))
            self._reports[key] = report(results)
        return self._reports[key]


def _seats(row: EpisodeRow) -> list[str]:
    """Return who plays each seat."""
    return list(row.settings["tournament"]["models"])


def _place(row: EpisodeRow) -> tuple[int, int]:
    place = row.settings["tournament"]
    return place["block"], place["number"]
