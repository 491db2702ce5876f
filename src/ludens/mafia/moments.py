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
from ludens.mafia.roles import Team
from ludens.mafia.view import PublicRecord

PHASES_TOLD = {(Phase.NIGHT_ZERO, 0): Moment.INTRODUCTION, (Phase.DAY, 1): Moment.FIRST_DAY}
"""Phases, by their day, whose beginning is told; later days begin with a dawn."""


NO_POWER = (None, "villager")
"""What a speech claims that is no key moment."""


def moment_of(event: Event, record: PublicRecord) -> Moment | None:
    """Return what kind of moment an event is, by what the table knows; None if it is nothing.

    A key moment is a speech that claims a power for the first time, or against another claim; not
    of somebody of whom the table was shown better.
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
        case SpeechGiven(claims=role) if role not in NO_POWER:
            shown = record.death_of(event.seat)
            if shown is not None and (shown.role is not None or shown.team is Team.MAFIA):
                return None
            earlier = [s for day in record.days for s in day.speeches if s is not event]
            told = any(s.seat == event.seat and s.claims == role for s in earlier)
            return None if told else Moment.KEY_MOMENT
        case _:
            return None


def narration_seed(seed: int, moment: Moment) -> int:
    """Return the seed of the narrator's dice at moments of a kind, the same throughout a game.

    Not named by the turn: that counts what is decided in secret, and the words would tell of it.
    """
    return derive_seed(seed, "narrator", moment.value)
