"""Lines of several commands: what each of them was answered with, where that can be told."""

from __future__ import annotations

import pytest

from adventure.perception.tale import Tale
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.perception.lexical import read
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.several import taken_apart
from ludens.adventure.perception.titles import Expectation, Kind

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n"
PANTRY = "Pantry\nShelves up to the ceiling, all of them bare. The way out is south.\n"


def answers(line: str, text: str) -> list[str]:
    expected = Expectation(kind=Kind.MOVING, known={"hall", "pantry"}, places=2)
    percept = Percept(line, Observation(text))
    parts = taken_apart(percept, lambda p: read(p.observation.text, p.command, expected))
    return [part.observation.text for part in parts]


def test_what_is_told_on_the_way_is_no_answer_of_its_own() -> None:
    """The story heeds the first command only: what it says does not tell of two."""
    text = f"You squeeze through a gap.\n\n{PANTRY}"
    assert answers("north. west", text) == [text]
    tale = Tale(HALL)
    hall = tale.here
    tale.tell("north. west", text)
    assert tale.mapping.state.map.exit(hall, "west") is None


@pytest.mark.parametrize(
    "refused", ["You can't go that way.", "The oak door is closed.", "Ouch! Solid rock."]
)
def test_a_refusal_and_a_place_are_two_answers(refused: str) -> None:
    told = answers("west. north", f"{refused}\n\n{PANTRY}")
    assert told == [refused, PANTRY.strip()]
