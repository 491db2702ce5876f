"""How the steps of search are shared out over an episode."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludens.adventure.company import Company
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.search import playing
from ludens.adventure.search.events import FindTold, SearchMade
from ludens.adventure.search.playing import GLANCE, share
from ludens.adventure.search.record import Searches
from ludens.adventure.search.search import Find, Found, Kind
from ludens.adventure.settings import SearchSettings
from ludens.adventure.state import AdventureState

SETTINGS = SearchSettings(enabled=True, budget=20_000, slice=8_000)


def searched(searches: Searches, *, score: int | None) -> int:
    """Spend the next share, with a find of that score or none; return the share after it."""
    allowed = share(SETTINGS, searches)
    finds = () if score is None else (FindTold(kind="score", score=score, commands=1, steps=1),)
    total = searches.steps + allowed
    event = SearchMade(steps=allowed, total=total, allowed=allowed, states=1, places=1, finds=finds)
    searches.apply(event, 1, 0)
    return share(SETTINGS, searches)


def test_a_search_that_found_nothing_halves_the_next_and_one_that_gained_gives_it_back() -> None:
    searches = Searches(steps=4_000)
    assert share(SETTINGS, searches) == 8_000, "a slice, being half of what is left"
    assert searched(searches, score=None) == 8_000 // 2 // 2
    assert searched(searches, score=5) == (20_000 - 14_000) // 2


def test_nothing_takes_more_than_is_left_or_less_than_a_glance() -> None:
    assert share(SETTINGS, Searches(barren=9)) == SETTINGS.slice // GLANCE
    assert share(SETTINGS, Searches(steps=19_900, barren=9)) == 100
    assert share(SETTINGS, Searches(steps=20_007)) == 0


def test_a_budget_that_would_be_left_over_is_spent_though_nothing_is_new() -> None:
    settings = SearchSettings(enabled=True, budget=20_000, slice=1_000)
    state = AdventureState(seed=1, settings={"limits": {"turns": 100}})
    state.turn, state.searches = 9, Searches(steps=2_000, barren=5)
    assert not playing._due(settings, state)
    state.turn = 16
    assert playing._due(settings, state)
    assert playing.most(settings, state.searches) == 1_000, "not less for having found nothing"
    state.settings = {}
    assert not playing._due(settings, state), "nobody knows when the last turn comes"


def test_before_a_win_is_typed_all_that_is_left_is_searched_for_a_better_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = SearchSettings(enabled=True, budget=1000, slice=100)
    state = AdventureState(seed=1)
    state.wants = Wants.LINE
    company = SimpleNamespace(settings=SimpleNamespace(search=settings))
    asked: list[int] = []

    async def search(company: object, turn: object, allowed: int, tells: bool) -> Found:
        asked.append(allowed)
        state.searches.steps += allowed
        return Found((Find(Kind.VICTORY, ("win",), ("",), len(asked), 1, "Won."),), 0, 0, 1, 1)

    monkeypatch.setattr(playing, "_search", search)
    found = asyncio.run(
        playing.searched(cast(Company, company), cast(Any, SimpleNamespace(state=state)))
    )
    assert asked == [100, 900]
    assert found is not None and found.finds[0].score == 2
