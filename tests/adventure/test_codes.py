"""Codes that were read somewhere are tried where something is set, typed or said."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.agents.offline.combinations import combinations
from ludens.adventure.agents.offline.things import Thing
from ludens.adventure.codes import numbers_in, words_in
from ludens.adventure.events import ThingsMentioned
from ludens.adventure.puzzles.events import PuzzleFound, PuzzleId, PuzzleKind


class Parser:
    """Takes the sentences it is given."""

    def __init__(self, *shapes: str) -> None:
        self.shapes = {tuple(shape.split()) for shape in shapes}

    def takes(self, *words: str) -> bool:
        """Tell whether the sentence is one of them."""
        return words in self.shapes


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("On the back is written 4711.", ["4711"]),
        ("Left to 12-7-33, it says.", ["12-7-33"]),
        ("It is 300 feet deep and 40 years old.", []),
        ("Release 12 / Serial number 850101", []),
        ("It costs $250, or 3.50 in change.", []),
    ],
)
def test_a_number_that_counts_nothing_may_be_a_code(text: str, numbers: list[str]) -> None:
    assert numbers_in(text) == numbers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The password is swordfish.", ["swordfish"]),
        ('Someone has scratched "Melon" into the wall.', ["melon"]),
        ("Say MELON to it.", ["melon"]),
        ("THIS IS ALL SHOUTED.", []),
        ("You can say what you like.", []),
    ],
)
def test_a_word_that_is_held_out_may_be_said(text: str, words: list[str]) -> None:
    assert words_in(text) == words


def test_a_number_is_set_on_what_takes_one() -> None:
    state = stage(ThingsMentioned(room=HERE, names=(), numbers=("4711",)))
    parser = Parser("set * to *")
    found = list(combinations(parser, state, HERE, (Thing("brass dial"), Thing("table"))))  # type: ignore[arg-type]
    assert [chance.command for chance in found] == ["set brass dial to 4711"]


def test_a_number_is_typed_where_nothing_is_set() -> None:
    state = stage(ThingsMentioned(room=HERE, names=(), numbers=("4711",)))
    found = list(combinations(Parser("type *"), state, HERE, (Thing("keypad"),)))  # type: ignore[arg-type]
    assert [chance.command for chance in found] == ["type 4711"]


def test_a_word_is_said_only_where_one_is_asked_for() -> None:
    read = ThingsMentioned(room=HERE, names=(), passwords=("melon",))
    asked = PuzzleFound(
        puzzle=PuzzleId("p1"),
        kind=PuzzleKind.CREATURE,
        summary="a guard",
        room=HERE,
        quote="The guard wants the password.",
    )
    parser = Parser("say *")
    assert not list(combinations(parser, stage(read), HERE, ()))  # type: ignore[arg-type]
    said = list(combinations(parser, stage(read, asked), HERE, ()))  # type: ignore[arg-type]
    assert [chance.command for chance in said] == ["say melon"]
