"""What makes a maze harder than twisty: failing light, thieves, deaths, attacks, far things."""

from __future__ import annotations

import pytest
from mazes.spec import Plan, invent
from mazes.trial import Trial, run

from adventure.perception.tale import Tale
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.mazes.drawing import filed
from ludens.adventure.mazes.events import (
    Handled,
    MazeArrived,
    MazeDetected,
    MazeLightReckoned,
    MazeMapped,
    MazeMarkerHandled,
    MazeMarkersCounted,
    MazePhaseBegan,
    MazeRoomFound,
    MazeTraitNoticed,
    MazeWayWalked,
    Phase,
    Trait,
)
from ludens.adventure.mazes.groups import Mazes, taken_back
from ludens.adventure.mazes.light import after_warning, commands_needed
from ludens.adventure.mazes.mapper import Sight, observe
from ludens.adventure.mazes.mode import round_trips
from ludens.adventure.mazes.reading import Answer
from ludens.adventure.mazes.routes import Routes
from ludens.adventure.mazes.solver import Onward, Step, errands_to_run, next_step
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.puzzles.book import PuzzleBook
from ludens.adventure.puzzles.events import PuzzleChanged, PuzzleFound, PuzzleId, PuzzleKind
from ludens.adventure.state import AdventureState
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import ExitExplored, RoomFound
from ludens.adventure.world.places import ItemId, RoomId, in_room
from ludens.episode.events import Event

HALL, SHED, ONE, TWO = (RoomId(name) for name in ("r1", "r2", "maze_1_1", "maze_1_2"))


@pytest.fixture
def mazes() -> Mazes:
    """A maze of two rooms behind a hall, a coin in hand, the player in the second room."""
    mazes = Mazes()
    for event in (
        MazeDetected(group="1", entry_room=HALL, budget=100, markers_wanted=1),
        MazePhaseBegan(group="1", phase=Phase.EXPLORING),
        MazeMarkersCounted(group="1", markers=("coin", "rope"), lights=("lamp",)),
        MazeRoomFound(group="1", room=HALL, outside=True, fresh=True),
        MazeRoomFound(group="1", room=ONE, look="maze", fresh=True),
        MazeRoomFound(group="1", room=TWO, look="maze"),
        MazeMarkerHandled(group="1", marker="rope", how=Handled.DROPPED, room=ONE),
        MazeMarkerHandled(group="1", marker="rope", how=Handled.DROPPED, room=ONE),
        MazeWayWalked(group="1", room=TWO, direction="north", to=ONE),
        MazeWayWalked(group="1", room=ONE, direction="east", to=HALL),
        MazeArrived(group="1", room=TWO),
    ):
        mazes.apply(event, 7)
    return mazes


def seen(mazes: Mazes, command: str, sight: Sight) -> list[object]:
    events: list[object] = []

    def emit(event: object) -> None:
        mazes.apply(event, 8)  # type: ignore[arg-type]  # an Emit takes events of any kind
        events.append(event)

    observe(mazes.groups["1"], command, sight, emit)
    return events


