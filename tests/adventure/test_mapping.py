"""Lists of commands are typed as people keep them: without the keys that a story waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.adventure.events import TextObserved
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.mapping import Keys, map_story
from ludens.adventure.perception.by_text import TextPerception

ODDITIES = Path(__file__).parent / "interpreter" / "stories" / "oddities.z5"


@pytest.mark.parametrize(
    ("keys", "commands", "pressed"),
    [
        (Keys.WORDS, ["key", "look"], " "),
        (Keys.WORDS, ["key", "q", "look"], "q"),
        (Keys.ALWAYS, ["key", "u"], " "),
        (Keys.STRICT, ["key", "look"], "l"),
    ],
)
def test_a_waiting_key_is_pressed_unless_the_next_line_is_one(
    keys: Keys, commands: list[str], pressed: str
) -> None:
    game = JerichoInterpreter(open_story(ODDITIES))
    try:
        mapping = map_story(game, commands, TextPerception(), keys=keys)
    finally:
        game.close()
    said = [
        event.text for turn in mapping.turns for event in turn if isinstance(event, TextObserved)
    ]
    assert any(f"Key {ord(pressed)} it is." in text for text in said)
    assert len(mapping.turns) == 1 + len(commands)
