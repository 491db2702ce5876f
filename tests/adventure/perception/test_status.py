"""The status line."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.titles import location_in, status_names


@pytest.mark.parametrize(
    ("status", "place"),
    [
        ("West of Barn                         Score: 0                Moves: 7", "West of Barn"),
        ("Entrance HallScore: 0Moves: 0", "Entrance Hall"),
        ("-= Bar =-                                                      0/1", "-= Bar =-"),
        ("Boathouse      9:05 AM", "Boathouse"),
        ("Deck 5  Time: 9:05", "Deck 5"),
        ("Orchard\n                  N  W + E", "Orchard"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_place_stands_first_in_the_status_line(status: str | None, place: str) -> None:
    assert location_in(status) == place


def test_a_status_line_names_a_title_whatever_its_marks() -> None:
    assert status_names("-= Bar =-     0/1", "Bar")
    assert status_names("Mill Pond, in the boat   Score: 3", "Mill Pond")
    assert not status_names("Mill Pond   Score: 3", "Pond")
    assert not status_names(None, "Pond")
