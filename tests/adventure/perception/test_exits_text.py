"""The ways out that a description mentions."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.telling import MENTIONED


def mentioned(text: str) -> set[str]:
    return {fact.direction for fact in exits_in(text) if fact.confidence >= MENTIONED}


@pytest.mark.parametrize(
    ("text", "directions"),
    [
        ("A path leads north.", {"north"}),
        ("Doors lead north and east.", {"north", "east"}),
        ("To the south-west is an archway.", {"southwest"}),
        ("The road continues northeast and southwest.", {"northeast", "southwest"}),
        ("A staircase leads up, and a ladder goes down into a pit.", {"up", "down"}),
        ("Exits: north, south, up", {"north", "south", "up"}),
        ("Obvious exits are N, SE and W.", {"north", "southeast", "west"}),
        ("You can go east or west from here.", {"east", "west"}),
        ("A passage to the northern hall lies open.", {"north"}),
        (
            "There are exits in all directions.",
            {
                "north",
                "northeast",
                "east",
                "southeast",
                "south",
                "southwest",
                "west",
                "northwest",
            },
        ),
        ("The door of the hut leads out.", {"out"}),
        ("There is an unguarded exit to the west.", {"west"}),
        ("You can go on down the narrow pathway which leads north.", {"north"}),
        ("A stair goes down the cliff.", {"down"}),
        ("The door out leads west.", {"west"}),
        ("Exits: South East West", {"south", "east", "west"}),
        ("Exits: South East and West", {"southeast", "west"}),
        ("North of here is a small hut.", {"north"}),
        ("You left the cart in the south east corner.", {"southeast"}),
        (
            "You don't like doors? Why not try going north, that entranceway is unguarded.",
            {"north"},
        ),
    ],
)
def test_directions_of_ways_are_exits(text: str, directions: set[str]) -> None:
    assert mentioned(text) == directions


@pytest.mark.parametrize(
    "text",
    [
        "Banners cover the north wall.",
        "You are facing the east side of a white barn.",
        "There is no exit to the south.",
        "A map of the northern coast hangs here.",
        "The clock has stopped.",
        "You're standing in the south east corner of the yard.",
    ],
)
def test_directions_of_other_things_are_none(text: str) -> None:
    assert mentioned(text) == set()


def test_what_stands_in_one_way_is_not_in_the_next() -> None:
    facts = exits_in("Dense bushes block the way west, but a path leads east. A gate is north.")
    assert {fact.direction: fact.shut for fact in facts} == {
        "north": False,
        "east": False,
        "west": True,
    }


def test_every_exit_quotes_the_sentence_that_mentions_it() -> None:
    text = "A long hall. A door leads north. Dust lies thick."
    (fact,) = exits_in(text)
    assert fact.quote == "A door leads north."
    assert fact.quote in text


def test_a_direction_is_reported_once_by_its_surest_mention() -> None:
    facts = exits_in("Banners cover the north wall. A door leads north.")
    assert [(fact.direction, fact.quote) for fact in facts] == [("north", "A door leads north.")]
