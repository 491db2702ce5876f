"""Seats and days: the words that everything at the table is told in."""

from __future__ import annotations

from typing import NewType

SeatId = NewType("SeatId", int)
"""A place at the table, from 0; the lowest seat speaks first on day one (seed 003)."""

FEWEST_SEATS = 5
MOST_SEATS = 15
