"""Answering what the story asks instead of waiting for a command: keys, yes or no, a name."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_text import KEYS as KEYS_BY_NAME
from ludens.adventure.knowledge.questions import questions
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.state import AdventureState
from ludens.adventure.world.ways import ARTICLES

PATIENCE = 4
"""Presses of the space bar in a row, after which other keys are tried: it may be a menu."""
ASKED_AGAIN = 6
"""Answers back among which the same question, answered by yes, is answered by no."""
END = 400
"""Letters at the end of a text that hold what it asks."""


def answer(state: AdventureState) -> str | None:
    """Return what to say to what the story asks; None where it waits for a command."""
    if state.wants is Wants.KEY:
        return _key(state)
    match question_in(state.text):
        case Question.YES_NO:
            return _yes_or_no(state)
        case Question.NAME:
            table = questions()
            titled = not table.titles.isdisjoint(_words(state.text))
            return table.name_with_title if titled else table.name
        case Question.WHICH:
            return one_of_them(state)
    return None


def one_of_them(state: AdventureState) -> str | None:
    """Return the last command about the first of several things that was not tried yet.

    "Which stool do you mean, the oak stool or the tall stool?", of SIT ON STOOL: SIT ON OAK STOOL.
    """
    text = " ".join(state.text.split())[-END:].lower()
    asked = next((text.partition(said)[2] for said in questions().which if said in text), "")
    for name in re.split(r"\bor\b|,", asked.partition("?")[0].lstrip(",: ")):
        option = " ".join(word for word in name.split() if word not in ARTICLES)
        head = option.rpartition(" ")[2]
        if not option or option == head or option in state.command:
            continue
        if not state.command.endswith(head):
            continue
        command = state.command.removesuffix(head) + option
        if state.memory.attempt(state.map.here, command) is None:
            return command
    return None


def _key(state: AdventureState) -> str:
    """Return the key to press: the space bar, and others where that leads nowhere."""
    table = questions()
    if question_in(state.text) is Question.YES_NO:
        leaves = not table.leaving.isdisjoint(_words(state.text))
        return (table.no if leaves else table.yes)[0]
    pressed = sum(1 for _ in takewhile(lambda said: _is_key(said[0]), reversed(state.recent)))
    if pressed < PATIENCE:
        return " "
    shown = f"{state.text}\n{state.status or ''}".lower().split()
    named = [word.strip(".,:;()[]\"'") for word in shown]
    usable = [key for key in named if len(key) == 1 and key.isalnum()]
    keys = [key for key in dict.fromkeys((*usable, *table.keys)) if key not in table.leaving_keys]
    return keys[(state.turn - PATIENCE) % len(keys)]


def _is_key(typed: str) -> bool:
    return len(typed) == 1 or typed.lower() in KEYS_BY_NAME


def _yes_or_no(state: AdventureState) -> str:
    """Return yes, unless that was said to the same question just before."""
    text, lately = _ending(state.text), list(state.recent)[-ASKED_AGAIN:]
    said = [after for (_, asked), (after, _) in pairwise(lately) if _ending(asked) == text]
    return questions().no if said[-1:] == [questions().yes] else questions().yes


def _ending(text: str) -> str:
    return " ".join(text.split())[-60:]


def _words(text: str) -> list[str]:
    """Return the words at the end of a text, in lower case."""
    return re.findall(r"[a-z]+", text[-END:].lower())
