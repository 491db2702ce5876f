"""How the steps of search are shared out over an episode."""

from __future__ import annotations

from ludens.adventure.search.events import FindTold, SearchMade
from ludens.adventure.search.playing import GLANCE, share
from ludens.adventure.search.record import Searches
from ludens.adventure.settings import SearchSettings

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
