"""Why somebody is suspect, as it can be told to the table: the best reason in the public record."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.mafia.agents.offline import words
from ludens.mafia.agents.offline.evidence import Deed
from ludens.mafia.agents.offline.heard import heard
from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.events import Cause
from ludens.mafia.seats import SeatId

Reason = tuple[tuple[str, ...], SeatId | None]
"""Sentences to choose from, and the other seat they speak of."""

KNOWN_GUILTY = 0.9
"""How likely mafia a seat must be, to the table, for others to be blamed for sparing it."""


ENOUGH = 2
"""How often a reason is told in a day; whoever comes later agrees, or has one of their own."""


def best_reason(thought: Thought, seat: SeatId) -> Reason:
    """Return the strongest thing to be said against a seat that the table has not heard enough of.

    A hunch when there is nothing, or agreement with whoever said last what there is.
    """
    against = [s for s in thought.speeches_today() if seat in s.accuses and s.seat != thought.seat]
    agreed: SeatId | None = None
    for sentences, other in _reasons(thought, seat):
        told = [s.seat for s in against if any(heard(line, s.text) for line in sentences)]
        if sentences is words.HUNCH and agreed is not None:
            return words.AGREED + words.HUNCH, agreed
        if len(told) < ENOUGH or sentences is words.HUNCH:
            return sentences, other
        agreed = told[-1]
    raise AssertionError("there is always a hunch")


def _reasons(thought: Thought, seat: SeatId) -> Iterator[Reason]:
    evidence, record = thought.evidence, thought.record
    seats = [SeatId(other) for other in range(len(record.names))]
    for other in seats:
        if evidence.deeds[Deed.CALLED_GUILTY, other, seat] and other != thought.seat:
            yield words.CALLED_GUILTY, other
    if evidence.rivals[seat].any():
        yield words.RIVALS, None
    for death in reversed(record.deaths):
        if death.cause is Cause.NIGHT and thought.opposition(death.seat, [seat]) > 0:
            yield words.OPPOSED_BY_VICTIM, death.seat
        if death.cause is Cause.NIGHT and thought.opposition(seat, [death.seat]) > 1:
            yield words.VOTED_AGAINST_INNOCENT, death.seat
    for other in seats:
        guilty = other != seat and thought.table[other] >= KNOWN_GUILTY
        spared, voted, revoted = evidence.deeds[
            [Deed.SPARED, Deed.VOTED, Deed.REVOTED], seat, other
        ]
        if guilty and spared and not (voted or revoted):  # one vote may be spared, the next not
            yield words.SPARED_GUILTY, other
    yield (_first_guess(thought, seat) if record.day == 1 else words.HUNCH), None


def _first_guess(thought: Thought, seat: SeatId) -> tuple[str, ...]:
    """Return what can be said of a seat on day 1, by who has spoken."""
    spoke = [speech.seat for speech in thought.speeches_today()]
    if not spoke:
        return words.FIRST_DAY + words.FIRST_TO_SPEAK
    return words.FIRST_DAY + words.FIRST_HEARD if seat in spoke else words.FIRST_DAY
