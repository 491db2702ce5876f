"""What a game came to: who fooled whom, who saw, what turned it. Pure.

It looks into every head, so it is for those who may see everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.state import MafiaState

MOST_TOLD = 3
"""How many were fooled, and how many saw, that are told."""


@dataclass(frozen=True, slots=True)
class Finale:
    """The sentences of an ending."""

    fooled: tuple[str, ...]
    """Whom the mafia fooled, worst first."""
    saw: tuple[str, ...]
    """Who knew one of the mafia for what they were, surest first."""
    turning: str
    """The vote that could have gone otherwise by least; empty where there was none."""


def finale_of(state: MafiaState) -> Finale:
    """Return the ending of a game that is over."""
    held = sorted(_beliefs(state))
    base = sum(_is_mafia(state, seat) for seat in state.roles) / max(len(state.roles) - 1, 1)
    names = state.names

    def told(mind: SeatId, seat: SeatId, chance: float, how: str) -> str:
        return f"{names[mind]} {how} {names[seat]} ({chance:.0%} mafia, at last)."

    trusted = [(chance, mind, seat) for chance, mind, seat in held if chance < base]
    known = [(chance, mind, seat) for chance, mind, seat in reversed(held) if chance > base]
    return Finale(
        fooled=tuple(told(m, s, c, "trusted") for c, m, s in trusted[:MOST_TOLD]),
        saw=tuple(told(m, s, c, "saw through") for c, m, s in known[:MOST_TOLD]),
        turning=_turning(state),
    )


def _beliefs(state: MafiaState) -> Iterator[tuple[float, SeatId, SeatId]]:
    """Yield what each of the others believed at last of each of the mafia."""
    for private in state.private:
        if not _is_mafia(state, private.seat):
            for seat, chance in private.beliefs.items():
                if seat != private.seat and _is_mafia(state, seat):
                    yield chance, private.seat, seat


def _is_mafia(state: MafiaState, seat: SeatId) -> bool:
    return ROLES[state.roles[seat]].team is Team.MAFIA


def _turning(state: MafiaState) -> str:
    """Return the vote in which the fewest votes lay between one side's loss and the other's."""
    votes: list[tuple[int, int, str]] = []
    for day in state.public.days:
        if day.out is None or not day.votes:
            continue
        counts = Counter(choice for choice in day.votes[-1].ballots.values() if choice is not None)
        lost = _is_mafia(state, day.out)
        others = [seat for seat in counts if _is_mafia(state, seat) is not lost]
        if not others:
            continue
        rival = max(others, key=lambda seat: (counts[seat], -seat))
        votes.append(
            (counts[day.out] - counts[rival], -day.number, _told(state, day.out, rival, counts))
        )
    if not votes:
        return ""
    _, day_number, sentence = min(votes)
    return f"Day {-day_number}: {sentence}"


def _told(state: MafiaState, out: SeatId, rival: SeatId, counts: Counter[SeatId]) -> str:
    names = state.names
    what = "was mafia" if _is_mafia(state, rival) else "was not"
    side = "mafia" if _is_mafia(state, out) else "not mafia"
    lost = f"{names[out]}, {side}, was voted out with {counts[out]} votes"
    return f"{lost}; {names[rival]}, who {what}, had {counts[rival]}."
