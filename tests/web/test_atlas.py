"""The map on the page: rooms apart, ways around rooms, each way at the side it goes."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ludens.adventure.game import Adventure
from ludens.adventure.stories import bundled
from ludens.adventure.world.layout import COMPASS
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import RoomFound, RoomsMerged
from ludens.adventure.world.places import RoomId
from ludens.episode.store import Store
from ludens.episode.visibility import ANALYSIS
from ludens.games import new_adventure
from ludens.web.atlas.atlas import Atlas, draw_atlas
from ludens.web.atlas.clusters import Cluster
from ludens.web.atlas.geometry import (
    BOX_HEIGHT,
    GAP_Y,
    PITCH_X,
    PORTS,
    crosses_box,
    middle,
    rounded_path,
)
from ludens.web.atlas.routing import Router
from ludens.web.mapping import draw_episode
from ludens.web.patch import patched
from ludens.web.stretch import read_stretch
from web.conftest import house_settings, play_on
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


STORIES = [story.name for story in bundled()]


def require_readable_at_any_turn(story: str, turns: int) -> None:
    """Play one of our stories; rooms that are known at the same time must stand apart."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ludens.db"
        store = Store.open(str(path))
        settings = house_settings(path, limits={"turns": turns})
        row = play_on(store, store.episode(store.create(new_adventure(settings, story, seed=2))))
        atlas = draw_episode(store, Adventure(), row)
        stretch = read_stretch(store, Adventure(), row, 0, row.turns, viewer=ANALYSIS)
        store.close()
    frame, before = stretch["frame"], set()
    for turn in stretch["turns"]:
        frame = patched(frame, turn["patch"])
        known = set(frame["rooms"])
        if known != before:
            assert known <= set(atlas["rooms"])
            shown = Atlas(**{**atlas, "rooms": {room: atlas["rooms"][room] for room in known}})
            assert overlapping(shown) == [], turn["entry"]["turn"]
            before = known
    assert rooms_crossed(atlas) == []


@pytest.mark.parametrize("story", STORIES)
def test_the_maps_of_our_stories_are_readable(story: str) -> None:
    require_readable_at_any_turn(story, 40)


@pytest.mark.long
@pytest.mark.parametrize("story", STORIES)
def test_the_maps_of_our_stories_are_readable_after_long_play(story: str) -> None:
    require_readable_at_any_turn(story, 1000)


@pytest.mark.parametrize("seed", range(6))
def test_a_maze_stands_together_apart_from_the_rest(seed: int) -> None:
    world = walked(seed)
    rooms = list(world.rooms)
    inside = tuple(rooms[1 :: 1 + seed % 3])
    atlas = draw_atlas(world, (), [Cluster("1", rooms[0], inside)])
    assert overlapping(atlas) == []
    assert rooms_crossed(atlas) == []
    assert not any({link["room"], link["to"]} <= set(inside) for link in atlas["links"])
    width, height = atlas["box"]
    places = [atlas["rooms"][room] for room in inside]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    right, bottom = max(x for x, _ in places) + width, max(y for _, y in places) + height
    others = [atlas["rooms"][room] for room in rooms if room not in inside]
    assert not any(
        left - width < x < right + width - 1 and top - height < y < bottom + height - 1
        for x, y in others
    )


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


def test_a_line_leaves_room_for_the_short_stroke_of_a_way_without_one() -> None:
    cells = [(0, 0), (1, 0)]
    down = {"down": 0.0}
    before, after = Router(cells), Router(cells)
    after.keep_clear((1, 0), "in")
    stroke = (PITCH_X + PORTS["in"][0], BOX_HEIGHT + GAP_Y / 4)
    assert stroke in before.route((0, 0), "down", down, (1, 0))
    assert stroke not in after.route((0, 0), "down", down, (1, 0))


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
    assert middle([(0, 0), (10, 0), (10, 30)]) == ((10, 10), 90.0)


def test_a_line_along_a_border_is_not_inside_the_box() -> None:
    assert not crosses_box((0, 0), (128, 0), (0, 0))
    assert crosses_box((-10, 10), (200, 12), (0, 0))
    assert not crosses_box((-10, 10), (-5, 300), (0, 0))
    assert crosses_box((-10, -3), (200, -3), (0, 0), margin=4)


def test_a_group_beside_its_door_does_not_lie_on_the_room_with_the_door() -> None:
    require_readable(walked(122))
