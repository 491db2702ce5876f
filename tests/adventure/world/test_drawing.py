"""The map in the terminal, and where rooms stand on its grid."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adventure.world.worlds import Truth, Walker, folded, printed, world_events
from ludens.adventure.world.document import map_in_words
from ludens.adventure.world.layout import COMPASS, grid_layout
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    ExitMarked,
    ExitSeen,
    RoomChanged,
)
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

CROSS: Truth = {
    "hall": {"north": "attic", "east": "kitchen", "down": "cellar"},
    "attic": {"south": "hall"},
    "kitchen": {"west": "hall", "southeast": "garden"},
    "garden": {"northwest": "kitchen"},
    "cellar": {"up": "hall"},
}
GRID: Truth = {
    f"{x}{y}": {
        direction: f"{x + dx}{y + dy}"
        for direction, (dx, dy) in COMPASS.items()
        if 0 <= x + dx < 5 and 0 <= y + dy < 5
    }
    for x in range(5)
    for y in range(5)
}


def walked(truth: Truth, start: str, *commands: str) -> WorldMap:
    walker = Walker(truth, start)
    for command in commands:
        walker.go(command)
    return walker.world


def cross() -> WorldMap:
    return walked(CROSS, "hall", "north", "south", "east", "southeast", "northwest", "west", "down")


def apply(world: WorldMap, *events: Event) -> WorldMap:
    for event in events:
        world.apply(event, 30)
    return world


def test_rooms_stand_where_the_compass_says() -> None:
    spots = grid_layout(cross())
    hall, attic, kitchen, garden = (
        spots[RoomId(room)] for room in ("hall", "attic", "kitchen", "garden")
    )
    assert (attic.x, attic.y) == (hall.x, hall.y - 1)
    assert (kitchen.x, kitchen.y) == (hall.x + 1, hall.y)
    assert (garden.x, garden.y) == (kitchen.x + 1, kitchen.y + 1)
    assert len({spot.sheet for spot in spots.values()}) == 1


def test_a_regular_world_is_laid_out_as_it_is() -> None:
    snake = [
        step
        for row in range(5)
        for step in ["east" if row % 2 == 0 else "west"] * 4 + ["south"] * (row < 4)
    ]
    spots = grid_layout(walked(GRID, "00", *snake))
    assert {room: (spot.x, spot.y) for room, spot in spots.items()} == {
        f"{x}{y}": (x, y) for x in range(5) for y in range(5)
    }


def test_a_cell_in_use_makes_way_for_a_room_between() -> None:
    """East twice and back by a longer way: the second corridor is moved aside, not covered."""
    truth: Truth = {
        "a": {"east": "b", "south": "d"},
        "b": {"south": "c", "west": "a"},
        "c": {"west": "e"},
        "d": {"east": "f", "north": "a"},
    }
    world = walked(truth, "a", "east", "south", "west")
    apply(world, ExitExplored(room=RoomId("a"), direction="south", to=RoomId("d")))
    spots = grid_layout(world)
    assert len({(spot.sheet, spot.x, spot.y) for spot in spots.values()}) == len(spots)


@given(st.lists(world_events, max_size=40))
def test_no_two_rooms_share_a_spot_and_every_room_has_one(events: list[Event]) -> None:
    world = folded(events).map
    spots = grid_layout(world)
    assert spots.keys() == world.rooms.keys()
    assert len(set(spots.values())) == len(spots)
    assert grid_layout(WorldMap.model_validate_json(world.model_dump_json())) == spots


def test_an_empty_map_says_so() -> None:
    assert printed(map_in_words(WorldMap()))[0] == "Nothing is known of the map yet."


def test_every_room_is_told_with_its_ways_and_where_the_player_is() -> None:
    world = cross()
    apply(
        world,
        ExitSeen(room=RoomId("kitchen"), direction="east"),
        ExitBlocked(room=RoomId("hall"), direction="west", reason="The oak door is locked."),
        ExitMarked(room=RoomId("hall"), direction="north", one_way=True),
        RoomChanged(room=RoomId("garden"), dark=True),
    )
    lines = printed(map_in_words(world), 200)
    hall = next(line for line in lines if line.startswith("Hall: "))
    assert "north → Attic (one way)" in hall
    assert "west is blocked (The oak door is locked.)" in hall
    assert any(line.startswith("*Cellar: ") for line in lines)
    assert any(line.startswith("Garden (dark): ") for line in lines)
    assert any(line.startswith("Kitchen: ") and "east → ?" in line for line in lines)


def test_ways_of_other_words_are_told() -> None:
    truth: Truth = {"a": {"push button": "b", "north": "b"}, "b": {"wait": "a", "south": "c"}}
    lines = printed(map_in_words(walked(truth, "a", "push button", "wait", "north", "south")))
    assert any(line.startswith("A: push button carries to B") for line in lines)
    assert any(line.startswith("B: wait carries to A") for line in lines)


def test_the_same_map_is_always_drawn_the_same() -> None:
    world = cross()
    again = WorldMap.model_validate_json(world.model_dump_json())
    assert printed(map_in_words(world)) == printed(map_in_words(again))
