"""Finding score, moves and time: which global variables hold the numbers that are printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ludens.adventure.interpreter.zmachine.customs import Sighting, agreeing_globals
from ludens.adventure.interpreter.zmachine.evidence import Frame
from ludens.adventure.interpreter.zmachine.zstory import ZStory

_FIRST_GLOBAL: Final = 16
"""Variables below this number are the stack and locals."""


@dataclass(frozen=True, slots=True)
class Counters:
    """The global variables of a story's numbers. None: unknown, or there is none."""

    score: int | None = None
    moves: int | None = None
    hours: int | None = None
    minutes: int | None = None
    minutes_of_day: int | None = None
    """Hours and minutes in one variable, counted from midnight."""
    max_score: int | None = None
    """The highest score there is, in the story's own words."""


def find_counters(story: ZStory, seen: Sequence[Sighting], status: int | None) -> Counters:
    """What was seen printed tells where the numbers are kept. A pure function of its arguments.

    `status` is the first of the status line's three variables, if it is known.
    """
    maxima = {one.printed.max_score for one in seen} - {None}
    max_score = maxima.pop() if len(maxima) == 1 else None
    unscored = any(one.printed.unscored for one in seen)
    if story.header.version == 3:
        if story.header.shows_time:
            return Counters(hours=1, minutes=2, max_score=max_score)
        return Counters(score=None if unscored else 1, moves=2, max_score=max_score)
    first, second = (status + 1, status + 2) if status is not None else (None, None)
    hours = minutes = of_day = None
    clocks = [(one.frame, one.printed.clock) for one in seen if one.printed.clock]
    if clocks:
        hours = _variable(story, [(frame, clock[0]) for frame, clock in clocks], first)
        minutes = _variable(story, [(frame, clock[1]) for frame, clock in clocks], second)
        if hours is not None and minutes is not None:
            # These two are the time then; early on they can look like score and moves.
            first = second = None
        else:
            hours = minutes = None
            in_one = [(frame, 60 * clock[0] + clock[1]) for frame, clock in clocks]
            of_day = _variable(story, in_one, None)
    taken = {hours, minutes, of_day}
    scores = [] if unscored else [(one.frame, one.printed.score) for one in seen]
    score = _variable(story, scores, first)
    moves = _variable(story, [(one.frame, one.printed.moves) for one in seen], second)
    return Counters(
        score=None if score in taken else score,
        # Inform's third variable counts turns, whether they are printed or not.
        moves=second if moves is None or moves in taken else moves,
        hours=hours,
        minutes=minutes,
        minutes_of_day=of_day,
        max_score=max_score,
    )


def _variable(
    story: ZStory, printed: Sequence[tuple[Frame, int | None]], custom: int | None
) -> int | None:
    """The one variable that held what was printed whenever it was printed.

    The variable that custom names goes before others: they are copies of it, or accidents. Any
    other has to follow a number that changed, for too many variables stay 0 for long.
    """
    values = {value for _, value in printed} - {None}
    if not values:
        return None
    agreeing = agreeing_globals(printed)
    if custom is not None and agreeing[custom]:
        return custom
    if len(values) == 1:
        return None
    found = {int(number) for number in np.flatnonzero(agreeing)}
    if len(found) > 1:
        found &= _printed_variables(story)
    return found.pop() if len(found) == 1 else None


def _printed_variables(story: ZStory) -> set[int]:
    """The global variables that some instruction prints as a number (print_num, VAR:230)."""
    code = story.bytes[story.header.static_base :]
    return {
        match[1][0] - _FIRST_GLOBAL
        for match in re.finditer(rb"\xe6\xbf([\x10-\xff])", code, re.DOTALL)
    }
