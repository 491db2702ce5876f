"""Commands that come to nothing: as their answers say, and as the machine's memory shows.

Where they can be told before they are typed, no turn need be lost for them.
"""

from __future__ import annotations

import numpy as np

from ludens.adventure.english import LOOKING
from ludens.adventure.events import CommandJudged, Effect
from ludens.adventure.execution import lists_load, waits_by
from ludens.adventure.interpreter.commands import CommandRefused
from ludens.adventure.interpreter.protocol import Interpreter, InterpreterFault, Wants
from ludens.adventure.judgement import is_refusal
from ludens.adventure.perception.outcomes import question_in
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.vocabulary import Vocabulary

IDLE = ("look", "wait", "inventory", "i", "examine me", "smell {thing}", "{command} {command}")
"""Commands that change nothing but what the parser and the clock note, the last by its words."""


def seems_idle(found: Percept, judged: CommandJudged) -> bool:
    """Tell whether an answer says that a command was refused, not understood, or only looked.

    To wait is no idle command, nor is what the story asks about.
    """
    seen = found.observation
    if seen.wants is not Wants.LINE or question_in(seen.text) is not None:
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


def _differing(before: bytes, after: bytes) -> set[int]:
    """Return the places at which two images of memory differ."""
    one, other = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    return set(np.flatnonzero(one != other).tolist())
