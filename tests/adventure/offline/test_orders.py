"""What texts tell the reader to do, in the words of a bundled story's own dictionary."""

from __future__ import annotations

import pytest

from adventure.agents_stage import item, stage
from ludens.adventure.naming import clues_in, listed_in, things_mentioned
from ludens.adventure.orders import orders_in
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Article, Vocabulary, stems
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.places import RoomId, in_room


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return Vocabulary(find_story(None).data)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("First of all, open the desk. Then, take the crank.", ["open desk", "take crank"]),
        ("Make sure that the grate is unlocked with the key.", ["unlock grate with key"]),
        ("With the key, unlock the grate.", ["unlock grate with key"]),
        ("And then, make absolutely sure that the desk is wide open.", ["open desk"]),
        ("And then, recover the lamp from the drawer.", ["take lamp"]),
        ("You should put the bob on the rod.", ["put bob on rod"]),
        ("I need you to give the loaf to the dog.", ["give loaf to dog"]),
        ("Insert the key into the grate to unlock it.", ["unlock grate with key"]),
        ("The grate is locked. The dog is asleep.", []),
        ('"Try opening the desk," says the old man.', ["open desk"]),
        ("I don't mind if you open the desk.", ["open desk"]),
        ("If you would just open the desk, I shall explain.", ["open desk"]),
        ("Then, ditch the loaf on the floor of the study.", ["drop loaf"]),
        ("You couldn't pay me to eat that loaf.", []),
        ("A lamp with a wheel in the base to light it by.", []),
        ("A disc with a hook at the top to take the bob.", []),
        ("You have no reason to cut the cord.", []),
        ("You fit the crank and turn the crank.", []),
        ("You need to have the lamp before you can put the lamp on the desk.", []),
        ("Two trains of wheels, cut into the frame.", []),
        ("Supper is all but ready: it only needs a toasted loaf.", ["toast loaf"]),
        ("The table needs a polished lamp.", []),
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


def test_what_the_parser_makes_of_a_command_is_no_order(words: Vocabulary) -> None:
    text = "I only understood you as far as wanting to open the desk."
    told = things_mentioned(stage(), words, text, "open white desk")
    assert told is None or told.orders == ()


def test_what_is_only_written_or_lies_elsewhere_is_not_here(words: Vocabulary) -> None:
    elsewhere = ItemFound(
        item=item("crank"), name="crank", place=in_room(RoomId("r9")), portable=True
    )
    text = 'Beside a crank and a cord hangs a bill: "Give the loaf to the dog."'
    told = things_mentioned(stage(elsewhere), words, text, "examine desk")
    assert told is not None
    assert set(told.names) == {"cord", "bill"}


def test_what_is_read_at_length_names_nothing_here(words: Vocabulary) -> None:
    page = "The crank hangs by the clock. " + "So it has been for years and years. " * 12
    told = things_mentioned(stage(), words, page, "examine logbook")
    assert told is not None
    assert told.names == ()
    assert {"crank", "clock"} <= set(told.spoken)


def test_what_is_carried_is_named_in_no_room(words: Vocabulary) -> None:
    told = things_mentioned(stage(), words, "You're carrying:\n  a crank", "inventory")
    assert told is None or told.names == ()


def test_a_name_ends_with_no_preposition_and_goes_on_after_no_article(words: Vocabulary) -> None:
    assert words.phrases("the edge of the Slake") == ["edge", "slake"]
    assert words.phrases("In the south wall a low door is shut.") == ["wall", "low door"]


def test_a_noun_is_brought_in_as_new_or_as_known(words: Vocabulary) -> None:
    found = words.mentions("A lamp hangs by the door, and dust lies on it.")
    assert found["lamp"] is Article.INDEFINITE
    assert found["door"] is Article.DEFINITE


def test_what_has_a_paragraph_of_its_own_below_a_description_lies_there(words: Vocabulary) -> None:
    text = "A long room with a desk and a map.\n\nA lamp stands by the door."
    assert listed_in(words, text, shown=True) == ("lamp",)


def test_where_a_place_is_shown_by_its_name_alone_all_that_follows_lies_there(
    words: Vocabulary,
) -> None:
    text = "Some fool seems to have dropped, of all things, a lamp here."
    assert listed_in(words, text, shown=True) == (), "as a description"
    assert listed_in(words, text, shown=True, brief=True) == ("lamp",)


def test_what_stands_out_of_something_lies_there(words: Vocabulary) -> None:
    text = "A long room.\n\nSticking out of the desk is a crank, still turning."
    assert listed_in(words, text, shown=True) == ("crank",)
    walking = "A long room.\n\nWalking around it, you see that a lamp is nowhere."
    assert listed_in(words, walking, shown=True) == ()


def test_a_sentence_joins_the_verbs_and_things_in_it(words: Vocabulary) -> None:
    (clue,) = clues_in(words, "She wound the clock.")
    assert set(clue.split()) == {"@wind", "clock"}


def test_forms_of_a_verb_lead_to_it() -> None:
    assert "dig" in stems("digging")
    assert "hook" in stems("unhooked")
    assert "tie" in stems("tied")


def test_what_a_text_says_was_done_speaks_for_undoing_it(words: Vocabulary) -> None:
    def verbs(sentence: str) -> set[str]:
        return {word[1:] for word in words.telling(sentence) if word[0] == "@"}

    assert {"hook", "unhook"} <= verbs("The weight was unhooked.")
    assert "untie" in verbs("The hammer is tied back.")
    assert "untie" not in verbs("Tie the hammer.")


def test_what_somebody_does_is_no_thing() -> None:
    words = Vocabulary(find_story("four_parts_copper").data)
    assert words.phrases("There is a lock on it.") == ["lock"]
    assert words.phrases("That's not something you can lock.") == []
    assert words.phrases("Nothing wants to lock you in.") == []
