"""The published leak checker finds nothing, and finds every leak that is planted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import mafia_leaks

HARD_CASES = (
    "human seats",
    "invalid replies",
    "defaults taken",
    "revotes",
    "saves",
    "narrations",
)


def test_no_canary_reaches_another_seat_and_no_secret_is_noticed() -> None:
    findings = mafia_leaks.check(12)
    assert findings.leaks == []
    for case in HARD_CASES:
        assert findings.covered[case] > 0, f"no game had {case}"
    assert findings.covered["canaries"] > 5000


@pytest.mark.parametrize("plant", sorted(mafia_leaks.PLANTS))
def test_a_planted_leak_makes_the_check_fail(plant: str) -> None:
    with mafia_leaks.PLANTS[plant]():
        first = [10, 20, *range(10)]
        assert any(mafia_leaks.check(1, first=game).leaks for game in first), "one game is enough"
    if plant == "seat-1-is-seat-10":
        assert mafia_leaks.check(1, first=10).leaks == []


@pytest.mark.long
def test_a_thousand_games_leak_nothing() -> None:
    findings = mafia_leaks.check(1000)
    assert findings.leaks == []
    assert all(findings.covered[case] > 100 for case in HARD_CASES)
