"""Suites of episodes: how far each is, and what it shows so far."""

from __future__ import annotations

from fastapi import APIRouter

from ludens.web.house import TheHouse
from ludens.web.suites import (
    SuiteCell,
    SuiteComparison,
    SuiteCurve,
    SuiteDocument,
    compare_suites,
    suite_cells,
    suite_curves,
    suites,
)
from ludens.web.tournaments import TournamentDocument, TournamentGame

router = APIRouter(tags=["suites"])


@router.get("/suites")
def list_suites(house: TheHouse) -> list[SuiteDocument]:
    """Return every suite with its cells, what remains in time and money, and scores so far."""
    return suites(house.store)


@router.get("/suites/curves")
def list_curves(house: TheHouse, suite: str) -> list[SuiteCurve]:
    """Return the mean score against turns of each group of a suite's finished adventures."""
    return suite_curves(house.store, suite)


@router.get("/suites/cells")
def list_cells(house: TheHouse, suite: str) -> list[SuiteCell]:
    """Return the cells of a suite that were begun, each with the episode that counts for it."""
    return suite_cells(house.store, suite)


@router.get("/suites/compare")
def compare_parts(house: TheHouse, one: str, other: str) -> list[SuiteComparison]:
    """Return how `other` differs from `one`, pair by pair: SUITE, SUITE:MODEL or
    SUITE:MODEL/VARIANT."""
    return compare_suites(house.store, one, other)


@router.get("/tournaments")
def list_tournaments(house: TheHouse) -> list[TournamentDocument]:
    """Return every tournament of Mafia, with how the models stand so far."""
    return house.tournaments.every()


@router.get("/tournaments/games")
def list_tournament_games(house: TheHouse, tournament: str) -> list[TournamentGame]:
    """Return the games of a tournament that were begun."""
    return house.tournaments.games(tournament)
