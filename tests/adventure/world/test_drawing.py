"""The map in the terminal, and where rooms stand on its grid."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from adventure.world.worlds import Truth, Walker, folded, printed, truths, ways, world_events
from ludens.adventure.world.drawing import draw_map
from ludens.adventure.world.layout import COMPASS, clear_between, grid_layout
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import (
    ExitBlocked,
    ExitExplored,
    ExitMarked,
    ExitSeen,
    RoomChanged,
    RoomFound,
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


@settings(max_examples=50)
@given(truths(most=20), st.lists(ways, max_size=80))
def test_a_line_leads_from_room_to_room_through_no_third_one(
    truth: Truth, commands: list[str]
) -> None:
    walker = Walker(truth, "room0")
    for command in commands:
        walker.go(command)
    spots = grid_layout(walker.world)
    cells = {(spot.x, spot.y): room for room, spot in spots.items() if spot.sheet == 0}
    for one in cells:
        for other in cells:
            line = clear_between(cells, one, other)
            if abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1:
                assert line


def test_an_empty_map_says_so() -> None:
    assert printed(draw_map(WorldMap()))[0] == "Nothing is known of the map yet."


def test_the_drawing_shows_rooms_ways_and_the_player() -> None:
    lines = printed(draw_map(cross()))
    drawing = "\n".join(lines)
    for name in ("Attic", "Hall", "Kitchen", "Garden", "*Cellar"):
        assert drawing.count(name) >= 1
    hall = next(line for line in lines if "Hall" in line)
    assert "────" in hall
    assert "Kitchen" in hall
    assert "\u2572" in drawing
    assert "Hall: down → Cellar" in lines
    assert "┏" in drawing
    assert "↓" in drawing


def test_untried_blocked_and_one_way_exits_are_marked() -> None:
    world = cross()
    kitchen, hall = RoomId("kitchen"), RoomId("hall")
    apply(
        world,
        ExitSeen(room=kitchen, direction="east"),
        ExitBlocked(room=hall, direction="west", reason="The oak door is locked."),
        ExitMarked(room=hall, direction="east", one_way=True),
        ExitBlocked(room=hall, direction="in", reason="A guard stands in it."),
        ExitSeen(room=kitchen, direction="up"),
    )
    lines = printed(draw_map(world))
    row = next(line for line in lines if "Hall" in line)
    assert row.index("\u00d7") < row.index("Hall") < row.index("▶") < row.index("Kitchen")
    assert row.rstrip().endswith("─?")
    assert any("⇡" in line for line in lines)
    assert "Hall: down → Cellar, in is blocked (A guard stands in it.)" in lines


def test_ways_that_no_line_can_show_are_told_in_words() -> None:
    truth: Truth = {"a": {"push button": "b", "north": "b"}, "b": {"wait": "a", "south": "c"}}
    lines = printed(draw_map(walked(truth, "a", "push button", "wait", "north", "south")))
    assert any(line.startswith("A: push button carries to B") for line in lines)
    assert any(line.startswith("B: wait carries to A") for line in lines)


def test_a_wide_map_shrinks_to_numbers_and_then_to_the_part_around_the_player() -> None:
    row = {f"r{n:02}": {"east": f"r{n + 1:02}"} for n in range(30)} | {"r30": {}}
    world = walked(row, "r00", *["east"] * 30)
    wide, narrow, tiny = (printed(draw_map(world), width) for width in (700, 300, 40))
    assert any("R15" in line and "*R30" in line for line in wide)
    assert any("31*" in line for line in narrow)
    assert any("31 R30" in line for line in narrow)
    assert tiny[0].startswith("(wider than the terminal")
    assert any("31*" in line for line in tiny)
    assert all(len(line) <= 40 for line in tiny)


def test_a_dark_room_and_a_long_name_still_fit_their_box() -> None:
    world = apply(
        WorldMap(),
        RoomFound(room=RoomId("a"), name="The Exceedingly Long Gallery of the Ancestors of Ys"),
        RoomChanged(room=RoomId("a"), dark=True),
    )
    assert "\n".join(printed(draw_map(world))).count("…") == 1


def test_the_same_map_is_always_drawn_the_same() -> None:
    world = cross()
    again = WorldMap.model_validate_json(world.model_dump_json())
    assert printed(draw_map(world)) == printed(draw_map(again))
