"""The outcome judge: did the story go on, kill the player, end in victory, or end otherwise?"""

from __future__ import annotations

from enum import StrEnum

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.perception.facts import Ending, Question
from ludens.adventure.perception.outcomes import ending_in, is_full_score, is_the_end, question_in


class Verdict(StrEnum):
    """What an observation means for the game."""

    NORMAL = "normal"
    DEATH = "death"
    """The player died, and the story goes on with another chance."""
    DEFEAT = "defeat"
    """The player died, and the story is over."""
    VICTORY = "victory"
    ENDED = "ended"
    """The story is over, and is neither."""


def judge(text: str, wants: Wants, *, full: bool = False) -> Verdict:
    """Return what the text and the interpreter's own state tell; NORMAL when unsure.

    The story is over when it takes no more input, asks whether to restart, restore or quit, or says
    so in its last words. `full`: the score is known to be all there is to be had.
    """
    ending = ending_in(text)
    asked = question_in(text) is Question.RESTART
    over = wants is Wants.NOTHING or asked or is_the_end(text)
    if ending is Ending.VICTORY:
        return Verdict.VICTORY
    if ending is Ending.DEATH:
        return Verdict.DEFEAT if over else Verdict.DEATH
    if over and (full or is_full_score(text)):
        return Verdict.VICTORY
    return Verdict.ENDED if over else Verdict.NORMAL
