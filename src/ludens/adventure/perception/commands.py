"""What a command asks for, as far as its words tell: a way, a look, some words to read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ludens.adventure.knowledge.phrases import word_set
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.titles import Kind
from ludens.adventure.world.ways import MIRROR, goes_back, way_of

MOVING = word_set("commands_moving")
LOOKING = frozenset({"look", "l"})
READING = word_set("commands_reading")
SEPARATORS = re.compile(r"\s*(?:\.|;|\bthen\b|, then\b)\s*", re.IGNORECASE)


def parts_of(command: str) -> list[str]:
    """Return the commands that a line holds: `n. open door then e` holds three."""
    return [part for part in SEPARATORS.split(command.strip()) if part]


@lru_cache(maxsize=1024)
def kind_of(command: str) -> Kind:
    """Return what a command, or the last of several, is likely to be answered with."""
    if not command.strip():
        return Kind.OTHER
    kinds = [_kind_of_one(part) for part in parts_of(command)] or [Kind.OTHER]
    return Kind.MOVING if Kind.MOVING in kinds else kinds[-1]


def _kind_of_one(command: str) -> Kind:
    words = command.lower().split()
    first = words[0]
    if first == "restart":
        return Kind.OPENING
    if is_walk(command):
        return Kind.MOVING
    if first in LOOKING:
        if len(words) == 1 or words[1] == "around":
            return Kind.LOOKING
        return Kind.READING
    if first in MOVING:
        return Kind.MOVING
    return Kind.READING if first in READING else Kind.OTHER


@lru_cache(maxsize=1024)
def is_walk(command: str) -> bool:
    """Say whether a command is a direction, of a ship too, with or without a verb of going."""
    return way_of(command) in MIRROR


AGAIN = frozenset({"g", "again"})
Exchange = tuple[str, str]
"""A command and its answer."""


def meant(recent: Sequence[Exchange], typed: str) -> str:
    """Return what AGAIN repeats, and any other command as it is.

    `recent` are the last commands with their answers, newest last; the command may be among them.
    """
    command, before = typed, list(_before(recent, typed))
    while before and _word(command) in AGAIN:
        command = before.pop()[0]
    return command


def is_answer(recent: Sequence[Exchange], typed: str) -> bool:
    """Return whether a command answers a question, such as whether to begin again."""
    if is_walk(typed) or kind_of(typed) is Kind.LOOKING:
        return False
    return _asked(_before(recent, typed)) is not None


def names_what_was_meant(recent: Sequence[Exchange], typed: str) -> bool:
    """Return whether a parser that asks "What do you want to read?" takes a command for the answer.

    Of a direction it may speak as of a thing then: it tells nothing of a way.
    """
    return _asked(_before(recent, typed)) is Question.WHICH


def brings_back(recent: Sequence[Exchange], typed: str) -> bool:
    """Return whether a command brings an earlier moment of the story back, if it works."""
    before = _before(recent, typed)
    answers = is_answer(recent, typed) and (
        goes_back(way_of(before[-1][0])) or _asked(before) is Question.RESTART
    )
    return answers or goes_back(way_of(typed))


def _before(recent: Sequence[Exchange], typed: str) -> Sequence[Exchange]:
    return recent[:-1] if recent and recent[-1][0] == typed else recent


def _asked(before: Sequence[Exchange]) -> Question | None:
    """Return what the last answer asks; a line below every answer is a prompt and asks nothing."""
    last = [text.strip().rpartition("\n")[2] for _, text in before[-2:]]
    prompts = len(last) == 2 and last[0] == last[1]
    return question_in(before[-1][1]) if before and not prompts else None


def _word(command: str) -> str:
    return command.lower().strip(" .!?")
