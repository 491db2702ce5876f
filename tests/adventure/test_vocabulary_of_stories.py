"""What a story can be told: its own verbs, and not those that speak to the program."""

from __future__ import annotations

import pytest

from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary


@pytest.mark.parametrize("name", ["drowned_clock", "four_parts_copper", "lastwell"])
def test_a_verb_with_a_synonym_of_the_program_still_acts_in_the_world(name: str) -> None:
    vocabulary = Vocabulary(find_story(name).data)
    assert vocabulary.takes("open", "*"), "Inform's library knows UNDO as a word for OPEN"
    assert vocabulary.takes("unlock", "*", "with", "*")


@pytest.mark.parametrize("word", ["save", "quit", "score", "script", "help", "hint"])
def test_verbs_of_the_program_are_none_of_the_world(word: str) -> None:
    assert Vocabulary(find_story("drowned_clock").data).verb(word) is None


@pytest.mark.parametrize(
    ("command", "typed"),
    [("northeast", "ne"), ("go northeast", "go ne"), ("north", "north"), ("look in", "look in")],
)
def test_a_direction_is_typed_by_the_word_that_the_story_has(
    command: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vocabulary = Vocabulary(find_story("drowned_clock").data)
    assert vocabulary.typed(command) == command
    monkeypatch.setattr(Vocabulary, "knows", lambda _, word: word != "northeast")
    assert vocabulary.typed(command) == typed
