"""What a command is judged to have done."""

from __future__ import annotations

import pytest

from ludens.adventure.events import Effect
from ludens.adventure.judgement import Before, judge_command
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId


@pytest.mark.parametrize(
    ("command", "answer", "stirred", "effect"),
    [
        ("eat bread", "It is gone before you know it.", False, Effect.NOTHING),
        ("eat bread", "It is gone before you know it.", True, Effect.CHANGED),
        ("eat bread", "That's plainly inedible.", True, Effect.NOTHING),
        ("examine bread", "A crust, and something in it.", True, Effect.NOTHING),
    ],
)
def test_an_answer_in_an_authors_words_counts_where_the_objects_are_stirred(
    command: str, answer: str, stirred: bool, effect: Effect
) -> None:
    words = Vocabulary(find_story("drowned_clock").data)
    before = Before(RoomId("r1"), frozenset())
    judged = judge_command(before, words, command, answer, (), stirred=stirred)
    assert judged.effect is effect
