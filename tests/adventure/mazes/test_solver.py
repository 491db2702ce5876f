"""The solver maps mazes of every kind, held against the truth they were drawn from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes.spec import Descriptions, Plan, invent
from mazes.trial import Trial, run

from ludens.adventure.mazes.events import Handled, Phase, Trait
from ludens.adventure.mazes.groups import MazeGroup
from ludens.adventure.mazes.identity import questions
from ludens.adventure.mazes.solver import next_step

STATIC = {
    "alike": Plan(),
    "all different": Plan(descriptions=Descriptions.DIFFERENT),
    "mixed": Plan(descriptions=Descriptions.MIXED),
    "half one-way": Plan(one_way=0.5),
    "self-loops": Plan(self_loops=0.5),
    "one exit a room": Plan(degree=(1, 1)),
    "eight exits a room": Plan(degree=(8, 8)),
}
SMALL = Plan(rooms=(4, 9))
seeds = st.integers(0, 10_000)


@pytest.mark.parametrize("plan", STATIC.values(), ids=STATIC)
def test_a_static_maze_with_a_marker_a_room_is_mapped_exactly_and_everything_is_taken_along(
    plan: Plan,
) -> None:
    for seed in range(3):
        trial = run(invent(seed, plan))
        assert trial.exact() == "", seed
        assert trial.group.fully_mapped
        assert trial.group.sure
        assert trial.left_behind == 0


@pytest.mark.parametrize("plan", STATIC.values(), ids=STATIC)
def test_markers_cost_little_more_than_seeing_the_rooms_numbers(plan: Plan) -> None:
    for seed in range(2):
        spec = invent(seed, plan)
        assert run(spec).commands <= 1.6 * run(spec, numbers=True).commands


@settings(max_examples=5, deadline=None)
@given(seeds)
def test_no_map_is_called_sure_that_is_wrong_with_half_as_many_markers(seed: int) -> None:
    trial = run(invent(seed, Plan(rooms=(4, 10), markers=0.5)), budget=1500)
    assert trial.exact() == "" or not trial.group.sure


def test_half_as_many_markers_are_moved_about_until_the_map_is_exact() -> None:
    trials = [run(invent(seed, Plan(rooms=(4, 10), markers=0.5))) for seed in range(10)]
    assert sum(trial.exact() == "" for trial in trials) >= 9
    assert all(trial.left_behind == 0 for trial in trials)


def test_a_single_marker_suffices_for_a_small_maze() -> None:
    trial = run(invent(3, Plan(rooms=(4, 4), markers=0.25)))
    assert len(trial.spec.markers) == 1
    assert trial.exact() == ""
    assert trial.group.sure


def test_without_markers_no_map_is_called_sure() -> None:
    for seed in range(3):
        trial = run(invent(seed, Plan(rooms=(4, 6), markers=0.0)), budget=400)
        assert not trial.group.sure
        assert trial.group.reason


def test_ways_that_kill_are_known_after_going_back() -> None:
    trial = run(invent(1, Plan(rooms=(4, 9), deadly=1)))
    assert trial.exact() == ""
    assert any(way.deadly for room in trial.group.rooms.values() for way in room.ways.values())


def test_ways_that_vary_are_found_out_and_the_rest_is_right() -> None:
    trials = [run(invent(seed, Plan(random_exits=0.3))) for seed in range(10)]
    assert sum(trial.exact() == "" for trial in trials) >= 9
    varying = [trial for trial in trials if Trait.RANDOM in trial.group.traits]
    assert varying
    for trial in varying:
        ways = [way for room in trial.group.rooms.values() for way in room.ways.values()]
        assert any(way.varies and len(way.led) > 1 for way in ways)
        assert not trial.group.sure


def test_a_thief_is_noticed_and_never_makes_an_endless_loop() -> None:
    trials = [run(invent(seed, Plan(thief=True, markers=1.5)), budget=600) for seed in range(3)]
    assert any(Trait.THIEF in trial.group.traits for trial in trials)
    for trial in trials:
        assert trial.group.phase in (Phase.MAPPED, Phase.GIVEN_UP)
        assert trial.exact() == "" or not trial.group.sure
        assert trial.group.reason or trial.group.sure


def test_a_pit_is_left_for_last() -> None:
    trial = run(invent(1, Plan(pit=True)))
    assert trial.exact() == ""
    assert "all that is left" in trial.log[-1]
    assert trial.left_behind == 0


def test_a_thing_that_lies_outside_is_fetched_where_hands_hold_few() -> None:
    trial = run(invent(2, Plan(carry_limit=5)))
    assert trial.exact() == ""
    assert {*trial.spec.spare} & {*trial.group.kit}
    assert trial.left_behind == 0


def test_a_budget_ends_the_work_and_says_so() -> None:
    trial = run(invent(4, Plan(rooms=(12, 20))), budget=30)
    assert trial.group.phase is Phase.GIVEN_UP
    assert "30 commands" in trial.group.reason
    assert not trial.group.fully_mapped


@settings(max_examples=3, deadline=None)
@given(seeds)
def test_the_solver_goes_on_alike_after_it_was_killed_at_any_turn(seed: int) -> None:
    def check(trial: Trial) -> None:
        again = MazeGroup.model_validate_json(trial.group.model_dump_json())
        assert next_step(again) == next_step(trial.group)

    run(invent(seed, SMALL), watch=check)


@settings(max_examples=3, deadline=None)
@given(seeds, st.sampled_from([0.5, 1.0]), st.sampled_from([0.0, 0.4]))
def test_open_questions_are_the_same_counted_step_by_step_or_at_once(
    seed: int, markers: float, random_exits: float
) -> None:
    def check(trial: Trial) -> None:
        again = trial.group.model_copy(deep=True)
        again.computed = None
        assert questions(again) == questions(trial.group)

    plan = Plan(rooms=(4, 9), markers=markers, random_exits=random_exits)
    run(invent(seed, plan), budget=100, watch=check)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_state_is_the_fold_of_the_events(seed: int) -> None:
    trial = run(invent(seed, SMALL))
    folded = type(trial.mazes)()
    for event in trial.events:
        folded.apply(event, 0)
    ours, theirs = trial.group.model_dump(), folded.groups["1"].model_dump()
    for turn in ("created_turn", "completed_turn", "phase_turn"):
        ours.pop(turn), theirs.pop(turn)
    assert ours == theirs


def test_each_marker_lies_in_a_room_of_its_own_until_it_is_fetched() -> None:
    def check(trial: Trial) -> None:
        lying = [m.room for m in trial.group.kit.values() if m.how is Handled.DROPPED]
        assert len(lying) == len(set(lying))

    run(invent(7, SMALL), watch=check)
