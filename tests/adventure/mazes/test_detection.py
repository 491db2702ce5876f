"""What counts as a maze: words of mazes, or ways that do not lead back between alike rooms."""

from __future__ import annotations

import pytest

from ludens.adventure.mazes.events import Evidence
from ludens.adventure.mazes.noticing import Suspicion, Visit, is_mazy, similarity, suspect
from ludens.adventure.settings import MazeSettings
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitExplored, RoomFound
from ludens.adventure.world.places import RoomId

ALIKE = "you are in a maze of twisty little passages all alike"
SAND = "sand rises and falls in the same shape on every side of you"


def suspected(
    *visits: tuple[str, str, str], backs: bool = False, astray: range | None = None
) -> Suspicion | None:
    """Return what a walk through (room, via, look) betrays; `backs`: every way leads back, or all
    but those of the steps `astray`.
    """
    world = WorldMap()
    trail: list[Visit] = []
    opposite = {"north": "south", "east": "west", "south": "north", "west": "east", "up": "down"}
    for turn, (room, via, look) in enumerate(visits):
        id_ = RoomId(room)
        if id_ not in world.rooms:
            world.apply(RoomFound(room=id_, name="Here", description=look), turn)
        if trail and via in opposite:
            before = trail[-1].room
            world.apply(ExitExplored(room=before, direction=via, to=id_), turn)
            led_back = turn not in astray if astray is not None else backs
            end = before if led_back else RoomId("r0")
            world.apply(ExitExplored(room=id_, direction=opposite[via], to=end), turn)
        trail.append(Visit(turn, id_, via, "here", look))
    return suspect(trail, world, MazeSettings())


HALL = ("r0", "", "a bright hall with a marble floor and a wide stair")


def test_three_rooms_that_look_alike_and_call_themselves_a_maze_are_one() -> None:
    found = suspected(
        HALL, ("r1", "west", ALIKE), ("r2", "north", ALIKE), ("r3", "east", ALIKE), backs=True
    )
    assert found is not None
    assert (found.evidence, found.entry) == (Evidence.ALIKE, "r0")
    assert set(found.rooms) == {"r1", "r2", "r3"}


def test_rooms_alike_that_are_walked_by_other_words_than_directions_are_no_maze() -> None:
    last = ("r3", "turn left", ALIKE)
    assert suspected(HALL, ("r1", "west", ALIKE), ("r2", "north", ALIKE), last) is None


def test_three_rooms_alike_are_a_maze_though_the_player_stayed_in_one_of_them_for_long() -> None:
    world = WorldMap()
    trail = []
    for turn, room, via in ((2, "r1", "west"), (15, "r2", "north"), (16, "r3", "east")):
        world.apply(RoomFound(room=RoomId(room), name="Maze", description=ALIKE), turn)
        trail.append(Visit(turn, RoomId(room), via, "maze", ALIKE))
    assert suspect(trail, world, MazeSettings()) is not None
    hall = Visit(3, RoomId("r0"), "east", "hall", HALL[2])
    assert suspect([trail[0], hall, *trail[1:]], world, MazeSettings()) is None


def test_a_dead_end_seen_between_two_rooms_of_a_maze_is_not_where_one_came_in() -> None:
    end = ("r4", "south", "you have come to a dead end")
    found = suspected(
        HALL, ("r1", "west", ALIKE), ("r2", "north", ALIKE), end, ("r3", "east", ALIKE)
    )
    assert found is not None
    assert found.entry == "r0"


def test_two_rooms_are_none() -> None:
    assert suspected(HALL, ("r1", "west", ALIKE), ("r2", "north", ALIKE)) is None


def test_alike_rooms_without_a_word_of_mazes_are_one_where_ways_do_not_lead_back() -> None:
    walk = (HALL, *[(f"r{n}", ("north", "east")[n % 2], SAND) for n in range(1, 6)])
    assert suspected(*walk[:-1]) is None, "three ways go astray in a wood as well"
    found = suspected(*walk)
    assert found is not None
    assert found.evidence is Evidence.ALIKE
    assert suspected(*walk, backs=True) is None


def test_woods_in_which_a_few_ways_go_astray_are_no_maze() -> None:
    walk = [(f"r{n}", ("north", "east")[n % 2], SAND) for n in range(1, 9)]
    assert suspected(HALL, *walk, astray=range(1, 4)) is None
    assert suspected(HALL, *walk, astray=range(1, 9)) is not None


def test_alike_rooms_seen_too_long_ago_do_not_count() -> None:
    walk = [("r1", "west", ALIKE), ("r2", "north", ALIKE), *[HALL] * 10, ("r3", "west", ALIKE)]
    assert suspected(*walk) is None


def test_walking_on_and_on_without_seeming_to_leave_is_a_maze() -> None:
    found = suspected(HALL, *[("r1", via, ALIKE) for via in ("west", "north", "east", "south")])
    assert found is not None
    assert found.evidence is Evidence.SAME_PLACE


def test_coming_to_one_room_from_several_sides_is_no_maze() -> None:
    path = "this is a path winding through a maze of hedges to the house"
    lawn = "a lawn lies here in the sun between the hedges and the house"
    walk = [("r1", "west", path), HALL, ("r1", "north", path), ("r2", "east", lawn)]
    assert suspected(HALL, *walk, ("r1", "south", path), backs=True) is None


def test_ways_that_do_not_lead_back_betray_a_maze_all_different() -> None:
    looks = (
        "a maze of little twisting passages",
        "a little maze of twisting passages",
        "a maze of twisting little passages",
        "a twisting maze of little passages",
        "a little twisting maze of passages",
    )
    visits = [
        (f"r{n}", via, f"you are in {look} all different")
        for n, (via, look) in enumerate(
            zip(("", "north", "east", "north", "west"), looks, strict=True), 1
        )
    ]
    found = suspected(HALL, *visits)
    assert found is not None


@pytest.mark.parametrize(
    "look",
    [
        "a maze of twisty little passages",
        "you are lost in a labyrinth of hedges",
        "narrow passages twist away in all directions",
        "winding stone tunnels lead off everywhere",
        "the corridors all look the same",
    ],
)
def test_words_of_mazes(look: str) -> None:
    assert is_mazy("", look)


@pytest.mark.parametrize(
    "look",
    [
        "this is a path winding through a dimly lit forest",
        "a twisted iron stair leads up",
        "a winding staircase goes down into the dark",
        "a narrow winding path leads north",
    ],
)
def test_one_winding_path_is_no_maze(look: str) -> None:
    assert not is_mazy("", look)


def test_descriptions_are_compared_word_by_word() -> None:
    assert similarity("a b c d", "a b c d") == 1.0
    assert similarity("a b c d", "a b x d") == 0.75
    assert similarity("", "a") == 0.0
