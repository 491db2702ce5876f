"""What a story prints about score, moves and time, read from its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_CLOCK: Final = re.compile(r"\b(\d{1,2}):(\d\d)(?:\s*([ap])\.?m)?", re.IGNORECASE)
_SCORE: Final = re.compile(r"\bscore:?\s*(-?\d+)", re.IGNORECASE)
_MOVES: Final = re.compile(r"\b(?:moves?|turns?):?\s*(\d+)", re.IGNORECASE)
_FRACTION: Final = re.compile(r"(?<![\d/])(-?\d+)/(\d+)\s*$", re.MULTILINE)
# The same in any language: the score stands first, as interpreters have always drawn it.
_TWO_LABELS: Final = re.compile(
    r"[^\W\d_]+:[ \t]*(-?\d+)[ \t]+[^\W\d_]+:[ \t]*(\d+)[ \t]*$", re.MULTILINE
)

_REPLY_SCORE: Final = re.compile(
    r"\bscored?(?: is| was|:)?(?: a total of)? (-?\d+)|(-?\d+) points? out of", re.IGNORECASE
)
_REPLY_MOST: Final = re.compile(
    r"\bout of (?:a |an )?(?:possible |maximum |total )*(?:of )?(\d+)"
    r"|\bof a possible (\d+)|\btotal of (\d+) points?\)",
    re.IGNORECASE,
)
_REPLY_MOVES: Final = re.compile(r"\b(\d+) (?:moves?|turns?)\b", re.IGNORECASE)
_REPLY_NONE: Final = re.compile(
    r"\bno score\b|\bnot (?:be )?(?:scored|keep(?:ing)? score)\b|n't (?:scored|keep score)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Printed:
    """Numbers that a story printed about itself; None where it printed none."""

    score: int | None = None
    moves: int | None = None
    clock: tuple[int, int] | None = None
    """Hours (0 to 23) and minutes (0 to 59)."""
    max_score: int | None = None
    unscored: bool = False
    """The story says that it keeps no score."""


def read_status(status: str) -> Printed:
    """The numbers on a status line such as "Kitchen   Score: 10  Moves: 25" or "Hall  9:05 pm"."""
    if match := _CLOCK.search(status):
        hours, minutes = int(match[1]), int(match[2])
        if match[3]:
            hours = hours % 12 + (12 if match[3] in "pP" else 0)
        if hours < 24 and minutes < 60:
            return Printed(clock=(hours, minutes))
    if match := _FRACTION.search(status) or _TWO_LABELS.search(status):
        return Printed(score=int(match[1]), moves=int(match[2]))
    return Printed(score=_number(_SCORE, status), moves=_number(_MOVES, status))


def read_score_reply(reply: str) -> Printed:
    """The numbers in an English answer to the command "score"."""
    if _REPLY_NONE.search(reply):
        return Printed(unscored=True)
    return Printed(
        score=_number(_REPLY_SCORE, reply),
        moves=_number(_REPLY_MOVES, reply),
        max_score=_number(_REPLY_MOST, reply),
    )


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return next(int(group) for group in match.groups() if group is not None) if match else None
