"""The outcome judge: did the story go on, kill the player, end in victory, or end otherwise?"""

from __future__ import annotations

import re
from enum import StrEnum

from ludens.adventure.interpreter.protocol import Wants


class Verdict(StrEnum):
    """What an observation means for the game."""

    NORMAL = "normal"
    DEATH = "death"
    """The player died and the story goes on or offers to restart."""
    VICTORY = "victory"
    ENDED = "ended"
    """The story is over, and is neither."""


_BANNER = re.compile(r"\*{2,}\s*(?P<words>[^*]+?)\s*\*{2,}")
_DIED = re.compile(
    r"\byou(?:'ve| have)? (?:just )?(?:died|drowned|perished|been killed)\b|\byou are dead\b"
    r"|\byou die\b",
    re.IGNORECASE,
)
_WON = re.compile(r"\b(?:you(?:'ve| have)? won|victory|congratulations|you win)\b", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:restart|restore)\b[^.?!]{0,80}\bquit\b|\bthe end\b|\bgame over\b|\bwould you like to "
    r"(?:restart|start over|play again)\b",
    re.IGNORECASE,
)


def judge(text: str, wants: Wants) -> Verdict:
    """Return what the text and the interpreter's own state tell; NORMAL when unsure.

    A banner such as "*** You have won ***" decides by its words; without one, dying needs the
    story to say so, and the end needs the interpreter to stop or the story to offer a restart.
    """
    banner = " ".join(match["words"] for match in _BANNER.finditer(text))
    over = wants is Wants.NOTHING or bool(_OVER.search(text))
    if _DIED.search(banner):
        return Verdict.DEATH
    if _WON.search(banner):
        return Verdict.VICTORY
    if _DIED.search(text):
        return Verdict.DEATH
    if over:
        if _WON.search(text):
            return Verdict.VICTORY
        return Verdict.ENDED
    return Verdict.NORMAL


def is_over(text: str, wants: Wants) -> bool:
    """Tell whether the story takes no more commands but asks to restart, restore or quit."""
    return wants is Wants.NOTHING or bool(_OVER.search(text))
