"""Refusals that list the ways: what is listed is there, and nothing else."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.perception.refusals import events_for_ways_told, ways_told
from ludens.adventure.world.map_events import ExitAbsent, ExitSeen


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("From here, you can head north, south, and east.", ("north", "south", "east")),
        ("You could go up to Mill Lane or south-east to the quay.", ("up", "southeast")),
        ("The only exits are west and down.", ("west", "down")),
        ("There is hay all about; you can only go back west.", ("west",)),
        ("You can't go that way.", ()),
        ("You can't go north or south.", ()),
        ("If you could go north, you would.", ()),
    ],
)
def test_a_refusal_may_list_the_ways(text: str, ways: tuple[str, ...]) -> None:
    assert ways_told(text) == ways


def test_what_is_listed_is_there_and_no_other_point_of_the_compass_is() -> None:
    world = stage().map
    told = events_for_ways_told(world, HERE, "west", "From here, you can go northeast or down.")
    seen = {event.direction for event in told if isinstance(event, ExitSeen)}
    absent = {event.direction for event in told if isinstance(event, ExitAbsent)}
    assert seen == {"northeast", "down"} - set(world.rooms[HERE].exits)
    assert "south" in absent and not absent & {"up", "in", "out"}
    assert events_for_ways_told(world, HERE, "north", "You can go north, if you dare.") == []
