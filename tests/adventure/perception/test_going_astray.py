"""Moments that mislead: what happens below a bare title, and being carried off after all."""

from __future__ import annotations

import pytest

from adventure.perception.tale import Tale
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.events import PlaceRead, Told
from ludens.adventure.perception.hypotheses import Hypothesis
from ludens.adventure.world.places import RoomId

HALL = "Hall\nA wide hall with a stone floor. Doors lead north, east and west.\n"
PANTRY = "Pantry\nShelves up to the ceiling, all of them bare. The way out is south.\n"
YARD = "Yard\nA paved yard between four high walls, open to the sky. The hall is west.\n"
STAIR = "Endless Stair\nEvery step is a mouth.\n"
TABLE = "Long Table\nEverybody has your face.\n"
DARKNESS = "Darkness\nIt is pitch dark, and you can't see a thing.\n"
CARRIED = "A porter grabs you by the collar and drags you off.\n\n"
WEATHER = "The ground trembles for a moment.\n"


def tale() -> Tale:
    """A story that tells its rooms once, each description right below its title."""
    told = Tale(HALL)
    told.tell("north", PANTRY)
    told.tell("south", "Hall")
    told.tell("east", YARD)
    told.tell("west", "Hall")
    return told


def told_of(story: Tale) -> Told:
    (read,) = story.events(PlaceRead)
    assert isinstance(read, PlaceRead)
    return read.told


def supposed(story: Tale) -> Hypothesis:
    perception = story.mapping.perception
    assert isinstance(perception, TextPerception)
    return perception.resolver.now(story.mapping.state.text_memory).best


def asleep(story: Tale) -> RoomId:
    """Fall asleep in the hall, and dream of a table beyond a stair."""
    stair = story.tell("sleep", f"You nod off.\n\n\n{STAIR}")
    story.tell("north", TABLE)
    return stair


def test_what_stands_apart_below_a_title_is_what_happens_there() -> None:
    story = tale()
    stair = asleep(story)
    assert story.tell("north", f"Endless Stair\n\n{WEATHER}") == stair
    assert told_of(story) is Told.BARE


def test_a_description_that_stands_apart_is_one_where_all_of_them_do() -> None:
    story = Tale(HALL.replace("\n", "\n\n", 1))
    story.tell("north", f"Cellar\n\n{WEATHER}")
    assert told_of(story) is Told.FULL


@pytest.mark.parametrize(
    "told",
    [
        "The boards give way and you fall into the dark.",
        "You slip and fall!",
        "You lose your footing and tumble down a long shaft.",
        "The plank tips, and you plummet to the bottom.",
        "An eagle seizes you and carries you off.",
    ],
)
def test_a_fall_is_no_ordinary_way_and_leads_nowhere_back(told: str) -> None:
    story = tale()
    hall = story.here
    pit = story.tell("down", f"{told}\n\nPit\nA deep pit.\n")
    ways = story.mapping.state.map.rooms
    assert ways[hall].exits["down"].teleport
    assert "up" not in ways[pit].exits
