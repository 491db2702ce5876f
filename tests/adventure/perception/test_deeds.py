"""What a command did to a thing, by the story's answer."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.deeds import change_of, fading, object_of, went_out
from ludens.adventure.world.places import ItemId

BOX = ItemId("box")


def changes(command: str, answer: str, name: str = "oak box") -> dict[str, bool]:
    change = change_of(command, answer, BOX, name)
    fields = change.model_dump(exclude_defaults=True) if change is not None else {}
    return {key: value for key, value in fields.items() if key not in ("item", "confidence")}


@pytest.mark.parametrize(
    ("command", "answer", "told"),
    [
        ("open box", "You open the box.", {"open": True, "container": True}),
        ("open the box", "Opening the box reveals a leaflet.", {"open": True, "container": True}),
        ("open box with crowbar", "The lid swings open.", {"open": True, "container": True}),
        ("open box", "It seems to be locked.", {"open": False, "locked": True}),
        ("open box", "You can't open that.", {}),
        ("open box", "It's already open.", {}),
        ("close box", "Closed.", {"open": False}),
        ("unlock box with key", "You unlock the box.", {"locked": False}),
        ("unlock box with key", "The key turns a little, and sticks.", {}),
        ("lock box with key", "You lock the box.", {"locked": True}),
        ("wear cloak", "You are now wearing the cloak.", {"worn": True}),
        ("take off cloak", "You take off the cloak.", {"worn": False}),
        ("eat cake", "You eat the cake. Not bad.", {"consumable": True}),
        ("eat cake", "That's plainly inedible. You can't.", {}),
        ("take box", "It's fixed in place.", {"portable": False}),
        ("take box", "That's hardly portable.", {"portable": False}),
        ("take box", "The box is far too heavy to lift.", {"portable": False}),
        ("take box", "You can't see any such thing.", {}),
        ("take box", "You already have that.", {}),
        ("examine box", "It is locked and open and lit.", {}),
    ],
)
def test_a_deed_is_told_by_verb_and_answer(
    command: str, answer: str, told: dict[str, bool]
) -> None:
    assert changes(command, answer) == told


@pytest.mark.parametrize("name", ["iron oven", "mailbox", "sack of grain", "trophy case"])
def test_what_opens_is_a_container(name: str) -> None:
    assert changes("open it", "You open it.", name) == {"open": True, "container": True}


@pytest.mark.parametrize("name", ["oak door", "trapdoor", "floodgate", "black book", "window"])
def test_doors_and_books_open_and_hold_nothing(name: str) -> None:
    assert changes("open it", "You open it.", name) == {"open": True}


@pytest.mark.parametrize(
    ("command", "answer", "lit"),
    [
        ("turn on lamp", "The brass lantern is now on.", True),
        ("light lamp", "A small flame climbs the wick.", True),
        ("switch lamp on", "The lamp shines brightly.", True),
        ("turn off lamp", "The brass lantern is now off.", False),
        ("extinguish lamp", "You put out the lamp.", False),
        ("blow lamp out", "The flame goes out.", False),
    ],
)
def test_a_light_is_lit_and_put_out(command: str, answer: str, lit: bool) -> None:
    assert changes(command, answer, "brass lantern") == {"lit": lit}


def test_what_is_turned_on_is_not_always_a_light() -> None:
    assert changes("turn on radio", "The radio is now on.", "radio") == {}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("open the oak box", "oak box"),
        ("unlock box with key", "box"),
        ("turn lamp on", "lamp"),
        ("take off the cloak", "cloak"),
        ("take lamp", "lamp"),
        ("north", ""),
        ("examine lamp", ""),
    ],
)
def test_the_object_of_a_deed_is_what_it_is_done_to(command: str, words: str) -> None:
    assert object_of(command) == words


def test_a_light_that_fades_is_told_from_one_that_goes_out() -> None:
    assert fading("Your lamp is getting dim.", "brass lamp") == "Your lamp is getting dim."
    assert fading("The wall is dim. You wait.", "brass lamp") is None
    assert fading("There is a dim light at the east end of the passage.", "brass lantern") is None
    assert fading("The light of the lantern is getting dim.", "brass lantern") is not None
    assert went_out("Time passes. The lamp goes out.", "brass lamp")
    assert not went_out("Time passes. The fire goes out.", "brass lamp")


def test_what_is_only_wished_to_burn_does_not() -> None:
    wished = "If you wish to burn the nest, you should say so."
    assert change_of("light nest", wished, BOX, "nest") is None
    lit = change_of("light lamp", "The lamp burns. You could see the sea from here.", BOX, "lamp")
    assert lit is not None and lit.lit
