"""A maze that does not pay is left: no endless to and fro, no second try for nothing."""

from __future__ import annotations

from typing import Any

import pytest
from mazes.spec import Plan, invent
from mazes.trial import run

from ludens.adventure.events import By, CommandChosen, ScoreChanged
from ludens.adventure.mazes.events import (
    MazeArrived,
    MazeDetected,
    MazeLearned,
    MazeMapped,
    MazeMarkersCounted,
    MazePhaseBegan,
    MazeRoomFound,
    Phase,
)
from ludens.adventure.mazes.groups import MazeGroup, Mazes
from ludens.adventure.mazes.noticing import notice
from ludens.adventure.mazes.solver import LIVES, Onward, next_step, why_break_off, why_stop
from ludens.adventure.settings import MazeSettings
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import (
    Movement,
    PlayerMoved,
    RoomFound,
)
from ludens.adventure.world.places import INVENTORY, ItemId, RoomId
from ludens.episode.game import Turn

ROOM, HALL = RoomId("maze_1_1"), RoomId("hall")
LOOK = "You are in a maze of twisty little passages, all alike."


@pytest.fixture
def mazes() -> Mazes:
    """A maze of one room, a coin in hand."""
    mazes = Mazes()
    for event in (
        MazeDetected(group="1", entry_room=None, budget=5000, markers_wanted=1),
        MazePhaseBegan(group="1", phase=Phase.EXPLORING),
        MazeMarkersCounted(group="1", markers=("coin",)),
        MazeRoomFound(group="1", room=ROOM, look="maze", fresh=True),
        MazeArrived(group="1", room=ROOM),
    ):
        mazes.apply(event, 1)
    return mazes


def spend(mazes: Mazes, commands: int) -> None:
    for _ in range(commands):
        mazes.apply(CommandChosen(command="look", by=By.SOLVER), 1)


def test_commands_that_tell_nothing_new_end_the_mapping_with_that_reason(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    spend(mazes, 60)
    assert why_stop(group) == ""
    spend(mazes, 20)
    assert "told nothing new" in why_stop(group)
    onward = next_step(group)
    assert isinstance(onward, Onward)
    assert onward.phase is Phase.RETRIEVING
    assert "told nothing new" in onward.reason


def test_whoever_learns_something_goes_on(mazes: Mazes) -> None:
    spend(mazes, 50)
    mazes.apply(MazeLearned(group="1", known=9), 1)
    spend(mazes, 50)
    assert why_stop(mazes.groups["1"]) == ""


def test_a_maze_in_which_the_player_keeps_dying_is_left_alone(mazes: Mazes) -> None:
    died = MazePhaseBegan(group="1", phase=Phase.INTERRUPTED, reason="died", died=True)
    for _ in range(LIVES):
        mazes.apply(died, 1)
    assert "died" in why_stop(mazes.groups["1"])


@pytest.mark.parametrize("phase", [Phase.RETRIEVING, Phase.LEAVING])
def test_walking_out_that_never_arrives_ends_where_it_stands(mazes: Mazes, phase: Phase) -> None:
    mazes.apply(MazePhaseBegan(group="1", phase=phase), 1)
    spend(mazes, 200)
    assert why_break_off(mazes.groups["1"])
    onward = next_step(mazes.groups["1"])
    assert isinstance(onward, Onward)
    assert onward.phase is Phase.GIVEN_UP


@pytest.mark.parametrize("seed", range(4))
def test_a_large_maze_with_nothing_to_mark_rooms_with_is_given_up_early(seed: int) -> None:
    trial = run(invent(seed, Plan(rooms=(16, 20), markers=0.0)), budget=1500)
    assert trial.group.phase in (Phase.GIVEN_UP, Phase.MAPPED)
    assert trial.commands < 700
    assert trial.group.reason


def lost_again(score: int | None = None, found: str = "") -> AdventureState:
    """Return a state in which the player walks in a maze that was given up before, and that was
    entered from the hall then.
    """
    state = AdventureState()
    looks = (LOOK.lower().replace(",", "").rstrip("."),)
    state.apply(MazeDetected(group="1", entry_room=HALL, looks=looks))
    state.apply(MazeRoomFound(group="1", room=ROOM, look="maze", fresh=True))
    state.apply(RoomFound(room=ROOM, name="Maze", description=LOOK))
    state.apply(
        MazeMapped(group="1", rooms=1, exits=(), complete=False, sure=False, reason="in vain")
    )
    state.apply(MazePhaseBegan(group="1", phase=Phase.GIVEN_UP, reason="in vain"))
    if score is not None:
        state.apply(ScoreChanged(score=score))
    if found:
        item = ItemId(found)
        state.apply(ItemFound(item=item, name=found, place=INVENTORY))
    for number, way in enumerate(("north", "east", "south"), 2):
        room = RoomId(f"r{number}")
        state.turn = number
        state.apply(RoomFound(room=room, name="Maze", description=LOOK))
        state.apply(PlayerMoved(room=room, how=Movement.WALKED, via=way))
    return state


def goes_on_with(state: AdventureState) -> MazeGroup | None:
    turn = Turn(state.turn, state)
    notice(turn, MazeSettings())
    assert not any(isinstance(event, MazeDetected) for event in turn.events), "it is the same maze"
    return state.mazes.current


def test_a_maze_given_up_is_not_begun_again_for_nothing() -> None:
    assert goes_on_with(lost_again()) is None


@pytest.mark.parametrize("changed", [{"found": "lamp post"}, {"score": 5}])
def test_a_maze_given_up_is_gone_on_with_once_something_has_changed(
    changed: dict[str, Any],
) -> None:
    group = goes_on_with(lost_again(**changed))
    assert group is not None
    assert (group.group_id, group.phase, group.here) == ("1", Phase.PREPARING, None)
    assert ROOM in group.rooms, "with its map, wherever in it the player is"
