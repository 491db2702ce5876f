"""Who lives in a story, by its grammar alone."""

from __future__ import annotations

import pytest

from adventure.agents_stage import HERE, stage
from ludens.adventure.events import ThingsMentioned
from ludens.adventure.living import is_creature, is_lifeless, living_in
from ludens.adventure.naming import things_mentioned
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return Vocabulary(find_story("drowned_clock").data)


def test_what_is_made_of_tin_or_stone_does_not_live() -> None:
    assert is_creature("old bird")
    assert not is_creature("tin bird") and not is_creature("stone lion")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("An old dog is lying here. She does not get up.", ["old dog"]),
        ("By the altar an old man is sitting in his shirtsleeves.", ["old man"]),
        ('"Not while the bell rings," says the warden.', ["warden"]),
        ('"Ask first," says Bell, and goes on.', ["bell"]),
        ("Grandmother Bell sits against the wall.", ["bell"]),
        ("Bell the warden sweeps the floor.", ["bell"]),
        ("A brass bell hangs over the door. It is silent.", []),
        ("The lamp is lit. You feel better.", []),
        ("Under the window stands the desk. He liked it there.", []),
        ("A ladder is standing here. You could climb it.", []),
        ("Bell is sitting around with a blank look.", ["bell"]),
        ("Bell, pale and frail, looks up at you.", ["bell"]),
        ("Someone carrying a large bell is leaning on the wall. He does not speak.", []),
    ],
)
def test_somebody_is_told_by_what_is_said_of_them(
    words: Vocabulary, text: str, names: list[str]
) -> None:
    assert list(living_in(words, text)) == names


def test_a_parser_tells_what_does_not_live() -> None:
    assert is_lifeless("You can only do that to something animate.")
    assert not is_lifeless("The dog takes the loaf out of your hand.")


def test_compounds_of_creatures_are_creatures() -> None:
    assert is_creature("old sheepdog")
    assert is_creature("woodsman")
    assert not is_creature("dogma")


def test_what_is_told_of_somebody_is_known_wherever_they_are_named(words: Vocabulary) -> None:
    state = stage(
        ThingsMentioned(room=HERE, names=("old dog",), living=("old dog",)),
        ThingsMentioned(room=HERE, names=("bird",), lifeless=("bird",)),
    )
    assert state.journal.lives("old dog") is True
    assert state.journal.lives("dog") is True
    assert state.journal.lives("bird") is False
    assert state.journal.lives("lamp") is None


def test_a_text_proposes_who_lives_and_what_was_spoken_of(words: Vocabulary) -> None:
    found = things_mentioned(stage(), words, '"Where is my lamp?" asks the warden.', "ring bell")
    assert found is not None
    assert found.living == ("warden",)
    assert found.spoken == ("lamp",)
    refused = things_mentioned(
        stage(), words, "You can only do that to something animate.", "give lamp to bell"
    )
    assert refused is not None
    assert refused.lifeless == ("bell",)
