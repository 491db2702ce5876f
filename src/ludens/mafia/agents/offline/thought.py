"""One decision being thought through: the view, what it makes likely, and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from ludens.mafia.agents.offline.beliefs import PublicBeliefs, own_chances
from ludens.mafia.agents.offline.evidence import Deed, Evidence, Trait
from ludens.mafia.agents.offline.worlds import HARD, Array, chances
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Ask
from ludens.mafia.events import SpeechGiven
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import PrivateRecord, PublicRecord, SeatView

SUPPORT = 0.1
"""What a nomination of today adds to how much a seat is worth a vote."""
HUNCH = 0.15
"""The most that chance adds on day 1 where somebody is named: everybody has a mind of their own. It
gives way as there is more to go by: on day 2 it is half of that, and so on."""
SWAY = 0.03
"""The most that it adds to a vote."""
LOYALTY = 0.02
"""What one's own nomination of today adds to a vote."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What an offline player reasons with; everything in it comes from one seat's view."""

    briefing: Briefing
    role: RoleName
    table: Array
    """How likely each seat is mafia, to the table."""
    own: Array
    """The same to this seat."""
    guise: Array
    """The same to somebody of the town in this seat, whatever it is."""
    evidence: Evidence
    dice: Random

    @property
    def seat(self) -> SeatId:
        """Return whose thought it is."""
        return self.briefing.view.seat

    @property
    def record(self) -> PublicRecord:
        """Return what everybody knows."""
        return self.briefing.view.public

    @property
    def private(self) -> PrivateRecord:
        """Return what only this seat knows."""
        return self.briefing.view.private

    def name(self, seat: SeatId) -> str:
        """Return what a seat is called."""
        return self.record.names[seat]

    def others(self) -> list[SeatId]:
        """Return the living others."""
        return [seat for seat in self.record.living if seat != self.seat]

    def speeches_today(self) -> list[SpeechGiven]:
        """Return what was said today so far."""
        return self.record.days[-1].speeches if self.record.days else []

    def nominations_today(self) -> Counter[SeatId]:
        """Return how often each seat was nominated today."""
        named = (speech.nomination for speech in self.speeches_today())
        return Counter(seat for seat in named if seat is not None)

    def claimed_detective(self, seat: SeatId) -> bool:
        """Tell whether a seat has said that it is the detective."""
        return bool(self.evidence.traits[Trait.CLAIMED_DETECTIVE, seat])

    def opposition(self, doer: SeatId, targets: Iterable[SeatId]) -> float:
        """Return how much a seat has spoken and voted against some others so far."""
        against = self.evidence.deeds[[Deed.NOMINATED, Deed.VOTED, Deed.REVOTED, Deed.ACCUSED]]
        return float(against[:, doer, list(targets)].sum())

    def worth_a_vote(self) -> dict[SeatId, float]:
        """Return how much each option deserves a vote, to somebody of the town in this seat.

        In a vote others' nominations of today count a little, so that the town's votes meet;
        whoever nominates has a mind of their own, so that the table has more than one to talk
        about, and it does not matter who spoke first.
        """
        talks = self.briefing.ask is Ask.SPEECH
        named = Counter[SeatId]() if talks else self.nominations_today()
        mine = [s.nomination for s in self.speeches_today() if s.seat == self.seat]
        chance = (HUNCH if talks else SWAY) / self.record.day
        guise = self.guise.tolist()
        return {
            seat: guise[seat]
            + SUPPORT * named[seat]
            + LOYALTY * (seat in mine)
            + self.dice.uniform(0.0, chance)
            for seat in self.briefing.options
        }

    def best(self, seats: Iterable[SeatId], scores: dict[SeatId, float]) -> SeatId:
        """Return the seat with the highest score; the lowest seat among equals."""
        return max(seats, key=lambda seat: (scores[seat], -seat))


def think(briefing: Briefing, public: PublicBeliefs) -> Thought:
    """Return what a seat makes of its view."""
    view = briefing.view
    assert view.private.role is not None, "every seat is dealt a role before anybody is asked"
    matrix, scores, evidence = public.read(view.public)
    own = own_chances(view, public)
    guise = own
    if ROLES[view.private.role].team is Team.MAFIA:
        guise = chances(matrix, scores + matrix @ _pretence(view))
    return Thought(
        briefing=briefing,
        role=view.private.role,
        table=public.chances(view.public),
        own=own,
        guise=guise,
        evidence=evidence,
        dice=briefing.dice(),
    )


def _pretence(view: SeatView) -> Array:
    """Return what a liar has to seem to know: that it is innocent, and what it said it found."""
    single = np.zeros(len(view.public.names))
    for day in view.public.days:
        for speech in day.speeches:
            if speech.seat == view.seat:
                for finding in speech.findings:
                    single[finding.seat] = HARD if finding.is_mafia else -HARD
    single[view.seat] = -HARD
    return single
