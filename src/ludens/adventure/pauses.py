"""Where a story waits for a key and not for a command."""

from __future__ import annotations

from itertools import takewhile

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_text import KEYS
from ludens.adventure.knowledge.questions import questions
from ludens.adventure.state import AdventureState

SPACE = " "
PAGES = 4
"""Pages in a row that are turned unasked: after them it may be a menu."""
PAUSE = 60
"""Letters at the end of a text among which it says that it waits for a key: a line."""


def only_waits_for_a_key(state: AdventureState) -> bool:
    """Tell whether the story has paused and says so: any key lets it go on, and nobody is asked."""
    pressed = sum(1 for _ in takewhile(lambda said: said[0] == SPACE, reversed(state.recent)))
    if state.wants is not Wants.KEY or pressed >= PAGES:
        return False
    end = " ".join(state.text.split())[-PAUSE:].lower()
    return any(said in end for said in questions().pauses)


def is_key(command: str) -> bool:
    """Tell whether a command is a single key."""
    return len(command) == 1 or command in KEYS
