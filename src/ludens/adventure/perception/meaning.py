"""What a line stands for that speaks of the one before: AGAIN, the answer to a question."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.adventure.perception.commands import is_walk, kind_of
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.titles import Kind
from ludens.adventure.world.ways import goes_back, way_of

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
