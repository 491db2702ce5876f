"""Finding the score: which global variable holds the number that is printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.interpreter.zmachine.evidence import GLOBALS, Evidence, Frame, Intent
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.zstory import ZStory

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


_METACLASSES: Final = 4
"""Inform's first four objects stand for the kinds of its values; they are never rooms."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was printed, with an image whose variables should hold it."""

    frame: Frame
    printed: Printed


def sightings(evidence: Evidence) -> list[Sighting]:
    """All that the samples' status lines and answers to "score" say."""
    replies = [
        Sighting(evidence.before(sample), read_score_reply(sample.said))
        for sample in evidence.meant_to(Intent.SCORE)
    ]
    lines = [
        Sighting(evidence.after(sample), read_status(sample.status))
        for sample in evidence.samples
        if sample.status
    ]
    return replies + lines


def agreeing_globals(printed: Sequence[tuple[Frame, int | None]]) -> NDArray[np.bool_]:
    """Which variables held what was printed, whenever something was printed."""
    agreeing = np.ones(GLOBALS, bool)
    for frame, value in printed:
        if value is not None:
            agreeing &= frame.globals == value % 0x10000
    return agreeing


def status_variables(story: ZStory, evidence: Evidence, seen: Sequence[Sighting]) -> int | None:
    """The first of the three variables; None if the story has none or they cannot be told.

    The interpreter itself draws version 3's status line: global 0 names the room, 1 and 2 hold
    score and moves, or hours and minutes (Standards Document, section 8.2). Inform's libraries
    declare the same three in this order in every version ("must be first", says parser.h), but a
    story may declare variables of its own before them, so from version 4 on the place has to be
    found.
    """
    if story.header.version == 3:
        return 0
    if story.compiler is not Compiler.INFORM or not evidence.frames:
        return None
    values = evidence.globals()
    names_object = np.all((values > _METACLASSES) & (values <= story.objects.count), axis=0)
    for fits in (_as_printed(seen), _counting(evidence)):
        found = np.flatnonzero(names_object & fits)
        if len(found) == 1:
            return int(found[0])
    return None


def _as_printed(seen: Sequence[Sighting]) -> NDArray[np.bool_]:
    """Which variables are followed by two that held the printed numbers, as these changed."""
    clocks = [(one.frame, one.printed.clock) for one in seen if one.printed.clock]
    if clocks:
        first: list[tuple[Frame, int | None]] = [(frame, clock[0]) for frame, clock in clocks]
        second: list[tuple[Frame, int | None]] = [(frame, clock[1]) for frame, clock in clocks]
    else:
        first = [(one.frame, one.printed.score) for one in seen]
        second = [(one.frame, one.printed.moves) for one in seen]
    fits = np.zeros(GLOBALS, bool)
    if len({value for _, value in second} - {None}) > 1:
        fits[:-2] = agreeing_globals(first)[1:-1] & agreeing_globals(second)[2:]
    return fits


def _counting(evidence: Evidence) -> NDArray[np.bool_]:
    """Which variables come two before one that counts turns: by one when a turn passes, and not
    at words that cost none.
    """
    lingering = evidence.meant_to(Intent.LINGER)
    idle = evidence.meant_to(Intent.NONSENSE)
    counting = np.full(GLOBALS, bool(lingering and idle))
    for samples, step in ((lingering, 1), (idle, 0)):
        for sample in samples:
            grown = evidence.after(sample).globals - evidence.before(sample).globals
            counting &= grown == step
    return np.append(counting[2:], [False, False])


_FIRST_GLOBAL: Final = 16
"""Variables below this number are the stack and locals."""


@dataclass(frozen=True, slots=True)
class Counters:
    """What is known of a story's score. None: unknown, or there is none."""

    score: int | None = None
    """The global variable of the score."""
    max_score: int | None = None
    """The highest score there is, in the story's own words."""


def find_counters(story: ZStory, seen: Sequence[Sighting], status: int | None) -> Counters:
    """What was seen printed tells where the score is kept. A pure function of its arguments.

    `status` is the first of the status line's three variables, if it is known.
    """
    maxima = {one.printed.max_score for one in seen} - {None}
    max_score = maxima.pop() if len(maxima) == 1 else None
    unscored = any(one.printed.unscored for one in seen)
    if story.header.version == 3:
        return Counters(None if unscored or story.header.shows_time else 1, max_score)
    times = _times(story, seen, status)
    custom = status + 1 if status is not None and not times else None
    scores = [] if unscored else [(one.frame, one.printed.score) for one in seen]
    score = _variable(story, scores, custom)
    return Counters(None if score in times else score, max_score)


def _times(story: ZStory, seen: Sequence[Sighting], status: int | None) -> frozenset[int]:
    """The variables of hours and minutes, which early on can look like score and moves; none
    unless both are known.
    """
    clocks = [(one.frame, one.printed.clock) for one in seen if one.printed.clock]
    found = (
        _variable(
            story,
            [(frame, clock[part]) for frame, clock in clocks],
            None if status is None else status + 1 + part,
        )
        for part in (0, 1)
    )
    known = frozenset(one for one in found if one is not None)
    return known if len(known) > 1 else frozenset()


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
