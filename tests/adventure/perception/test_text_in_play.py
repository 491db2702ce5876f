"""Perception by the text alone of a compiled story, with no test's words in between."""

from __future__ import annotations

from adventure.perception.watched import WORKSHOP, learnt
from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.mapping import Mapping, map_story
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import INVENTORY


def played(line: str) -> Mapping:
    """Type the commands of a line, one after another, and map them by the text."""
    file, _ = learnt(WORKSHOP)
    interpreter = JerichoInterpreter(file)
    try:
        return map_story(interpreter, line.split(", "), senses_for(file, None))
    finally:
        interpreter.close()


def item(play: Mapping, name: str) -> Item:
    [found] = [item for item in play.state.items.known.values() if item.name == name]
    return found


def test_one_word_of_a_name_is_enough_to_take_a_thing() -> None:
    play = played("e, e, take ice")
    assert item(play, "block of ice").place == INVENTORY


def test_what_was_opened_is_a_container() -> None:
    play = played("w, open vase, close vase, open vase")
    assert item(play, "glass vase").container


def test_a_room_that_is_called_otherwise_by_now_is_the_same_room() -> None:
    play = played("w, pull curtain, e, w")
    names = [room.name for room in play.state.map.rooms.values()]
    assert names == ["Hall", "Bright Study"]
