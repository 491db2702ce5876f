"""Rooms that are passed through and cannot be told: what becomes of them, and how they are told."""

from __future__ import annotations

from random import Random

import pytest
from mazes.pretend import PretendMaze
from mazes.spec import WAYS, Plan, invent
from mazes.trial import Trial, run

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.mazes.collecting import leave
from ludens.adventure.mazes.conclusion import conclude, doubts
from ludens.adventure.mazes.events import (
    Handled,
    MazeArrived,
    MazeDetected,
    MazeMarkerHandled,
    MazeMarkersCounted,
    MazePhaseBegan,
    MazeRoomFound,
    MazeRoomsForgotten,
    MazeWayRefused,
    MazeWayWalked,
    Phase,
)
from ludens.adventure.mazes.identity import questions, resolved
from ludens.adventure.mazes.mapper import observe
from ludens.adventure.mazes.placing import reopened
from ludens.adventure.mazes.record import Mazes
from ludens.adventure.mazes.sight import Sight
from ludens.adventure.mazes.solver import next_step
from ludens.adventure.mazes.steps import Onward, Step
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

HALL, GHOST, ONE, TWO = (RoomId(id_) for id_ in ("r1", "maze_1_1", "maze_1_2", "maze_1_3"))
SMALL = Plan(rooms=(5, 9))


def come_in_anew(trial: Trial, maze: PretendMaze) -> None:
    """Put the player into a room of a maze that is mapped, who does not know which it is."""

    def emit(event: Event) -> None:
        trial.mazes.apply(event, maze.turns)

    emit(MazeArrived(group="1", room=None))
    observe(trial.group, "look", maze.do("look"), emit)


def solved(trial: Trial, maze: PretendMaze) -> int:
    """Let the solver work until it is done; return how many commands it takes."""
    commands = 0

    def emit(event: Event) -> None:
        trial.mazes.apply(event, maze.turns)

    while trial.mazes.solving:
        step = next_step(trial.group)
        if isinstance(step, Onward):
            for event in conclude(trial.group, step):
                emit(event)
            continue
        commands += 1
        emit(CommandChosen(command=step.command, by=By.SOLVER, reasoning=step.reason))
        observe(trial.group, step.command, maze.do(step.command), emit)
    return commands


@pytest.mark.parametrize("markers", [True, False], ids=["with markers", "empty-handed"])
@pytest.mark.parametrize("seed", range(6))
def test_whoever_comes_into_a_mapped_maze_by_a_new_way_finds_out_where_and_doubles_no_room(
    seed: int, markers: bool
) -> None:
    spec = invent(seed, SMALL)
    trial = run(spec)
    rooms = set(trial.group.room_ids)
    maze = PretendMaze(spec)
    maze.here = Random(seed).choice(spec.inside)
    maze.carried = maze.carried if markers else []
    come_in_anew(trial, maze)
    events = list(reopened(trial.group, trial.group.here))
    assert [e.phase for e in events if isinstance(e, MazePhaseBegan)] == [Phase.EXPLORING]
    for event in events:
        trial.mazes.apply(event, 0)
    solved(trial, maze)
    assert trial.group.phase is Phase.MAPPED
    assert set(trial.group.room_ids) == rooms
    assert trial.group.sure
    assert trial.exact() == ""
    assert not [name for name, at in maze.lying.items() if at in spec.inside]


@pytest.mark.parametrize("seed", range(4))
def test_walking_about_in_a_mapped_maze_is_enough_to_be_placed_in_it(seed: int) -> None:
    spec = invent(seed, SMALL)
    trial = run(spec)
    rooms = set(trial.group.room_ids)
    maze, dice = PretendMaze(spec), Random(seed)
    maze.here = dice.choice(spec.inside)
    come_in_anew(trial, maze)
    group = trial.group
    for _ in range(120):
        if group.here in rooms:
            break
        way = dice.choice(WAYS)
        observe(group, way, maze.do(way), lambda event: trial.mazes.apply(event, 0))
    assert group.here in rooms or group.rooms[group.here or HALL].outside
    assert trial.truth[group.here or HALL] == {maze.here}


def test_a_room_that_is_known_or_a_maze_that_is_not_mapped_is_not_looked_into_again() -> None:
    trial = run(invent(0, SMALL))
    for room in trial.group.room_ids:
        trial.mazes.apply(MazeArrived(group="1", room=room), 0)
        assert not list(reopened(trial.group, room))
    trial.mazes.apply(MazePhaseBegan(group="1", phase=Phase.GIVEN_UP, reason="in vain"), 0)
    maze = PretendMaze(trial.spec)
    come_in_anew(trial, maze)
    assert not list(reopened(trial.group, trial.group.here))


