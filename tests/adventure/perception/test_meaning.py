"""What a line stands for that speaks of the one before."""

from __future__ import annotations

from adventure.perception.tale import REFUSED, Tale
from ludens.adventure.perception.commands import brings_back, is_answer, meant

HALL = "Hall\nA wide hall with a stone floor. Doors lead north and east.\n"
PANTRY = "Pantry\nShelves up to the ceiling. The way out is south; another leads north.\n"
CELLAR = "Cellar\nA low vault of brick, with a drain. The only door is south.\n"
SURE = "Are you sure you want to restart?"


def test_again_repeats_the_last_command_that_was_not_again_itself() -> None:
    recent = [("north", ""), ("g", ""), ("again", "")]
    assert meant(recent, "again") == "north"
    assert meant([("wait", ""), ("north", "")], "north") == "north"


def test_a_way_gone_again_is_the_way_itself() -> None:
    tale = Tale(HALL)
    tale.tell("n", PANTRY)
    pantry = tale.here
    cellar = tale.tell("g", CELLAR)
    assert tale.way(pantry, "north").to == cellar
    assert "again" not in tale.mapping.state.map.rooms[pantry].exits
    tale.tell("g", REFUSED)
    assert tale.here == cellar


def test_the_answer_to_a_question_leaves_no_way_behind() -> None:
    tale = Tale(HALL)
    hall = tale.here
    pantry = tale.tell("n", PANTRY)
    tale.tell("restart", SURE)
    assert tale.tell("yes", HALL) == hall
    assert "yes" not in tale.mapping.state.map.rooms[pantry].exits


def test_a_line_below_every_answer_is_no_question() -> None:
    prompt = "What do you want to do?"
    recent = [("wait", f"Time passes.\n{prompt}"), ("jump", f"Wheee.\n{prompt}")]
    assert not is_answer(recent, "push button")
    assert is_answer([("unlock", "What do you want to unlock?")], "door")
    assert brings_back([("restart", SURE)], "y")
    assert not brings_back([("jump", "Do you really want to?")], "y")


def test_a_question_about_what_comes_next_asks_nothing() -> None:
    assert not is_answer([("wait", "Time passes.\n\nWhat do you do next?")], "push button")
