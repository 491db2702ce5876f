"""Suites of episodes: how far each is, and what it shows so far."""

from __future__ import annotations

from fastapi import APIRouter

from ludens.web.house import TheHouse
from ludens.web.suites import SuiteCurve, SuiteDocument, suite_curves, suites

router = APIRouter(tags=["suites"])


@router.get("/suites")
def list_suites(house: TheHouse) -> list[SuiteDocument]:
    """Return every suite with its cells, what remains in time and money, and scores so far."""
    return suites(house.store)


@router.get("/suites/curves")
def list_curves(house: TheHouse, suite: str) -> list[SuiteCurve]:
    """Return the mean score against turns of each group of a suite's finished adventures."""
    return suite_curves(house.store, suite)
