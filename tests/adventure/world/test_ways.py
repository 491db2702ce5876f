"""What the words of a command say about a way."""

from __future__ import annotations

import pytest

from ludens.adventure.directions import DIRECTIONS, OPPOSITE
from ludens.adventure.world.ways import (
    goes_back,
    leaves_the_world,
    several,
    walks,
    way_back,
    way_of,
)


@pytest.mark.parametrize(
    ("command", "way"),
    [
        ("n", "north"),
        ("Go North.", "north"),
        ("walk to the north", "north"),
        ("upstairs", "up"),
        ("go in", "in"),
        ("enter", "in"),
        ("exit", "out"),
        ("enter the house", "enter house"),
        ("Climb  the tree", "climb tree"),
        ("z", "wait"),
        ("push the red button", "push red button"),
        ("", ""),
    ],
)
def test_a_way_has_one_key_however_it_is_typed(command: str, way: str) -> None:
    assert way_of(command) == way
    assert way_of(way) == way


def test_each_of_the_twelve_directions_is_its_own_key_and_has_a_way_back() -> None:
    assert len(DIRECTIONS) == 12
    for direction in DIRECTIONS:
        assert way_of(f"go {direction}") == direction
        assert way_back(way_back(direction) or "") == direction
        assert way_back(direction) == OPPOSITE[direction]


@pytest.mark.parametrize(
    ("way", "back"),
    [
        ("port", "starboard"),
        ("enter boat", "out"),
        ("climb tree", "down"),
        ("climb down rope", "up"),
        ("push button", None),
        ("north. east", None),
        ("enter boat. wait", None),
    ],
)
def test_a_way_back_is_assumed_only_where_the_words_tell(way: str, back: str | None) -> None:
    assert way_back(way) == back


def test_moving_on_purpose_is_told_from_being_carried() -> None:
    assert all(walks(way) for way in ("north", "aft", "climb tree", "jump", "get in cart"))
    assert all(walks(way) for way in ("stand up", "push crate north")), "nobody is carried off"
    assert not any(walks(way) for way in ("wait", "push button", "get lamp", "north. wait", ""))


def test_a_line_may_hold_several_commands() -> None:
    assert several("north. take lamp")
    assert several("take lamp then go up")
    assert not several("enter the strengthened gate")


def test_commands_to_the_interpreter_are_not_of_the_world() -> None:
    assert leaves_the_world("undo")
    assert goes_back("undo")
    assert leaves_the_world("save")
    assert not goes_back("save")
    assert leaves_the_world("restore")
    assert not leaves_the_world("wait")