@pytest.fixture
def passed() -> Mazes:
    """A room passed through before the hall, and two rooms marked since; all of it was tried."""
    mazes = Mazes()
    tried: list[Event] = [
        MazeDetected(group="1", entry_room=HALL, ways=("north", "south"), markers_wanted=1),
        MazePhaseBegan(group="1", phase=Phase.EXPLORING),
        MazeMarkersCounted(group="1", markers=("coin", "rope")),
        MazeRoomFound(group="1", room=HALL, outside=True, fresh=True),
        MazeRoomFound(group="1", room=GHOST, look="maze"),
        MazeWayWalked(group="1", room=GHOST, direction="north", to=HALL),
    ]
    for room, marker in ((ONE, "coin"), (TWO, "rope")):
        tried += [
            MazeRoomFound(group="1", room=room, look="maze"),
            MazeMarkerHandled(group="1", marker=marker, how=Handled.DROPPED, room=room),
            MazeMarkerHandled(group="1", marker=marker, how=Handled.DROPPED, room=room),
        ]
    tried += [
        MazeWayWalked(group="1", room=ONE, direction="north", to=HALL),
        MazeWayWalked(group="1", room=ONE, direction="south", to=TWO),
        MazeWayWalked(group="1", room=TWO, direction="south", to=ONE),
        MazeArrived(group="1", room=ONE),
    ]
    for event in tried:
        mazes.apply(event, 1)
    return mazes


def collect(mazes: Mazes) -> None:
    mazes.apply(MazePhaseBegan(group="1", phase=Phase.RETRIEVING), 2)
    seen = Sight(shown=True, look="maze", markers=frozenset(["coin"]))
    observe(mazes.groups["1"], "look", seen, lambda event: mazes.apply(event, 2))


def test_a_room_that_no_way_leads_back_to_is_the_only_one_that_it_may_be(passed: Mazes) -> None:
    passed.apply(MazeWayRefused(group="1", room=TWO, direction="north", reason="No."), 1)
    collect(passed)
    group = passed.groups["1"]
    assert set(group.room_ids) == {GHOST, TWO}
    assert "exits alone" in doubts(group)


def test_a_room_that_no_way_leads_back_to_is_forgotten_where_it_may_be_one_of_several(
    passed: Mazes,
) -> None:
    passed.apply(MazeWayWalked(group="1", room=TWO, direction="north", to=HALL), 1)
    collect(passed)
    group = passed.groups["1"]
    assert set(group.room_ids) == {ONE, TWO}
    assert "no way leads back" in doubts(group)


def test_nothing_is_supposed_of_a_room_while_there_is_something_left_to_try(passed: Mazes) -> None:
    collect(passed)
    assert GHOST in passed.groups["1"].rooms


def test_what_was_passed_through_makes_no_room_doubtful_that_was_found_later(
    passed: Mazes,
) -> None:
    group = passed.groups["1"]
    assert resolved(group, questions(group)) == [HALL, ONE, TWO]
    passed.apply(MazeWayWalked(group="1", room=TWO, direction="north", to=GHOST), 1)
    assert GHOST in resolved(group, questions(group)), "a way leads there"


def test_forgotten_rooms_stay_a_doubt_in_a_state_that_is_kept(passed: Mazes) -> None:
    passed.apply(MazeRoomsForgotten(group="1", rooms=(GHOST,), unplaced=True), 1)
    again = Mazes.model_validate_json(passed.model_dump_json()).groups["1"]
    assert again.unplaced == 1


def test_the_solver_leaves_to_where_another_maze_waits(passed: Mazes) -> None:
    group = passed.groups["1"]
    other = RoomId("maze_2_1")
    for event in (
        MazeRoomFound(group="1", room=other, outside=True, fresh=True),
        MazeWayRefused(group="1", room=GHOST, direction="south", reason="No."),
        MazeWayWalked(group="1", room=TWO, direction="north", to=other),
        MazePhaseBegan(group="1", phase=Phase.LEAVING),
    ):
        passed.apply(event, 2)
    near, far = leave(group), leave(group, [other])
    assert isinstance(near, Step)
    assert isinstance(far, Step)
    assert (near.command, far.command) == ("north", "south")


@pytest.mark.parametrize("phase", [Phase.RETRIEVING, Phase.LEAVING])
def test_whoever_gets_lost_when_all_seemed_to_be_known_looks_into_it_again(
    passed: Mazes, phase: Phase
) -> None:
    group = passed.groups["1"]
    for event in (
        MazeRoomsForgotten(group="1", rooms=(GHOST,)),
        MazeMarkerHandled(group="1", marker="coin", how=Handled.TAKEN),
        MazeMarkerHandled(group="1", marker="rope", how=Handled.TAKEN),
        MazeRoomFound(group="1", room=GHOST, look="maze"),
        MazeArrived(group="1", room=GHOST),
        MazePhaseBegan(group="1", phase=phase),
    ):
        passed.apply(event, 2)
    step = next_step(group)
    assert isinstance(step, Onward)
    assert step.phase is Phase.EXPLORING
    passed.apply(MazePhaseBegan(group="1", phase=phase, reason="the light fades"), 3)
    step = next_step(group)
    assert not isinstance(step, Onward) or step.phase is not Phase.EXPLORING, "no time for it"
