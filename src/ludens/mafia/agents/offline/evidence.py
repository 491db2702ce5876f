"""What the public record tells about who is mafia, counted; weights.py says what a count means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ludens.mafia.agents.offline.worlds import HARD, Array
from ludens.mafia.events import Cause, SpeechGiven, VotesCounted
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.roles.detective import DETECTIVE
from ludens.mafia.roles.doctor import DOCTOR
from ludens.mafia.roles.vigilante import VIGILANTE
from ludens.mafia.roles.villager import VILLAGER
from ludens.mafia.seats import SeatId
from ludens.mafia.view import Day, PublicRecord


class Deed(IntEnum):
    """What one seat did about another."""

    NOMINATED = 0
    ACCUSED = 1
    """In words: someone else than it nominated or claims to have investigated."""
    DEFENDED = 2
    """In words, without a claim to have investigated."""
    VOTED = 3
    REVOTED = 4
    SPARED = 5
    """Did not vote for whoever got most votes, though it could have."""
    CALLED_GUILTY = 6
    """Claimed an investigation that found mafia."""
    CALLED_INNOCENT = 7


class Trait(IntEnum):
    """What is counted of a seat alone."""

    CLAIMED_DETECTIVE = 0
    CLAIMED_DOCTOR = 1
    CLAIMED_OTHER = 2
    SPARED_BY_NIGHT = 3
    """Nights survived since claiming to be the detective."""
    OPPOSED_BY_VICTIM = 4
    """Deeds against the seat, of the day before, by those whom a night killed."""
    SKIPPED = 5


CLAIMED = {DETECTIVE.name: Trait.CLAIMED_DETECTIVE, DOCTOR.name: Trait.CLAIMED_DOCTOR}


@dataclass(slots=True)
class Evidence:
    """Counts of deeds and traits, and what is certain."""

    deeds: Array
    """By deed, doer and target."""
    traits: Array
    """By trait and seat."""
    rivals: Array
    """1 for each pair of seats that claim one role of which there is one."""
    certain: Array
    """Log-odds by seat of what is certain: -HARD for those who cannot be mafia."""

    @classmethod
    def none(cls, seats: int) -> Evidence:
        """Return no evidence at all."""
        return cls(
            np.zeros((len(Deed), seats, seats)),
            np.zeros((len(Trait), seats)),
            np.zeros((seats, seats)),
            np.zeros(seats),
        )


class EvidenceReader:
    """Reads a public record as it grows: a day that is over is read once.

    What it returns depends on the record alone, however often and with whatever pauses it is
    asked; a resumed game is read from its beginning.
    """

    def __init__(self) -> None:
        self._record: PublicRecord | None = None
        self._days = 0
        self._past: Evidence | None = None

    def read(self, record: PublicRecord) -> Evidence:
        """Return the evidence of the whole record."""
        seats = len(record.names)
        if self._record is not record or self._past is None:
            self._record, self._days, self._past = record, 0, Evidence.none(seats)
        past = self._past
        while self._days < len(record.days) - 1:
            _read_day(past, record, record.days[self._days])
            self._days += 1
        now = Evidence(
            past.deeds.copy(), past.traits.copy(), np.zeros((seats, seats)), np.zeros(seats)
        )
        for day in record.days[self._days :]:
            _read_day(now, record, day)
        _read_claims(now, record)
        _read_deaths(now, record)
        return now


def _read_day(evidence: Evidence, record: PublicRecord, day: Day) -> None:
    if everybody_named(day):
        for speech in day.speeches:
            _read_speech(evidence, speech)
    for number, vote in enumerate(day.votes):
        _read_vote(evidence, vote, revote=number > 0)
    before = next((d for d in record.days if d.number == day.number - 1), None)
    if before is not None:
        for victim in day.killed:
            for target in _opposed(before, victim):
                evidence.traits[Trait.OPPOSED_BY_VICTIM, target] += 1


def everybody_named(day: Day) -> bool:
    """Tell whether everybody has named somebody on a day, so that it is evidence who has whom.

    Before, it would only tell who has spoken, and the first to speak would be the first suspect.
    """
    named = {speech.seat for speech in day.speeches if speech.nomination is not None}
    return len(named) >= len(day.order) and named.issuperset(day.order)


def _read_speech(evidence: Evidence, speech: SpeechGiven) -> None:
    deeds, seat = evidence.deeds, speech.seat
    if speech.nomination is not None:
        deeds[Deed.NOMINATED, seat, speech.nomination] += 1
    found = {finding.seat for finding in speech.findings}
    for target in speech.accuses:
        if target != speech.nomination and target not in found:
            deeds[Deed.ACCUSED, seat, target] += 1
    for target in speech.defends:
        if target not in found:
            deeds[Deed.DEFENDED, seat, target] += 1


def _read_vote(evidence: Evidence, vote: VotesCounted, *, revote: bool) -> None:
    deed = Deed.REVOTED if revote else Deed.VOTED
    counts = Counter(choice for choice in vote.ballots.values() if choice is not None)
    first = max(counts.values(), default=0)
    leading = [seat for seat, votes in counts.items() if votes == first] if first > 1 else []
    for voter, choice in vote.ballots.items():
        if choice is None:
            evidence.traits[Trait.SKIPPED, voter] += 1
        else:
            evidence.deeds[deed, voter, choice] += 1
        for leader in leading:
            if leader not in (choice, voter):
                evidence.deeds[Deed.SPARED, voter, leader] += 1


def _opposed(day: Day, seat: SeatId) -> Iterable[SeatId]:
    """Yield those whom a seat spoke or voted against on a day."""
    for speech in day.speeches:
        if speech.seat == seat:
            yield from speech.accuses
            if speech.nomination is not None and speech.nomination not in speech.accuses:
                yield speech.nomination
    for vote in day.votes:
        choice = vote.ballots.get(seat)
        if choice is not None:
            yield choice


def _read_claims(evidence: Evidence, record: PublicRecord) -> None:
    claimants: dict[RoleName, dict[SeatId, int]] = {}
    guilty = evidence.deeds[Deed.CALLED_GUILTY]
    innocent = evidence.deeds[Deed.CALLED_INNOCENT]
    for day in record.days:
        for speech in day.speeches:
            role = speech.claims or (DETECTIVE.name if speech.findings else None)
            if role is not None and role != VILLAGER.name:
                claimants.setdefault(role, {}).setdefault(speech.seat, day.number)
            for finding in speech.findings:
                # A finding counts once, however often it is repeated; the last word counts.
                guilty[speech.seat, finding.seat] = float(finding.is_mafia)
                innocent[speech.seat, finding.seat] = float(not finding.is_mafia)
    for claimed, seats in claimants.items():
        for seat, since in seats.items():
            evidence.traits[CLAIMED.get(claimed, Trait.CLAIMED_OTHER), seat] += 1
            if claimed == DETECTIVE.name and seat in record.living:
                evidence.traits[Trait.SPARED_BY_NIGHT, seat] += record.day - since
        if record.composition.get(claimed, 0) <= 1:
            for one in seats:
                for other in seats:
                    evidence.rivals[one, other] = float(one != other)


def _read_deaths(evidence: Evidence, record: PublicRecord) -> None:
    only_mafia_kill = VIGILANTE.name not in record.composition
    for death in record.deaths:
        team = ROLES[death.role].team if death.role is not None else death.team
        if team is not None:
            is_mafia = team is Team.MAFIA
            evidence.certain[death.seat] = HARD if is_mafia else -HARD
        elif death.cause is Cause.NIGHT:
            evidence.certain[death.seat] = -HARD if only_mafia_kill else -2.0
