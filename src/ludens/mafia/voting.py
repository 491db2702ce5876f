"""Votes: who is out, whether a revote is due. Pure rules (seed 003)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludens.mafia.seats import SeatId

Ballots = Mapping[SeatId, SeatId | None]
"""What each living player chose; None is to skip."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a vote came to."""

    out: SeatId | None = None
    """Who is voted out, if anybody."""
    tied: tuple[SeatId, ...] = ()
    """Between whom a revote is due, by seat."""


def counted(choices: Ballots) -> dict[SeatId | None, int]:
    """Return how many chose whom; in the order in which they were first chosen."""
    counts: dict[SeatId | None, int] = {}  # few: `Counter` takes thrice as long
    for choice in choices.values():
        counts[choice] = counts.get(choice, 0) + 1
    return counts


def leaders(ballots: Ballots) -> tuple[set[SeatId], bool]:
    """Return the players with the most votes, and whether skipping has as many."""
    counts = counted(ballots)
    most = max(counts.values(), default=0)
    first = {choice for choice, votes in counts.items() if votes == most}
    return {choice for choice in first if choice is not None}, None in first


def count_vote(ballots: Ballots) -> Count:
    """Return what the day's vote decides.

    A plurality is out. A tie between players, or between one player and skipping, is voted on
    again. Skipping wins by plurality, and when it ties with two players or more.
    """
    players, skip = leaders(ballots)
    if len(players) == 1 and not skip:
        return Count(out=next(iter(players)))
    if not players or (skip and len(players) > 1):
        return Count()
    return Count(tied=tuple(sorted(players)))


def count_revote(ballots: Ballots) -> Count:
    """Return what the revote decides: a plurality is out; another tie, or skipping, is nobody."""
    players, skip = leaders(ballots)
    if len(players) == 1 and not skip:
        return Count(out=next(iter(players)))
    return Count()
