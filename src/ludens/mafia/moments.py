"""Which events the narrator speaks about."""

from __future__ import annotations

from ludens.episode.events import Event
from ludens.episode.generators import derive_seed
from ludens.mafia.events import (
    DawnBroke,
    GameDecided,
    Moment,
    Phase,
    PhaseBegan,
    SpeechGiven,
    VotesCounted,
)
from ludens.mafia.view import PublicRecord

PHASES_TOLD = {(Phase.NIGHT_ZERO, 0): Moment.INTRODUCTION, (Phase.DAY, 1): Moment.FIRST_DAY}
"""Phases, by their day, whose beginning is told; later days begin with a dawn."""


def moment_of(event: Event, record: PublicRecord) -> Moment | None:
    """Return what kind of moment an event is, by what the table knows; None if it is nothing.

    A key moment is a speech that claims a power for the first time, or against another claim.
    """
    match event:
        case PhaseBegan():
            return PHASES_TOLD.get((event.phase, event.day))
        case DawnBroke():
            return Moment.DAWN
        case VotesCounted():
            return Moment.VOTE
        case GameDecided():
            return Moment.ENDING
        case SpeechGiven(claims=role) if role is not None and role != "villager":
            earlier = [s for day in record.days for s in day.speeches if s is not event]
            told = any(s.seat == event.seat and s.claims == role for s in earlier)
            return None if told else Moment.KEY_MOMENT
        case _:
            return None


def narration_seed(seed: int, moment: Moment, record: PublicRecord) -> int:
    """Return the seed of the narrator's dice at a moment, named by what everybody knows.

    Not by the turn: that counts what is decided in secret, and the words chosen would tell of it.
    """
    today = record.days[-1] if record.days else None
    said, counted = (len(today.speeches), len(today.votes)) if today else (0, 0)
    return derive_seed(seed, "narrator", record.day, moment.value, len(record.days), said, counted)
