"""Answering what the story asks instead of waiting for a command: keys, yes or no, a name."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from ludens.adventure.agents.player import Decision
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState

PATIENCE = 4
"""Presses of the space bar in a row, after which other keys are tried: it may be a menu."""
_NAMED_KEYS = re.compile(r"(?<![\w'])([A-Za-z0-9])(?![\w'])")
"""A letter or a digit that stands by itself, as menus name their keys."""
KEYS = ("1", "s", "b", "p", "n", "y", "2", "c")
"""Keys that menus understand, where the text names none: the first choice, start, begin, play."""
_ENDS_ALL = frozenset("qxra")
"""Keys by which a menu leaves the story, or goes on with an earlier one; and an article."""
NAME, NAME_WITH_TITLE = "John Smith", "Sir John Smith"
"""Who the player is where the story asks."""
_TITLES = re.compile(r"\b(?:title|lord|lady|sir|dame|mrs?|ms)\b", re.IGNORECASE)
ASKED_AGAIN = 6
"""Answers back among which the same question, answered by yes, is answered by no."""


def answer(state: AdventureState) -> Decision | None:
    """Return what to say to what the story asks; None where it waits for a command."""
    if state.wants is Wants.KEY:
        return Decision(reasoning="The story waits for a key.", command=_key(state))
    asked = question_in(state.text)
    if asked is Question.YES_NO:
        return Decision(reasoning="The story asks a question.", command=_yes_or_no(state))
    if asked is Question.NAME:
        name = NAME_WITH_TITLE if _TITLES.search(state.text[-400:]) else NAME
        return Decision(reasoning="The story asks for a name.", command=name)
    return None


def _key(state: AdventureState) -> str:
    """Return the key to press: the space bar, and others where that leads nowhere."""
    pressed = sum(1 for _ in takewhile(lambda said: len(said[0]) == 1, reversed(state.recent)))
    if pressed < PATIENCE:
        return " "
    named: list[str] = [key.lower() for key in _NAMED_KEYS.findall(state.text)]
    keys = [key for key in dict.fromkeys((*named, *KEYS)) if key not in _ENDS_ALL]
    return (" ", *keys)[(pressed - PATIENCE + 1) % (len(keys) + 1)]


def _yes_or_no(state: AdventureState) -> str:
    """Return yes, unless that was said to the same question just before."""
    text, lately = _last_words(state.text), list(state.recent)[-ASKED_AGAIN:]
    said = [after for (_, asked), (after, _) in pairwise(lately) if _last_words(asked) == text]
    return "no" if said[-1:] == ["yes"] else "yes"


def _last_words(text: str) -> str:
    return " ".join(text.split())[-60:]
