"""Refusals that say how a thing stands are read as what is to be done first."""

from __future__ import annotations

import pytest

from ludens.adventure.puzzles.events import PuzzleKind
from ludens.adventure.puzzles.signs import signs_in
from ludens.adventure.puzzles.states import asked_first, asks_for_a_deed, deeds_first
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary

WORDS = Vocabulary(find_story("four_parts_copper").data)


@pytest.mark.parametrize(
    ("refusal", "deeds"),
    [
        ("You cannot turn the stove on while it's open!", [("close", "stove")]),
        ("You can't reach it while the lid is closed.", [("open", "lid")]),
        ("Not as long as the fan is on.", [("turn off", "fan")]),
        ("It won't start until the hatch is shut.", [("close", "hatch")]),
        ("Nothing comes out unless it is on.", [("turn on", "stove")]),
        ("The winch isn't running.", [("turn on", "winch")]),
        ("The stove is open.", []),
        ("You wait while it is getting dark.", []),
    ],
)
def test_what_is_to_be_done_first(refusal: str, deeds: list[tuple[str, str]]) -> None:
    assert list(deeds_first(refusal, "stove")) == deeds


@pytest.mark.parametrize(
    ("refusal", "commands"),
    [
        ("You'd better close the gate first.", ["close gate"]),
        ("You have to open the gate before you can do that.", ["open gate"]),
        ("You'll have to get off the wheel first.", ["out"]),
        ("It would help if you were on the wheel.", ["enter wheel"]),
        ("Not until you close the gate.", ["close gate"]),
        ("You close the gate first and then the door.", []),
        ("You have to admire the gate.", []),
    ],
)
def test_what_is_asked_for_outright(refusal: str, commands: list[str]) -> None:
    assert list(asked_first(WORDS, refusal)) == commands


@pytest.mark.parametrize(
    "refusal",
    ["You cannot turn the stove on while it's open!", "You can't, since the stove is closed."],
)
def test_a_refusal_that_says_how_a_thing_stands_is_a_sign(refusal: str) -> None:
    (sign,) = signs_in(refusal)
    assert sign.kind is PuzzleKind.REFUSED
    assert asks_for_a_deed(refusal)
