"""What no agent types: orders to the program, files, the authors' tools, hints."""

from __future__ import annotations

import pytest

from adventure.playthrough import walkthrough
from ludens.adventure.forbidden import Ban, forbidden
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.sentences import Fit, parse
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary

STORIES = ["drowned_clock", "four_parts_copper", "lastwell"]
VOCABULARIES = {name: Vocabulary(find_story(name).data) for name in STORIES}
COPPER = VOCABULARIES["four_parts_copper"]


@pytest.mark.parametrize(
    ("command", "ban"),
    [
        ("save", Ban.SAVE),
        ("SAVE", Ban.SAVE),
        ("restore", Ban.RESTORE),
        ("quit", Ban.PROGRAM),
        ("q", Ban.PROGRAM),
        ("die", Ban.PROGRAM),
        ("restart", Ban.PROGRAM),
        ("undo", Ban.PROGRAM),
        ("north. quit", Ban.PROGRAM),
        ("take lamp then restart", Ban.PROGRAM),
        ("marl, quit", Ban.PROGRAM),
        ("oops save", Ban.SAVE),
        ("script", Ban.FILE),
        ("transcript on", Ban.FILE),
        ("recording on", Ban.FILE),
        ("replay", Ban.FILE),
        ("record", Ban.FILE),
        ("unscript", Ban.FILE),
        ("purloin lamp", Ban.DEBUG),
        ("trace 5", Ban.DEBUG),
        ("showobj 3", Ban.DEBUG),
        ("tree", Ban.DEBUG),
        ("goto 17", Ban.DEBUG),
        ("gonear lamp", Ban.DEBUG),
        ("random", Ban.DEBUG),
        ("#comm", Ban.DEBUG),
        ("$verify", Ban.DEBUG),
        ("hint", Ban.HINT),
        ("help", Ban.HINT),
    ],
)
def test_orders_to_the_program_are_not_typed(command: str, ban: Ban) -> None:
    found = forbidden(COPPER, command)
    assert found is not None
    assert found.ban is ban
    assert "\n" not in str(found)


@pytest.mark.parametrize("command", ["undo knot", "take record", "look", "again", "", "climb tree"])
def test_the_same_words_about_the_world_are(command: str) -> None:
    assert forbidden(COPPER, command) is None


def test_any_key_may_be_pressed_where_the_story_waits_for_one() -> None:
    assert forbidden(COPPER, "q", Wants.KEY) is None


@pytest.mark.parametrize("name", STORIES)
def test_every_command_of_a_walkthrough_is_a_sentence_of_its_story(name: str) -> None:
    vocabulary = VOCABULARIES[name]
    for command in walkthrough(name):
        assert parse(vocabulary, command).fit in (Fit.FITS, Fit.UNSURE), command
        assert forbidden(vocabulary, command) is None, command


@pytest.mark.parametrize(
    ("command", "fit"),
    [
        ("frobnicate lamp", Fit.UNKNOWN_WORD),
        ("take zzyx", Fit.UNKNOWN_WORD),
        ("lamp", Fit.NO_VERB),
        ("put lamp through", Fit.NO_PATTERN),
        ("north. take zzyx", Fit.UNKNOWN_WORD),
        ("", Fit.NO_VERB),
    ],
)
def test_what_the_parser_will_not_take_is_known_beforehand(command: str, fit: Fit) -> None:
    assert parse(COPPER, command).fit is fit


def test_things_are_the_phrases_in_the_places_of_things() -> None:
    assert parse(COPPER, "unlock the iron gate with the mine key").things == (
        "iron gate",
        "mine key",
    )
    assert parse(COPPER, "pick up lamp").particle == "up"
