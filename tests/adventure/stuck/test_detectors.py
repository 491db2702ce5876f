"""Each mechanism alone: what it takes for a loop, and what it leaves in peace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adventure.stuck.tale import Tale
from ludens.adventure.events import By
from ludens.adventure.stuck.adjusting import recent_visits
from ludens.adventure.stuck.analysis import analyse
from ludens.adventure.stuck.patterns import camp, oscillation
from ludens.adventure.stuck.record import StuckRecord
from ludens.adventure.stuck.settings import (
    CampingSettings,
    OnStuck,
    Progress,
    RevisitSettings,
    StuckSettings,
    VelocitySettings,
    WarningSettings,
)
from ludens.adventure.stuck.velocity import is_stuck, turns_left, urgency
from ludens.adventure.world.places import RoomId

ALL = tuple(Progress)


def told(*rooms: str) -> StuckRecord:
    """The record of a walk in which the rooms were all known before."""
    tale = Tale(known=set(rooms))
    tale.walk(rooms)
    return tale.record()


def test_to_and_fro_twice_is_an_oscillation() -> None:
    assert oscillation(told("a", "b", "a", "b").since(ALL)) == (RoomId("a"), RoomId("b"))


def test_turns_spent_in_a_room_do_not_hide_an_oscillation() -> None:
    record = told("a", "a", "a", "b", "b", "a", "a", "b")
    assert oscillation(record.since(ALL)) == (RoomId("a"), RoomId("b"))


@pytest.mark.parametrize("rooms", ["ab", "aba", "abcabc", "abcb", "aaaa"])
def test_other_walks_are_no_oscillation(rooms: str) -> None:
    assert oscillation(told(*rooms).since(ALL)) is None


def test_five_of_the_last_ten_turns_in_one_room_is_camping() -> None:
    settings = CampingSettings()
    assert camp(told(*"abacadaea").since(ALL), settings) == "a"
    assert camp(told(*"abacada").since(ALL), settings) is None
    assert camp(told(*"aaaaa", *"bcdefghij").since(ALL), settings) is None, "it is long ago"


def test_a_room_counts_as_revisited_for_each_of_the_last_five_visits() -> None:
    settings = RevisitSettings()
    strides = told(*"abacad").since(ALL)
    assert recent_visits(strides, RoomId("a"), settings) == 3
    assert recent_visits(strides, RoomId("d"), settings) == 0, "where the player is"
    assert recent_visits(told(*"abcdefg").since(ALL), RoomId("a"), settings) == 0


def test_what_went_before_the_last_progress_is_forgotten() -> None:
    tale = Tale(known={"a", "b"})
    tale.walk("abab")
    tale.turn("a", "take coin", take="coin")
    tale.walk("bab")
    assert oscillation(tale.record().since(ALL)) is None


def idle(turns: int) -> StuckRecord:
    tale = Tale(known={"a"})
    for number in range(turns):
        tale.turn("a", f"try {number}")
    return tale.record()


@pytest.mark.parametrize(("turns", "stuck"), [(39, False), (40, True), (41, False), (50, True)])
def test_nothing_gained_for_forty_turns_is_stuck(turns: int, stuck: bool) -> None:
    assert is_stuck(idle(turns), StuckSettings()) is stuck


def test_turns_left_are_those_until_it_is_looked_at() -> None:
    settings = StuckSettings()
    for turns in range(0, 80):
        left = turns_left(idle(turns), settings)
        assert is_stuck(idle(turns + left), settings)
        assert not any(is_stuck(idle(turns + more), settings) for more in range(left))


def test_warnings_rise_in_three_levels() -> None:
    settings = StuckSettings()
    levels = {turns: urgency(idle(turns), settings) for turns in (19, 20, 29, 30, 34, 35, 40)}
    assert [str(level) for level in levels.values()] == [
        *("None", "important", "important", "urgent", "urgent", "critical", "critical")
    ]


def test_what_counts_as_progress_is_a_setting() -> None:
    tale = Tale()
    for number in range(60):
        tale.turn(f"room {number}", "north")
    record = tale.record()
    assert record.idle_turns((Progress.SCORE,)) == 60
    assert record.idle_turns(ALL) == 0


def test_a_score_that_swings_between_two_values_is_progress_only_once() -> None:
    tale = Tale(known={"a"})
    for number in range(30):
        tale.turn("a", "put coin in slot", score=number % 2)
    assert tale.record().idle_turns((Progress.SCORE,)) == 28


def test_turns_of_the_maze_solver_do_not_count_as_idle() -> None:
    tale = Tale(known={"a", "b"})
    for _ in range(60):
        tale.turn("a", "north", by=By.SOLVER)
    assert tale.record().idle_turns(ALL) == 0


def test_settings_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="check_every must not be more than max_turns"):
        VelocitySettings(max_turns=5, check_every=10)
    with pytest.raises(ValueError, match=r"warnings\.after must be less than velocity\.max_turns"):
        StuckSettings(warnings=WarningSettings(after=40))


@given(st.lists(st.integers(1, 35), min_size=1, max_size=6), st.sampled_from(["score", "room"]))
def test_a_play_that_gains_something_every_thirty_five_turns_is_never_stuck(
    gaps: list[int], gain: str
) -> None:
    tale = Tale()
    tale.turn("a")
    record = tale.record()
    for number, gap in enumerate(gaps):
        for step in range(gap - 1):
            tale.turn(tale.here, f"try {number} {step}")
        tale.turn(f"room {number}" if gain == "room" else "a", "act", score=number + 1)
    for turn, events in tale.turns[1:]:
        for event in events:
            record.apply(event, turn)
        assert not is_stuck(record, StuckSettings())


def test_the_seeds_are_presets_and_what_is_set_beside_one_is_stronger() -> None:
    shipped = StuckSettings.model_validate({"preset": "shipped"})
    assert shipped.on_stuck is OnStuck.TERMINATE
    assert shipped.velocity.max_turns == 40
    assert not shipped.camping.enabled
    designed = StuckSettings.model_validate({"preset": "designed", "camping": {"turns": 7}})
    assert designed.velocity.max_turns == 30
    assert (designed.camping.enabled, designed.camping.turns) == (True, 7)


def test_under_the_seeds_any_change_of_the_score_is_progress() -> None:
    tale = Tale(known={"a"})
    for number in range(30):
        tale.turn("a", "put coin in slot", score=number % 2)
    velocity = StuckSettings.model_validate({"preset": "shipped"}).velocity
    assert tale.record().idle_turns(velocity.progress) == 0


@pytest.mark.parametrize(("gain", "ends"), [(20, 60), (25, 70), (29, 70)])
def test_under_the_seeds_one_looks_every_ten_turns_of_the_episode(gain: int, ends: int) -> None:
    tale = Tale(known={"a"})
    for turn in range(1, 100):
        tale.turn("a", f"try {turn}", score=1 if turn == gain else None)
    found = analyse(tale.turns, StuckSettings.model_validate({"preset": "shipped"}))
    assert found.termination == ends


def test_under_the_shipped_seed_each_turn_spent_in_a_room_is_a_visit() -> None:
    by_turns = StuckSettings.model_validate({"preset": "shipped"}).revisits
    strides = told(*"aaab").since(ALL)
    assert recent_visits(strides, RoomId("a"), by_turns) == 3
    assert recent_visits(strides, RoomId("a"), RevisitSettings()) == 1
