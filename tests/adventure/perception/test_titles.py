"""Titles of unusual shape, known by what stands below them and by what was asked for."""

from __future__ import annotations

from dataclasses import replace

from adventure.perception.tale import Tale
from ludens.adventure.perception.places import places_in
from ludens.adventure.perception.titles import Expectation, Kind, Style

TOLD = "You are beside a cluttered scullery. A doorway leads west, and a track north.\n"
PLAIN = "You are beside a cluttered scullery, and it smells of straw, mice and old beer.\n"
WALK = Expectation(kind=Kind.MOVING, known={"bakery 11"}, styles=frozenset({Style.TITLE_CASE}))
WEATHER = "You hear the ticking of a clock.\n"


def titles(text: str, expected: Expectation) -> list[str]:
    places, _ = places_in(text, expected)
    return [place.title for place in places]


def test_a_heading_unlike_the_others_is_a_title_above_a_description_that_names_ways() -> None:
    assert titles(f"the Grotto\n{TOLD}", WALK) == ["the Grotto"]
    assert titles(f"the Grotto\n{PLAIN}", WALK) == []
    assert titles(f"the Grotto\n\n{TOLD}", WALK) == [], "the description stands apart"
    reading = Expectation(kind=Kind.READING, known=WALK.known, styles=WALK.styles)
    assert titles(f"the Grotto\n{TOLD}", reading) == []


def test_an_aside_in_brackets_stands_between_a_title_and_its_description() -> None:
    plain = Expectation(kind=Kind.MOVING, known={"dead end"}, styles=frozenset({Style.SENTENCE}))
    assert titles(f"Mill of linen\n(You are still out of breath.)\n{PLAIN}", plain) == [
        "Mill of linen"
    ]
    assert titles("Mill of linen\n(You are still out of breath.)\n", plain) == []


def test_a_bare_title_is_awaited_where_titles_alone_were_asked_for() -> None:
    known, styles = {"dead end"}, frozenset({Style.SENTENCE})
    full = Expectation(kind=Kind.MOVING, known=known, styles=styles, together=True)
    bare = replace(full, bare=True)
    assert titles(f"Lost in the theatre\n\n{WEATHER}", full) == []
    assert titles(f"Lost in the theatre\n\n{WEATHER}", bare) == ["Lost in the theatre"]
    assert titles(f"You climb over rubble.\n\nTheatre\n\n{WEATHER}", bare) == ["Theatre"]
    tale = Tale("Hall\nA wide hall with a stone floor. Doors lead north and east.\n")
    tale.tell("superbrief", "Superbrief descriptions.")
    tale.tell("north", "You climb over rubble.\n\nTheatre")
    assert tale.names == ["Hall", "Theatre"]
