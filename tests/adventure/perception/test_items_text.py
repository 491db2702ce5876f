"""The items that a text lists."""
# ruff: noqa: E501 - the samples are texts as stories print them, a line a paragraph

from __future__ import annotations

import pytest

from ludens.adventure.perception.facts import Holder, ItemFact, Trait
from ludens.adventure.perception.items_text import (
    handled_in,
    inventory_in,
    is_listing,
    is_too_much,
    items_in,
)


def names(text: str) -> list[str]:
    return [fact.name for fact in items_in(text)]


def only(facts: tuple[ItemFact, ...], name: str) -> ItemFact:
    (fact,) = (fact for fact in facts if fact.name == name)
    return fact


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("You can see a lamp here.", ["lamp"]),
        (
            "You can also see a brass lamp, two keys and an old man here.",
            ["brass lamp", "keys", "old man"],
        ),
        ("There is a rusty knife here.", ["rusty knife"]),
        ("Some fool has dropped, of all things, a silver button here.", ["silver button"]),
        ("Somebody left in a great hurry by the door here.", []),
        ("There's a rope here.", ["rope"]),
        ("In the back row a tall woman is sitting in her stockings.", []),
        ("A wicker basket is lying here.", ["wicker basket"]),
        ("On the ground is a pile of leaves.", ["pile of leaves"]),
        ("There is a sandwich on the floor.", ["sandwich"]),
        ("You see a knife on the floor here.", ["knife"]),
        ("A leaflet is on the floor here.", ["leaflet"]),
        ("There is a thing which nobody knows here.", ["thing"]),
        ("Arthur Dent is here.", ["Arthur Dent"]),
        ("Nobody is here.", []),
        ("You see a locked trunk.", ["locked trunk"]),
        ("There is a crown set with pearls, apparently left by a king here.", ["crown"]),
        ("Nothing else is here.", []),
        ("You can see nothing here.", []),
        ("There is no way out here.", []),
        ("You can't see any lamp here.", []),
    ],
)
def test_things_listed_in_a_room_are_items(text: str, listed: list[str]) -> None:
    assert names(text) == listed


def test_what_is_seen_on_a_thing_here_lies_on_it() -> None:
    (knife,) = items_in("You see a knife on the table here.")
    assert (knife.name, knife.holder, knife.inside) == ("knife", Holder.SUPPORTER, "table")


def test_what_is_in_and_on_other_things_is_listed_there() -> None:
    facts = items_in("You can see a box (in which are a coin and a ring) and a table here.")
    assert {fact.name: fact.inside for fact in facts} == {
        "box": None,
        "coin": "box",
        "ring": "box",
        "table": None,
    }
    assert only(facts, "coin").holder is Holder.CONTAINER
    facts = items_in("On the table are a candle and a bread knife.")
    assert {fact.name: fact.inside for fact in facts} == {
        "candle": "table",
        "bread knife": "table",
    }
    assert only(facts, "candle").holder is Holder.SUPPORTER
    assert only(items_in("In the trunk you can see a map."), "map").inside == "trunk"


def test_a_heading_with_an_indented_list_holds_what_is_below_it() -> None:
    text = "The glass bottle contains:\n  A quantity of water\nThe sack contains:\n  A clove\n"
    assert {fact.name: fact.inside for fact in items_in(text)} == {
        "quantity of water": "glass bottle",
        "clove": "sack",
    }


def test_what_follows_a_heading_at_its_own_depth_is_not_in_it_once_its_list_stood_deeper() -> None:
    text = (
        "You are carrying:\n  A glass bottle\n  The glass bottle contains:\n"
        "    A quantity of water\n  A leaflet"
    )
    carried = inventory_in(text)
    assert carried is not None
    assert {fact.name: fact.inside for fact in carried} == {
        "glass bottle": None,
        "quantity of water": "glass bottle",
        "leaflet": None,
    }


def test_notes_in_brackets_tell_an_items_state() -> None:
    facts = items_in("You can see a lamp (providing light) and a chest (which is closed) here.")
    assert only(facts, "lamp").traits == {Trait.LIT}
    assert only(facts, "chest").traits == {Trait.CLOSED}


