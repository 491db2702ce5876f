"""What a player may call an object."""

from __future__ import annotations

from adventure.perception.watched import WORKSHOP
from ludens.adventure.interpreter.zmachine.names import Vocabulary
from ludens.adventure.interpreter.zmachine.symbols import NO_SYMBOLS
from ludens.adventure.interpreter.zmachine.zstory import ZStory


def number_of(story: ZStory, name: str) -> int:
    return story.objects.names.index(name)


def test_a_thing_is_called_by_the_words_of_its_name_property() -> None:
    story = ZStory(WORKSHOP.read_bytes())
    vocabulary = Vocabulary(story)
    words = vocabulary.words(number_of(story, "black-tailed magpie"))
    assert words == (vocabulary.truncate("black-tailed"), "magpie", "bird")
    assert "black-tailed" not in words


def test_the_words_are_the_same_without_the_names_of_properties() -> None:
    story, bare = ZStory(WORKSHOP.read_bytes()), ZStory(WORKSHOP.read_bytes())
    bare.__dict__["symbols"] = NO_SYMBOLS
    known, without = Vocabulary(story), Vocabulary(bare)
    assert {"storm", "lamp"} <= set(without.words(number_of(story, "storm lamp")))
    for number in range(1, story.objects.count + 1):
        assert without.words(number) == known.words(number)


def test_a_thing_without_words_and_a_number_that_is_no_object_have_none() -> None:
    story = ZStory(WORKSHOP.read_bytes())
    vocabulary = Vocabulary(story)
    assert vocabulary.words(number_of(story, "Hall")) == ()
    assert vocabulary.words(0) == ()
    assert vocabulary.words(60_000) == ()
