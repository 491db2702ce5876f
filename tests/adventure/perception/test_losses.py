"""What a text tells of things lost."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.things_told import given, is_lost


@pytest.mark.parametrize(
    "text",
    [
        "There is a flicker of sand-colour, and the brass pan is gone.",
        "The pan vanishes in a puff of smoke!",
        "A seedy fellow makes off with your pan.",
        "The magpie snatches the shiny pan and flies away.",
        "The pan has disappeared.",
    ],
)
def test_a_thing_is_lost_that_goes_or_is_carried_off(text: str) -> None:
    assert is_lost(text, "brass pan")


@pytest.mark.parametrize(
    "text",
    [
        "The fox looks at the brass pan.",
        "You pocket the pan. The fox is gone.",
        "The thief snatches the coin and looks at the pan.",
        "You have stolen the pan, and nobody saw it.",
    ],
)
def test_a_thing_that_is_only_spoken_of_is_not_lost(text: str) -> None:
    assert not is_lost(text, "pan")


@pytest.mark.parametrize(
    ("command", "text", "gives"),
    [
        ("give loaf to dog", "She takes it from you and eats it lying down.", True),
        ("give coin to the guard", '"Thank you," says the guard.', True),
        ("offer coin to guard", "The guard doesn't want it.", False),
        ("give coin to guard", "You can't give what you haven't got.", False),
        ("give up", "The guard takes you away.", False),
    ],
)
def test_what_is_given_is_given_if_it_is_taken(command: str, text: str, gives: bool) -> None:
    assert (given(command, text) is not None) == gives
