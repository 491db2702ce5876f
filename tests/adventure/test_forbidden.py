"""What no agent types: orders to the program, files, the authors' tools, hints."""

from __future__ import annotations

import pytest

from adventure.playthrough import walkthrough
from ludens.adventure.forbidden import Ban, forbidden
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.zmachine.grammar import Verb
from ludens.adventure.interpreter.zmachine.zstory import ZStory
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
        ("marl, tree", Ban.DEBUG),
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


@pytest.fixture(scope="module")
def unmarked() -> Vocabulary:
    """A story that does not say which verbs speak to the program, as Inform 7 compiles them."""
    story = bytearray(find_story("four_parts_copper").data)
    meta = 0x02
    for entry in ZStory(bytes(story)).entries.values():
        story[entry.address + len(entry.encoded)] &= ~meta
    return Vocabulary(bytes(story))


def test_where_nothing_is_marked_the_words_tell_what_speaks_to_the_program(
    unmarked: Vocabulary,
) -> None:
    assert unmarked.verb("take") is not None
    for word in ("save", "verify", "superbrief", "pronouns", "script", "restart", "score"):
        assert unmarked.any_verb(word) is not None
        assert unmarked.verb(word) is None
    assert forbidden(unmarked, "take lamp") is None
    assert forbidden(unmarked, "verify") is not None


@pytest.mark.parametrize("word", ["room-tree", "print_state", "#comm", "trace"])
def test_an_authors_tool_is_known_by_its_name(word: str) -> None:
    assert Verb(number=0, words=(word,), lines=(), meta=None).debug
    assert forbidden(COPPER, word) is not None
    assert not Verb(number=0, words=("climb", word), lines=(), meta=None).debug


@pytest.mark.parametrize(
    "command",
    [
        "undo knot",
        "help miller",
        "take record",
        "look",
        "again",
        "",
        "climb tree",
        "take rope, tree",
    ],
)
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
