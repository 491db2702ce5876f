"""The three variables of the status line, which libraries keep side by side.

The interpreter itself draws version 3's status line: global 0 names the room, 1 and 2 hold score
and moves, or hours and minutes (Standards Document, section 8.2). Inform's libraries declare the
same three in this order in every version ("must be first", says parser.h), but a story may
declare variables of its own before them, so from version 4 on the place has to be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.interpreter.zmachine.compiler import Compiler
from ludens.adventure.interpreter.zmachine.evidence import GLOBALS, Evidence, Frame, Intent
from ludens.adventure.interpreter.zmachine.status import Printed, read_score_reply, read_status
from ludens.adventure.interpreter.zmachine.zstory import ZStory

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
    """The first of the three variables; None if the story has none or they cannot be told."""
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
