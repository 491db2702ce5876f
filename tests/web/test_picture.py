"""The map as an SVG file: rooms by name, mazes framed, with what lies there and where ways lead."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.map_events import ExitExplored, ExitSeen, RoomFound
from ludens.adventure.world.places import ItemId, RoomId, in_room
from ludens.web.atlas.clusters import Cluster
from ludens.web.atlas.picture import picture

HALL, ONE, TWO = RoomId("r1"), RoomId("maze_1_1"), RoomId("maze_1_2")


@pytest.fixture
def drawn() -> ElementTree.Element:
    """A hall before a maze of two rooms, in the second of which a coin lies."""
    world, items = WorldMap(), Items()
    for room, name in ((HALL, 'Hall of "Kings" & <Queens>'), (ONE, "Maze"), (TWO, "Maze")):
        world.apply(RoomFound(room=room, name=name), 1)
    for room, way, to in ((HALL, "down", ONE), (ONE, "north", TWO), (TWO, "west", ONE)):
        world.apply(ExitExplored(room=room, direction=way, to=to), 2)
    world.apply(ExitSeen(room=HALL, direction="east"), 2)
    items.apply(ItemFound(item=ItemId("coin"), name="coin", place=in_room(TWO)), 3)
    return ElementTree.fromstring(picture(world, items, [Cluster("Maze", HALL, (ONE, TWO))]))


def words(drawn: ElementTree.Element, kind: str) -> list[str]:
    return [text.text or "" for text in drawn.iter() if text.get("class") == kind]


def test_every_room_has_a_box_with_its_name(drawn: ElementTree.Element) -> None:
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Maze 1", "Maze 2", "Maze: 2 rooms"} <= set(texts)
    assert 'Hall of "Kings" & <Queens>' in " ".join(text or "" for text in texts)


def test_a_maze_is_framed_and_tells_its_markers_and_ways(drawn: ElementTree.Element) -> None:
    frame = next(group for group in drawn.iter() if group.get("class") == "maze")
    left, width = (float(frame[0].attrib[name]) for name in ("x", "width"))
    boxes = [
        group.find("{http://www.w3.org/2000/svg}rect")
        for group in drawn.iter()
        if (group.get("id") or "").startswith("maze_")
    ]
    assert len(boxes) == 2
    for box in boxes:
        assert box is not None
        assert left < float(box.attrib["x"]) < left + width
    assert words(drawn, "things") == ["coin"]
    assert words(drawn, "ways") == ["n→2", "w→1"]


def test_a_way_not_tried_is_a_stroke(drawn: ElementTree.Element) -> None:
    strokes = [line for line in drawn.iter() if line.get("class") == "stub"]
    assert len(strokes) == 1
    assert float(strokes[0].attrib["x2"]) > float(strokes[0].attrib["x1"])
