"""What must be learned of a story once, so that its memory can be read ever after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated

from pydantic import ConfigDict, Field

from ludens.adventure.interpreter.zmachine.counters import (
    Counters,
    find_counters,
    sightings,
    status_variables,
)
from ludens.adventure.interpreter.zmachine.evidence import GLOBALS, Evidence, Sample
from ludens.adventure.interpreter.zmachine.header import Compiler
from ludens.adventure.interpreter.zmachine.names import Names
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber
from ludens.adventure.interpreter.zmachine.whereabouts import (
    Whereabouts,
    find_whereabouts,
    room_above,
)
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.models import Frozen

GlobalNumber = Annotated[int, Field(ge=0, lt=GLOBALS)]
"""A global variable, counted from 0."""


class Calibration(Frozen):
    """Where one story keeps the player, the place and the score. None or empty: unknown.

    Global variables count from 0 to 239. Recorded in the log, so that reading the memory of any
    turn later needs no interpreter. What earlier versions found besides is passed over.
    """

    model_config = ConfigDict(extra="ignore")

    compiler: Compiler = Compiler.UNKNOWN
    player: ObjectNumber | None = Field(default=None, ge=1)
    """The player's object at the opening."""
    player_globals: tuple[GlobalNumber, ...] = ()
    """Variables that name the player's object: they follow a change of body."""
    location_globals: tuple[GlobalNumber, ...] = ()
    """Variables that name the room."""
    room_parent: ObjectNumber | None = Field(default=None, ge=0)
    """What all rooms are directly in; 0 where they are in nothing."""
    score: GlobalNumber | None = None
    """The variable of the score."""
    max_score: int | None = None
    """The highest score there is (not a variable: the number, in the story's own words)."""
    text_mark: int | None = None
    """How an Inform 7 story marks names that are plain text."""
    commands: int = Field(default=0, ge=0)
    """How many commands were tried to find this out."""


def infer_calibration(story: ZStory, samples: Iterable[Sample]) -> Calibration:
    """What samples of a story tell. A pure function: the same samples give the same calibration."""
    evidence = Evidence.of(story, samples)
    seen = sightings(evidence)
    status = status_variables(story, evidence, seen)
    whereabouts = find_whereabouts(story, evidence, status)
    return _calibration(story, evidence, whereabouts, find_counters(story, seen, status))


def _calibration(
    story: ZStory, evidence: Evidence, whereabouts: Whereabouts, counters: Counters
) -> Calibration:
    return Calibration(
        compiler=story.compiler,
        **asdict(whereabouts),
        **asdict(counters),
        text_mark=_text_mark(story, evidence, whereabouts),
        commands=len(evidence.samples),
    )


def _text_mark(story: ZStory, evidence: Evidence, whereabouts: Whereabouts) -> int | None:
    """The mark of plain-text names, from rooms whose names were printed."""
    if whereabouts.player is None:
        return None
    names = Names(story, None)
    for sample in evidence.samples:
        tree = evidence.after(sample).tree
        room = room_above(tree, whereabouts.player, whereabouts.room_parent)
        if room:
            mark = names.learn_text_mark(tree, room, sample.said)
            if mark is not None:
                return mark
    return None
