"""What texts tell the reader to do, in the words of a bundled story's own dictionary."""

from __future__ import annotations

import pytest

from ludens.adventure.naming import clues_in, listed_in
from ludens.adventure.orders import orders_in
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Article, Vocabulary, stems


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return Vocabulary(find_story(None).data)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("First of all, open the desk. Then, take the crank.", ["open desk", "take crank"]),
        ("Make sure that the grate is unlocked with the key.", ["unlock grate with key"]),
        ("With the key, unlock the grate.", ["unlock grate with key"]),
        ("And then, recover the lamp from the drawer.", ["take lamp"]),
        ("You should put the bob on the rod.", ["put bob on rod"]),
        ("I need you to give the loaf to the dog.", ["give loaf to dog"]),
        ("Insert the key into the grate to unlock it.", ["unlock grate with key"]),
        ("The grate is locked. The dog is asleep.", []),
        ("Then, ditch the loaf on the floor of the study.", ["drop loaf"]),
        ("You couldn't pay me to eat that loaf.", []),
        ("If it's not too much trouble, I need you to open the desk.", ["open desk"]),
    ],
)
def test_orders_are_read_as_commands(words: Vocabulary, text: str, orders: list[str]) -> None:
    assert [order.command for order in orders_in(words, text)] == orders


def test_ways_are_orders_only_where_a_text_goes_step_by_step(words: Vocabulary) -> None:
    told = "First of all, head east. With that done, try to take a trip south. Then take the lamp."
    assert [order.command for order in orders_in(words, told)] == ["east", "south", "take lamp"]
    assert orders_in(words, "A path lets you go north.") == ()


def test_an_order_says_where(words: Vocabulary) -> None:
    (order,) = orders_in(words, "After that, open the desk in the study.")
    assert (order.command, order.place) == ("open desk", "study")


def test_lists_of_what_is_needed_and_what_to_do_are_read_in_their_order(words: Vocabulary) -> None:
    text = "Ingredients:\n  lamp\n  loaf\n\nDirections:\n  1. open the desk\n  light the lamp\n"
    told = [order.command for order in orders_in(words, text)]
    assert told == ["take lamp", "take loaf", "open desk", "light lamp"]


def test_a_noun_is_brought_in_as_new_or_as_known(words: Vocabulary) -> None:
    found = words.mentions("A lamp hangs by the door, and dust lies on it.")
    assert found["lamp"] is Article.INDEFINITE
    assert found["door"] is Article.DEFINITE


def test_what_has_a_paragraph_of_its_own_below_a_description_lies_there(words: Vocabulary) -> None:
    text = "A long room with a desk and a map.\n\nA lamp stands by the door."
    assert listed_in(words, text, shown=True) == ["lamp"]


def test_a_sentence_joins_the_verbs_and_things_in_it(words: Vocabulary) -> None:
    (clue,) = clues_in(words, "She wound the clock.")
    verb = words.verb("wind")
    assert verb is not None
    assert set(clue.split()) == {f"@{verb.words[0]}", "clock"}


def test_forms_of_a_verb_lead_to_it() -> None:
    assert "dig" in stems("digging")
    assert "hook" in stems("unhooked")
    assert "tie" in stems("tied")
