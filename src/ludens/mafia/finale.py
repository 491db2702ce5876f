"""What a game came to: who fooled whom, who saw, what turned it. Pure.

All go by what the table saw, and the roles that were shown at the end; `finale_of` also by what
those believed into whose heads may be looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ludens.mafia.events import Cause, Speaking
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.view import PrivateRecord, PublicRecord

MOST_TOLD = 3
"""How many were fooled, and how many saw, that are told."""
TRUSTED = 0.5
"""Whoever thinks a seat at most so likely mafia, by an even share of them, trusts it."""
KNOWN = 0.5
"""Whoever thinks a seat more likely mafia than not has seen through it."""


@dataclass(frozen=True, slots=True)
class Finale:
    """The sentences of an ending."""

    fooled: tuple[str, ...]
    """Whom the mafia fooled, worst first."""
    saw: tuple[str, ...]
    """Who knew one of the mafia for what they were, surest first."""
    turning: str
    """The vote that could have gone otherwise by least; empty where there was none."""
    day: int | None
    """The day of that vote."""


def finale_of(record: PublicRecord, minds: Iterable[PrivateRecord]) -> Finale:
    """Return the ending of a game that is over; of beliefs those of `minds` are told."""
    held = sorted(_beliefs(record, minds))
    guilty = sum(ROLES[role].team is Team.MAFIA for role in record.roles)
    base = guilty / max(len(record.roles) - 1, 1)
    names = record.names

    def told(mind: SeatId, seat: SeatId, chance: float, how: str) -> str:
        return f"{names[mind]} {how.format(names[seat])}: {chance:.0%} mafia."

    trusted = [(chance, mind, seat) for chance, mind, seat in held if chance <= TRUSTED * base]
    known = [(chance, mind, seat) for chance, mind, seat in reversed(held) if chance > KNOWN]
    turned = turning_point(record, record.roles)
    return Finale(
        fooled=tuple(told(m, s, c, "trusted {} to the last") for c, m, s in trusted[:MOST_TOLD]),
        saw=tuple(told(m, s, c, "saw through {}") for c, m, s in known[:MOST_TOLD]),
        turning=_told(record, turned) if turned is not None else "",
        day=turned.day if turned is not None else None,
    )


def _beliefs(
    record: PublicRecord, minds: Iterable[PrivateRecord]
) -> Iterator[tuple[float, SeatId, SeatId]]:
    """Yield what each of the others believed at last of each of the mafia.

    What they believed of one whose side they had been shown by then, or had investigated, is no
    merit. After the deaths by which somebody has won nobody is asked what they believe.
    """
    deaths = record.deaths
    died = {death.seat: place for place, death in enumerate(deaths)}
    last = [deaths[-1][1:3]] if deaths and record.team else []  # when, and how
    shown = {d.seat: died[d.seat] for d in deaths if d.team and d[1:3] not in last}
    for private in minds:
        if not _guilty(record.roles, private.seat):
            lived = died.get(private.seat, len(died))
            investigated = {finding.seat for finding in private.findings}
            for seat, chance in private.beliefs.items():
                was_told = seat in investigated or (seat in shown and shown[seat] < lived)
                if seat != private.seat and _guilty(record.roles, seat) and not was_told:
                    yield chance, private.seat, seat


def _told(record: PublicRecord, turned: TurningPoint) -> str:
    def told(seat: SeatId) -> str:
        return f"{record.names[seat]} ({record.roles[seat]})"

    votes = "1 vote" if turned.votes == 1 else f"{turned.votes} votes"
    lost = f"{told(turned.out)} was voted out with {votes}"
    return f"Day {turned.day}: {lost}; {told(turned.rival)} had {turned.rival_votes}."


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The vote in which the fewest votes lay between one side's loss and the other's."""

    day: int
    out: SeatId
    out_is_mafia: bool
    votes: int
    rival: SeatId
    """Of the other side, whoever had the most votes."""
    rival_votes: int


def turning_point(record: PublicRecord, roles: Sequence[RoleName]) -> TurningPoint | None:
    """Return the turning point of a game; None where no vote was between the sides.

    Of a game that a side has won it is a vote that the other side lost by.
    """
    found = []
    for day in record.days:
        if day.out is None or not day.votes:
            continue
        counts = Counter(choice for choice in day.votes[-1].ballots.values() if choice is not None)
        lost = _guilty(roles, day.out)
        if record.team is (Team.MAFIA if lost else Team.TOWN):
            continue  # it went against those who won all the same
        others = [seat for seat in counts if _guilty(roles, seat) is not lost]
        if others:
            rival = max(others, key=lambda seat: (counts[seat], -seat))
            found.append(
                TurningPoint(day.number, day.out, lost, counts[day.out], rival, counts[rival])
            )
    return min(found, key=lambda one: (one.votes - one.rival_votes, -one.day), default=None)


def voted_out_for_nothing(record: PublicRecord, roles: Sequence[RoleName]) -> tuple[SeatId, ...]:
    """Return whom of the town the table voted out, in order."""
    out = [death.seat for death in record.deaths if death.cause is Cause.VOTE]
    return tuple([seat for seat in out if ROLES[roles[seat]].team is Team.TOWN])


@dataclass(frozen=True, slots=True)
class Hidden:
    """One of the mafia, and how many votes were for them in the whole game."""

    seat: SeatId
    votes: int


def least_suspected(record: PublicRecord, roles: Sequence[RoleName]) -> Hidden | None:
    """Return the mafia that lived to the end with the fewest votes; None where none lived."""
    votes = Counter(
        choice for day in record.days for vote in day.votes for choice in vote.ballots.values()
    )
    living = [Hidden(seat, votes[seat]) for seat in record.living if _guilty(roles, seat)]
    return min(living, key=lambda one: (one.votes, one.seat), default=None)


@dataclass(frozen=True, slots=True)
class Seer:
    """Who first named one of the mafia, whom, and when."""

    seat: SeatId
    named: SeatId
    day: int


def first_to_name(record: PublicRecord, roles: Sequence[RoleName]) -> Seer | None:
    """Return who of the others was the first to nominate one of the mafia."""
    for day in record.days:
        for speech in day.speeches:
            named = speech.nomination
            if speech.kind is not Speaking.SPEECH or named is None:
                continue
            if _guilty(roles, named) and not _guilty(roles, speech.seat):
                return Seer(speech.seat, named, day.number)
    return None


def _guilty(roles: Sequence[RoleName], seat: SeatId) -> bool:
    return ROLES[roles[seat]].team is Team.MAFIA