@pytest.mark.parametrize(
    "text",
    [
        "You are carrying:\n  a brass lamp (providing light)\n  a sack\n    a coin\n  a cloak (being worn)",
        "You are carrying a brass lamp (providing light), a sack (in which is a coin) and a cloak "
        "(being worn).",
        "You're carrying:\n  a brass lamp (providing light)\n  a sack (which is open)\n    a coin\n"
        "  a cloak (being worn)\n",
    ],
)
def test_an_inventory_is_told_in_lists_and_in_sentences(text: str) -> None:
    facts = inventory_in(text)
    assert facts is not None
    assert {fact.name: fact.inside for fact in facts} == {
        "brass lamp": None,
        "sack": None,
        "coin": "sack",
        "cloak": None,
    }
    assert only(facts, "brass lamp").traits == {Trait.LIT}
    assert only(facts, "cloak").traits == {Trait.WORN}
    assert only(facts, "sack").holder is Holder.INVENTORY


def test_empty_hands_are_an_inventory_and_a_room_is_none() -> None:
    assert inventory_in("You are empty-handed.") == ()
    assert inventory_in("You are carrying nothing.") == ()
    assert inventory_in("You can see a lamp here.") is None
    assert inventory_in("You have to open the door first.") is None


@pytest.mark.parametrize(
    ("command", "text", "taken", "dropped"),
    [
        ("take lamp", "Taken.", ["lamp"], []),
        ("get the brass lamp", "Taken.", ["brass lamp"], []),
        (
            "take all",
            "lamp: Taken.\nsword: Taken.\nrug: That's hardly portable.",
            ["lamp", "sword"],
            [],
        ),
        ("pick up knife", "You pick up the knife from the ground.", ["knife"], []),
        ("take coin", "You take the coin from the purse.", ["coin"], []),
        ("touch stove", "You take your hand away again quickly.", [], []),
        ("wait", "You take a step back.", [], []),
        ("drop lamp", "Dropped.", [], ["lamp"]),
        ("drop all", "lamp: Dropped.\nsword: Dropped.", [], ["lamp", "sword"]),
        ("drop", "(the knife)\nDropped.", [], ["knife"]),
        ("drop knife", "You drop the knife on the ground.", [], ["knife"]),
        ("take rug", "That's hardly portable.", [], []),
        ("take nap", "You can't be serious.", [], []),
        ("take all", "Taken.", [], []),
    ],
)
def test_the_story_confirms_what_was_taken_and_dropped(
    command: str, text: str, taken: list[str], dropped: list[str]
) -> None:
    handled = handled_in(text, command)
    assert list(handled.taken) == taken
    assert list(handled.dropped) == dropped


@pytest.mark.parametrize(
    "text",
    [
        "Your load is too heavy.",
        "You're carrying too many things already.",
        "You can't carry any more.",
        "Your hands are full.",
    ],
)
def test_a_full_load_is_heard(text: str) -> None:
    assert is_too_much(text)
    assert not is_too_much("The rug is too heavy to lift.")


def test_a_list_is_told_from_a_description() -> None:
    assert is_listing("You can see a lamp here.")
    assert is_listing("On the table is a candle.")
    assert not is_listing("You can see the valley from here.")
    assert not is_listing("You are standing in a long hall.")


@pytest.mark.parametrize(
    "text", ["You have nothing to gain by a fire.", "You have no key to it.", "You have time yet."]
)
def test_what_one_has_in_a_manner_of_speaking_is_no_inventory(text: str) -> None:
    assert inventory_in(text) is None
    assert handled_in(text, "light stove").taken == ()


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("dig", "You have an audience: a small fox, sand-coloured, most of it ears."),
        ("ask guard", "You have a suspicion: a fraud, and a clever one."),
        ("wear hat", "You're wearing the hat."),
    ],
)
def test_who_did_not_ask_for_an_inventory_is_told_none_in_passing(command: str, text: str) -> None:
    assert inventory_in(text, command) is None


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("take off coat", "You take off the oilskin coat."),
        ("enter boat", "You get into the boat."),
        ("stand", "You get off the chair."),
        ("take rock", "You lift the rock, but it is too heavy to carry."),
        ("take off hat", "You slip off the hat."),
    ],
)
def test_what_begins_like_a_taking_may_be_none(command: str, text: str) -> None:
    assert handled_in(text, command).taken == ()


def test_a_taking_may_be_told_in_other_words() -> None:
    text = "You lift the kettle off the range. It leaves a clean ring on the iron."
    assert handled_in(text, "take kettle").taken == ("kettle",)
    assert handled_in("You pull the peg out of the wall.", "get peg from wall").taken == ("peg",)
