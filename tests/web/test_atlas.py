"""The map on the page: rooms apart, ways around rooms, each way at the side it goes."""

from __future__ import annotations

import math

import pytest

from ludens.adventure.events import RoomFound, RoomId, RoomsMerged
from ludens.adventure.world.layout import COMPASS
from ludens.adventure.world.map import WorldMap
from ludens.web.atlas.atlas import Atlas, draw_atlas
from ludens.web.atlas.geometry import PORTS, crosses_box, middle, rounded_path
from web.maps import overlapping, rooms_crossed, sampled, walked

SAMPLE = range(20)
ALL = range(200)


def require_readable(world: WorldMap) -> Atlas:
    atlas = draw_atlas(world)
    assert set(atlas["rooms"]) == set(world.rooms)
    assert overlapping(atlas) == []
    assert rooms_crossed(atlas) == []
    for link in atlas["links"]:
        left, top = atlas["rooms"][link["room"]]
        dx, dy = PORTS.get(link["way"], PORTS["in"])
        x, y = next(iter(sampled(link["path"])))
        assert math.dist((x, y), (left + dx, top + dy)) < 0.2, "leaves at the side it goes"
    return atlas


@pytest.mark.parametrize("seed", SAMPLE)
def test_no_two_rooms_overlap_and_no_way_passes_through_a_room(seed: int) -> None:
    require_readable(walked(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", ALL)
def test_two_hundred_maps_are_readable(seed: int) -> None:
    require_readable(walked(seed))


def test_nearly_every_way_by_compass_is_drawn() -> None:
    drawn = wanted = 0
    for seed in SAMPLE:
        world = walked(seed)
        lines = {(link["room"], link["way"]) for link in draw_atlas(world)["links"]}
        lines |= {(link["to"], link["back"]) for link in draw_atlas(world)["links"]}
        ways = [
            (room, way)
            for room, place in world.rooms.items()
            for way, exit_ in place.exits.items()
            if way in COMPASS and exit_.to not in (None, room) and not exit_.random
        ]
        wanted += len(ways)
        drawn += sum(way in lines for way in ways)
    assert drawn / wanted > 0.97


def test_the_same_map_is_always_laid_out_alike() -> None:
    assert draw_atlas(walked(3)) == draw_atlas(walked(3))


def test_a_room_that_proved_to_be_another_has_a_place_of_its_own() -> None:
    world = WorldMap()
    for name in ("hall", "hall again", "cellar"):
        world.apply(RoomFound(room=RoomId(name), name=name), 1)
    world.apply(RoomsMerged(room=RoomId("hall again"), into=RoomId("hall"), reason="twins"), 2)
    atlas = draw_atlas(world)
    assert set(atlas["rooms"]) == {"hall", "hall again", "cellar"}
    assert overlapping(atlas) == []


def test_a_way_that_was_once_believed_in_keeps_its_line() -> None:
    world = walked(5)
    one, other = list(world.rooms)[:2]
    free = next(way for way in COMPASS if way not in world.rooms[one].exits)
    before = {(link["room"], link["way"]) for link in draw_atlas(world)["links"]}
    after = {
        (link["room"], link["way"]) for link in draw_atlas(world, [(one, free, other)])["links"]
    }
    assert (one, free) not in before
    assert (one, free) in after


def test_an_empty_map_has_a_size() -> None:
    atlas = draw_atlas(WorldMap())
    assert atlas["rooms"] == {}
    assert atlas["width"] > 0


def test_a_bend_is_rounded_within_its_corner() -> None:
    assert rounded_path([(0, 0), (50, 0), (100, 0), (100, 40)]) == "M0,0L93,0Q100,0 100,7L100,40"


def test_the_middle_of_a_line_lies_on_it() -> None:
    assert middle([(0, 0), (10, 0), (10, 30)]) == (10, 10)


def test_a_line_along_a_border_is_not_inside_the_box() -> None:
    assert not crosses_box((0, 0), (128, 0), (0, 0))
    assert crosses_box((-10, 10), (200, 12), (0, 0))
    assert not crosses_box((-10, 10), (-5, 300), (0, 0))
    assert crosses_box((-10, -3), (200, -3), (0, 0), margin=4)


def test_a_group_beside_its_door_does_not_lie_on_the_room_with_the_door() -> None:
    require_readable(walked(122))