def test_the_solver_comes_out_before_its_light_is_gone(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    mazes.apply(MazeLightReckoned(group="1", left=12, needed=50), 8)
    assert isinstance(next_step(group), Step)
    for _ in range(2):
        mazes.apply(CommandChosen(command="west", by=By.SOLVER), 8)
    onward = next_step(group)
    assert isinstance(onward, Onward), "two ways to walk, a marker to take, five turns kept back"
    assert onward.phase is Phase.RETRIEVING
    mazes.apply(MazePhaseBegan(group="1", phase=onward.phase, reason=onward.reason), 8)
    for _ in range(3):
        mazes.apply(CommandChosen(command="west", by=By.SOLVER), 8)
    onward = next_step(group)
    assert isinstance(onward, Onward), "the marker must stay"
    assert onward.phase is Phase.LEAVING
    mazes.apply(MazePhaseBegan(group="1", phase=onward.phase, reason=onward.reason), 8)
    step = next_step(group)
    assert isinstance(step, Step)
    assert step.command == "north"


@pytest.mark.parametrize(
    ("warning", "turns"),
    [
        ("The lamp appears a bit dimmer.", None),
        ("Your lantern is getting dim.", 25),
        ("The torch is nearly burnt out.", 8),
    ],
)
def test_a_warning_tells_how_long_the_light_lasts_at_the_least(
    warning: str, turns: int | None
) -> None:
    assert after_warning(warning) == turns


MAZE = "Maze\nThis is part of a maze of twisty little passages, all alike.\n"
STOLEN = "A man with a large bag wandered through the room.\nThe thief left you in the dark.\n"


def test_a_light_that_is_stolen_where_a_way_is_refused_leaves_the_player_where_they_were() -> None:
    tale = Tale(MAZE)
    refused = Percept("southeast", Observation(f"You can't go that way.\n{STOLEN}"))
    answer = Answer(tale.mapping.state, refused)
    assert (answer.shown, answer.goes_dark) == (False, True)
    shown = Answer(tale.mapping.state, Percept("west", Observation(MAZE + STOLEN)))
    assert (shown.shown, shown.dark, shown.goes_dark) == (True, False, True)
    lit = Answer(tale.mapping.state, Percept("west", Observation(MAZE)))
    assert (lit.shown, lit.goes_dark) == (True, False)


def test_who_is_left_in_the_dark_makes_light_before_walking_on(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    seen(mazes, "west", Sight(refusal="You can't go that way.", goes_dark=True))
    assert group.here == TWO
    assert next_step(group) == Step("turn on lamp", "It is too dark to see.")
    then = mazes.model_copy(deep=True)
    seen(mazes, "south", Sight(died=True))
    assert "south" not in group.rooms[TWO].ways, "whatever lurks in the dark, the way is no worse"
    for event in list(taken_back(then, mazes, TWO)):
        mazes.apply(event, 9)
    assert group.dark, "as it was then"


def test_light_that_may_not_last_is_told_once_as_an_urgent_puzzle(mazes: Mazes) -> None:
    group, book = mazes.groups["1"], PuzzleBook()
    tight = MazeLightReckoned(group="1", left=9, needed=50)
    (puzzle,) = filed(group, tight, book)
    assert isinstance(puzzle, PuzzleFound)
    assert puzzle.kind is PuzzleKind.URGENT
    assert "9 turns" in puzzle.summary
    book.apply(puzzle, 1)
    assert not list(filed(group, tight, book))
    assert not list(filed(group, MazeLightReckoned(group="1", left=90, needed=50), PuzzleBook()))
    assert not list(filed(group, MazeLightReckoned(group="1", left=None, needed=9), PuzzleBook()))


def test_mapping_is_reckoned_to_take_longer_with_fewer_things_to_mark_rooms(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    few = commands_needed(group)
    mazes.apply(MazeMarkersCounted(group="1", markers=tuple("abcdefgh")), 8)
    assert 0 < commands_needed(group) < few


def test_an_attack_interrupts_the_solver_and_is_a_puzzle(mazes: Mazes) -> None:
    events = seen(mazes, "west", Sight(refusal="No.", attacked="The goblin kicks you."))
    assert mazes.groups["1"].phase is Phase.INTERRUPTED
    assert mazes.groups["1"].interrupted is Phase.EXPLORING
    noticed = next(event for event in events if isinstance(event, MazeTraitNoticed))
    puzzle = next(filed(mazes.groups["1"], noticed, PuzzleBook()))
    assert isinstance(puzzle, PuzzleFound)
    assert puzzle.kind is PuzzleKind.CREATURE


def test_an_attack_while_markers_are_collected_does_not_make_the_map_unfinished(
    mazes: Mazes,
) -> None:
    mazes.apply(MazePhaseBegan(group="1", phase=Phase.RETRIEVING), 8)
    seen(mazes, "west", Sight(refusal="No.", attacked="The goblin kicks you."))
    group = mazes.groups["1"]
    assert group.resuming("nothing attacks") == (Phase.RETRIEVING, "")
    assert Mazes.model_validate_json(mazes.model_dump_json()).groups["1"] == group


def test_a_way_on_which_the_player_died_is_not_tried_again(mazes: Mazes) -> None:
    seen(mazes, "west", Sight(died=True))
    group = mazes.groups["1"]
    assert group.phase is Phase.INTERRUPTED
    assert "west" not in group.untried(TWO)
    assert Trait.DEADLY in group.traits


def test_going_back_before_a_death_puts_markers_back_and_keeps_the_map(mazes: Mazes) -> None:
    then = mazes.model_copy(deep=True)
    seen(mazes, "drop coin", Sight(dropped=frozenset(["coin"])))
    seen(mazes, "west", Sight(died=True))
    for event in list(taken_back(then, mazes, TWO)):
        mazes.apply(event, 9)
    group = mazes.groups["1"]
    assert group.here == TWO
    assert group.in_hand == ["coin"]
    assert group.markers == {ONE: "rope"}
    assert group.phase is Phase.EXPLORING
    assert group.rooms[TWO].ways["west"].deadly


def test_going_back_to_before_the_maze_leaves_it_to_the_player_until_they_are_inside(
    mazes: Mazes,
) -> None:
    seen(mazes, "west", Sight(died=True))
    for event in list(taken_back(Mazes(), mazes, None)):
        mazes.apply(event, 9)
    group = mazes.groups["1"]
    assert group.phase is Phase.INTERRUPTED
    assert not group.usable
    assert not group.counted, "what is carried is looked through again"


def test_a_marker_that_is_gone_is_a_thiefs_work_and_told_as_a_puzzle() -> None:
    trial = next(
        trial
        for trial in (run(invent(n, Plan(thief=True, markers=1.5)), budget=400) for n in range(9))
        if Trait.THIEF in trial.group.traits
    )
    noticed = next(
        e for e in trial.events if isinstance(e, MazeTraitNoticed) and e.trait is Trait.THIEF
    )
    puzzle = next(filed(trial.group, noticed, PuzzleBook()))
    assert isinstance(puzzle, PuzzleFound)
    assert puzzle.quote
    replaced = [
        e for e in trial.events if isinstance(e, MazeMarkerHandled) and e.how is Handled.DROPPED
    ]
    assert len(replaced) > len(trial.group.kit) / 2


def test_a_maze_with_a_thief_is_mapped_without_room_numbers() -> None:
    plan = Plan(rooms=(4, 12), thief=True, markers=1.5)
    trials = [run(invent(seed, plan)) for seed in range(12)]
    assert sum(trial.exact() == "" for trial in trials) >= 11
    assert all(trial.exact() == "" or not trial.group.sure for trial in trials)


def test_a_marker_seen_again_proves_where_it_was_missed_meanwhile(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    seen(mazes, "look", Sight(shown=True, look="maze"))
    assert group.kit["rope"].missed == {TWO}
    assert TWO not in group.rooms[ONE].proved, "the rope may have been stolen by then"
    seen(mazes, "north", Sight(shown=True, look="maze", markers=frozenset(["rope"])))
    assert TWO in group.rooms[ONE].proved


def test_a_maze_that_is_not_mapped_stays_an_open_puzzle_with_the_reason() -> None:
    trial: Trial = run(invent(4, Plan(rooms=(12, 20))), budget=30)
    mapped = next(event for event in trial.events if isinstance(event, MazeMapped))
    book = PuzzleBook()
    maze = PuzzleId("maze-1")
    book.apply(PuzzleFound(puzzle=maze, kind=PuzzleKind.MAZE, summary="A maze."), 1)
    change = next(filed(trial.group, mapped, book))
    assert isinstance(change, PuzzleChanged)
    assert "30 commands" in change.reason
    assert trial.collecting > 0, "what can be come to is collected all the same"


def test_things_that_lie_in_the_maze_are_used_to_mark_rooms() -> None:
    spec = invent(0, Plan(rooms=(6, 8), carried=1, lying=4))
    spec.spare = {name: at for name, at in spec.spare.items() if at in spec.inside}
    trial = run(spec)
    assert trial.exact() == ""
    assert {*spec.spare} & {*trial.group.kit}


@pytest.mark.parametrize(("things", "wanted"), [(1, 3), (5, 3), (5, 1)])
def test_a_round_for_several_things_is_shared_among_the_rooms_that_wait_for_them(
    mazes: Mazes, things: int, wanted: int
) -> None:
    group = mazes.groups["1"]
    group.markers_wanted = len(group.usable) + wanted
    state = AdventureState(mazes=mazes)
    events: list[Event] = [
        RoomFound(room=HALL, name="Hall"),
        RoomFound(room=SHED, name="Shed"),
        ExitExplored(room=HALL, direction="out", to=SHED),
    ]
    for number in range(things):
        name = f"thing {number}"
        events.append(ItemFound(item=ItemId(name), name=name, place=in_room(SHED)))
    for event in events:
        state.apply(event)
    trip = round_trips(state, group)[HALL]
    assert (trip.cost, trip.brings) == (3.0, min(things, wanted))
    mazes.apply(MazeMarkerHandled(group="1", marker="coin", how=Handled.LOST), 8)
    mazes.apply(MazeWayWalked(group="1", room=HALL, direction="west", to=ONE), 8)
    (task,) = errands_to_run(group, Routes(group, TWO), [ONE], {HALL: trip})
    assert task.cost == pytest.approx((2 + 3 + 1) / trip.brings, rel=0.01)


def test_remains_are_left_alone(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    assert not group.may_try("skeleton")
    assert group.may_try("brass bell")
    assert group.may_try("skeleton key")
    assert not group.may_try("body of a sailor")


def test_a_marker_is_known_by_the_name_that_it_is_listed_under(mazes: Mazes) -> None:
    seen(mazes, "north", Sight(shown=True, look="maze", things=("frayed rope",)))
    group = mazes.groups["1"]
    assert group.here == ONE
    assert group.rooms[ONE].things == ()
    assert Trait.THIEF not in group.traits


def test_what_could_not_be_put_down_is_no_marker_however_often_it_is_counted(mazes: Mazes) -> None:
    group = mazes.groups["1"]
    mazes.apply(MazeMarkerHandled(group="1", marker="coin", how=Handled.UNFIT), 8)
    mazes.apply(MazeMarkersCounted(group="1", markers=("coin",)), 9)
    assert group.in_hand == []
    mazes.apply(MazeMarkerHandled(group="1", marker="coin", how=Handled.TAKEN), 10)
    assert group.in_hand == ["coin"]


def test_what_the_story_knows_by_fewer_words_is_put_down_by_its_noun(mazes: Mazes) -> None:
    """It prints "a small bottle" and takes only "bottle"."""
    group = mazes.groups["1"]
    held = ("small bottle", "coin")
    seen(mazes, "inventory", Sight(carried=held))
    assert sorted(group.in_hand) == ["coin", "small bottle"]
    seen(mazes, "drop small bottle", Sight(refusal="You can't see any such thing."))
    assert sorted(group.in_hand) == ["bottle", "coin"]
    seen(mazes, "inventory", Sight(carried=held))
    assert sorted(group.in_hand) == ["bottle", "coin"]
    seen(mazes, "drop bottle", Sight(dropped=frozenset({"bottle"})))
    assert group.in_hand == ["coin"]
    assert group.kit["bottle"].room == TWO
