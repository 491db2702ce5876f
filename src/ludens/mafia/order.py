"""Who speaks when (seed 003)."""

from __future__ import annotations

from collections.abc import Collection

from ludens.mafia.seats import SeatId


def speaking_order(day: int, seats: int, living: Collection[SeatId]) -> tuple[SeatId, ...]:
    """Return the living in the order in which they speak on a day, from 1.

    Seat 0 begins on day one, and the first speaker moves on by one seat each day; a dead seat's
    turn to begin falls to the next living one.
    """
    first = (day - 1) % seats
    round_table = (SeatId((first + offset) % seats) for offset in range(seats))
    return tuple(seat for seat in round_table if seat in living)
