"""Days gone by, in a line each: what the engine keeps of an older day, by fixed rules.

Speeches of older days are left out; who was named, who claimed what, every vote and every death
stay. No agent has a hand in it, so nobody gains by how it is told (seed 003, narrator).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludens.mafia.roles import ROLES
from ludens.mafia.seats import SeatId
from ludens.mafia.view import Day, PublicRecord

MOST_RECAPS = 8
"""How many older days are told; of those before them only the deaths are, with the roster."""


@dataclass(slots=True)
class Recaps:
    """Tells the days of one record, each once, when it is over."""

    record: PublicRecord
    _lines: list[str] = field(default_factory=list)
    _heard: set[str] = field(default_factory=set)
    """The claims that were told."""

    def told(self, full_days: int) -> list[str]:
        """Return a line for each day older than the last `full_days`, oldest first."""
        days = self.record.days
        older = max(0, len(days) - full_days)
        for day in days[len(self._lines) : older]:
            self._lines.append(recap(day, self.record, self._heard))
        return self._lines[max(0, older - MOST_RECAPS) : older]


def recaps(record: PublicRecord, full_days: int) -> list[str]:
    """Return a line for each day older than the last `full_days`, oldest first."""
    return Recaps(record).told(full_days)


def recap(day: Day, record: PublicRecord, heard: set[str]) -> str:
    """Return a day in a line; claims in `heard` are not told again, new ones are added to it."""
    parts = [f"Day {day.number}."]
    if day.number > 1:
        parts.append(f"Dead at dawn: {_list(day.killed, record) or 'nobody'}.")
    named: dict[SeatId, int] = {}
    for speech in day.speeches:
        if speech.nomination is not None:
            named[speech.nomination] = named.get(speech.nomination, 0) + 1
    if named:
        counts = sorted(named.items(), key=lambda pair: (-pair[1], pair[0]))
        parts.append("Named: " + ", ".join(f"{record.names[s]} {n}" for s, n in counts) + ".")
    claims = [claim for claim in _claims(day, record) if claim not in heard]
    if claims:
        parts.append("Claimed: " + "; ".join(claims) + ".")
        heard.update(claims)
    for number, vote in enumerate(day.votes):
        parts.append(("Vote: " if number == 0 else "Revote: ") + _votes(vote.ballots, record))
    if day.votes:
        out = record.names[day.out] if day.out is not None else "nobody"
        parts.append(f"Voted out: {out}.")
    return " ".join(parts)


def _list(seats: tuple[SeatId, ...], record: PublicRecord) -> str:
    return ", ".join(record.names[seat] for seat in seats)


def _votes(ballots: dict[SeatId, SeatId | None], record: PublicRecord) -> str:
    by_choice: dict[SeatId | None, list[SeatId]] = {}
    for voter, choice in ballots.items():
        by_choice.setdefault(choice, []).append(voter)
    ordered = sorted(by_choice.items(), key=lambda pair: (-len(pair[1]), pair[0] is None))
    return (
        "; ".join(
            f"{'skip' if choice is None else record.names[choice]} by "
            f"{_list(tuple(voters), record)}"
            for choice, voters in ordered
        )
        + "."
    )


def _claims(day: Day, record: PublicRecord) -> list[str]:
    """Return each claim of a role or a finding once, in the order in which they were made."""
    told: dict[str, None] = {}
    for speech in day.speeches:
        name = record.names[speech.seat]
        if speech.claims is not None:
            told[f"{name} claims to be {ROLES[speech.claims].called}"] = None
        for seat, is_mafia in speech.findings:
            verdict = "mafia" if is_mafia else "not mafia"
            told[f"{name} claims to have found {record.names[seat]} {verdict}"] = None
    return list(told)
