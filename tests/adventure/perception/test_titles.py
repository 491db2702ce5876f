"""Titles of unusual shape, known by what stands below them and by what was asked for."""

from __future__ import annotations

from ludens.adventure.perception.places import places_in
from ludens.adventure.perception.titles import Expectation, Kind, Style

TOLD = "You are beside a cluttered scullery. A doorway leads west, and a track north.\n"
PLAIN = "You are beside a cluttered scullery, and it smells of straw, mice and old beer.\n"
WALK = Expectation(kind=Kind.MOVING, known={"bakery 11"}, styles=frozenset({Style.TITLE_CASE}))
WEATHER = "You hear the ticking of a clock.\n"


def titles(text: str, expected: Expectation) -> list[str]:
    places, _ = places_in(text, expected)
    return [place.title for place in places]


def test_an_aside_in_brackets_stands_between_a_title_and_its_description() -> None:
    plain = Expectation(kind=Kind.MOVING, known={"dead end"}, styles=frozenset({Style.SENTENCE}))
    assert titles(f"Mill of linen\n(You are still out of breath.)\n{PLAIN}", plain) == [
        "Mill of linen"
    ]
    assert titles("Mill of linen\n(You are still out of breath.)\n", plain) == []


def test_a_line_of_rubbish_is_no_title_and_takes_no_time() -> None:
    assert titles("-" * 100_000 + "x", Expectation()) == []
