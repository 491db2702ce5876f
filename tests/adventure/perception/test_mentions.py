"""Whether a text speaks of a thing."""

from __future__ import annotations

import pytest

from ludens.adventure.perception.mentions import Mentions, noun_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("There is a small mailbox here.", "small mailbox"),
        ("There is a small mailbox here.", "mailbox"),
        ("A bottle is sitting on the table.", "glass bottle"),
        ("On the table is an elongated brown sack.", "brown sack"),
        ("Here lie the keys, and your torch.", "wooden torch"),
        ("A heap of gold coins!", "heap of gold coins"),
        ("The TROLL attacks.", "troll"),
        ("It is the miller's old sack.", "miller's old sack"),
    ],
)
def test_a_thing_is_mentioned_by_its_name_or_by_its_noun(text: str, name: str) -> None:
    assert Mentions(text).of(name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A wooden door with strange lettering.", "trap door"),
        ("The lampshade is torn.", "lamp"),
        ("Nothing of the kind is here.", "lamp"),
        ("You see some gloves.", "pair of gloves"),
        ("A brass key hangs on the wall.", "silver key"),
        ("You are at the edge. Lamp light falls.", ""),
    ],
)
def test_another_thing_with_the_same_noun_is_no_mention(text: str, name: str) -> None:
    assert not Mentions(text).of(name)


def test_a_noun_that_two_things_share_tells_neither() -> None:
    said = Mentions("The door is closed.")
    assert said.of("oak door")
    assert not said.of("oak door", ["trap door"])
    assert Mentions("The oak door is closed.").of("oak door", ["trap door"])


def test_a_name_is_told_by_what_it_is_and_not_by_what_it_is_of() -> None:
    assert noun_of(["pair", "of", "gloves"]) == "pair"
    assert noun_of(["brass", "lantern"]) == "lantern"
    assert noun_of([]) == ""
