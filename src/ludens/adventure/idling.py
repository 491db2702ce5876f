"""Commands that come to nothing: as their answers say, and as the machine's memory shows.

Where they can be told before they are typed, no turn need be lost for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ludens.adventure.english import LOOKING
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.execution import lists_load, waits_by
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.protocol import Interpreter, InterpreterFault, Wants
from ludens.adventure.judgement import is_refusal
from ludens.adventure.perception.facts import Question
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.vocabulary import Vocabulary

IDLE = ("look", "wait", "inventory", "i", "examine me", "smell {thing}", "{command} {command}")
"""Commands that change nothing but what the parser and the clock note, the last by its words."""


def seems_idle(found: Percept, judged: CommandJudged) -> bool:
    """Tell whether an answer says that a command was refused, not understood, or only looked.

    To wait is no idle command, nor is what the story asks about, but for which of several things is
    meant: who did not type it says it better.
    """
    seen = found.observation
    if seen.wants is not Wants.LINE or question_in(seen.text) not in (None, Question.WHICH):
        return False
    if judged.effect is Effect.NOT_UNDERSTOOD:
        return True
    refused = is_refusal(seen.text) and not waits_by(found.command)
    looks = LOOKING.match(found.command) is not None or lists_load(found.command)
    return judged.effect is Effect.NOTHING and (refused or looks)


def on_a_copy(
    interpreter: Interpreter, here: bytes, words: Vocabulary, command: str
) -> Percept | None:
    """Type a command and go back to a snapshot of now; None where it cannot be typed."""
    try:
        observation = interpreter.send(words.typed(command))
        return Percept(command, observation, interpreter.memory())
    except (CommandRefused, InterpreterFault):
        return None
    finally:
        interpreter.restore(here)


def leaves_a_trace(
    interpreter: Interpreter, here: bytes, words: Vocabulary, found: Percept, judged: CommandJudged
) -> bool:
    """Tell whether a command that seems idle has changed what no idle command changes.

    Only memory tells: places in it that differ afterwards, and not after a look, a wait, or as
    many words that mean nothing. `here` is a snapshot of now, before the command.
    """
    before = interpreter.memory()
    if before is None or found.memory is None:
        return False
    command, thing = found.command, next(iter(judged.things), "me")
    left = _differing(before, found.memory)
    for form in IDLE:
        other = form.format(thing=thing, command=command)
        tried = on_a_copy(interpreter, here, words, other) if left and other != command else None
        if tried is not None and tried.memory is not None:
            left -= _differing(before, tried.memory)
    return bool(left)


def is_answered_otherwise(
    interpreter: Interpreter,
    here: bytes,
    words: Vocabulary,
    found: Percept,
    questions: Iterable[str],
) -> bool:
    """Tell whether the story answers otherwise after a command than before, or after an idle one.

    Asked on copies are a look, the load, the thing, the command again, and the `questions`. What is
    said but once, as of a bird that sings, counts as nothing. `here` is a snapshot of now.
    """
    phrases = words.phrases(found.command.partition(" ")[2])
    asked = ["look", "inventory", *(f"examine {one}" for one in phrases), found.command, *questions]
    after = _asked(interpreter, here, words, (found.command,), asked)
    idle = [()] + [(form,) for form in IDLE if "{" not in form]
    before = [_asked(interpreter, here, words, one, asked) for one in idle]
    again = _asked(interpreter, here, words, (found.command, "wait"), asked)
    if not any(after.values()):
        return False
    for question in asked:
        now, later = after[question], again[question]
        others = [one[question] for one in before]
        new = (now & later) - frozenset().union(*others)
        lost = frozenset.intersection(*others) - now - later
        if new or lost:
            return True
    return False


def _asked(
    interpreter: Interpreter,
    here: bytes,
    words: Vocabulary,
    first: Sequence[str],
    questions: Iterable[str],
) -> dict[str, frozenset[str]]:
    """Return the paragraphs of what some questions are answered after commands, by the question."""
    told: dict[str, frozenset[str]] = {}
    try:
        for command in first:
            interpreter.send(words.typed(command))
        there = interpreter.snapshot()
        for question in questions:
            found = on_a_copy(interpreter, there, words, question)
            said = found.observation.text if found is not None else ""
            parts = (" ".join(one.split()) for one in said.split("\n\n"))
            told[question] = frozenset(one for one in parts if one)
    except (CommandRefused, InterpreterFault):
        return dict.fromkeys(questions, frozenset())
    finally:
        interpreter.restore(here)
    return told


def _differing(before: bytes, after: bytes) -> set[int]:
    """Return the places at which two images of memory differ."""
    one, other = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    return set(np.flatnonzero(one != other).tolist())
