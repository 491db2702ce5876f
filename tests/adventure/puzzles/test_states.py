"""Refusals that say how a thing stands are read as what is to be done first."""

from __future__ import annotations

import pytest

from ludens.adventure.puzzles.states import deeds_first


@pytest.mark.parametrize(
    ("refusal", "deeds"),
    [
        ("You cannot turn the stove on while it's open!", [("close", "stove")]),
        ("You can't reach it while the lid is closed.", [("open", "lid")]),
        ("Not as long as the fan is on.", [("turn off", "fan")]),
        ("It won't start until the hatch is shut.", [("close", "hatch")]),
        ("Nothing comes out unless it is on.", [("turn on", "stove")]),
        ("The stove is open.", []),
        ("You wait while it is getting dark.", []),
    ],
)
def test_what_is_to_be_done_first(refusal: str, deeds: list[tuple[str, str]]) -> None:
    assert list(deeds_first(refusal, "stove")) == deeds
