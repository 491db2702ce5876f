"""What a player is given for one decision: the view of its seat, and what is asked."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ludens.mafia.decision import Ask
from ludens.mafia.legal import may_pass, options
from ludens.mafia.night import KILL_ROUNDS
from ludens.mafia.seats import SeatId
from ludens.mafia.view import SeatView


class Refused(NamedTuple):
    """A reply that was not valid."""

    problem: str
    reply: str = ""
    """As much of it as is shown again."""


class Briefing(NamedTuple):
    """Everything a deciding agent may use: one seat's view and its own dice."""

    view: SeatView
    ask: Ask
    options: tuple[SeatId, ...]
    """Whom the seat may choose; empty where nobody is chosen."""
    may_pass: bool
    """Whether choosing nobody is a choice."""
    dice_seed: int
    """Derived one way from the episode's seed and this decision's place in the game."""
    full_days: int
    """How many days are told word for word, the current one included."""
    memory_characters: int
    problems: tuple[Refused, ...] = ()
    """What was wrong with this seat's replies so far to this very ask, oldest first."""

    def dice(self) -> Random:
        """Return this decision's own generator, always the same."""
        return Random(self.dice_seed)

    @property
    def seat(self) -> SeatId:
        """Return whose decision it is."""
        return self.view.seat

    @property
    def council_round(self) -> int:
        """Return which round of tonight's proposals it is, from 1."""
        councils = self.view.private.councils
        is_on = bool(councils) and councils[-1].day == self.view.public.day
        return 1 + councils[-1].round if is_on else 1

    @property
    def decider(self) -> SeatId | None:
        """Return whose proposal stands if the mafia stay split; None before the last round."""
        if self.ask is not Ask.KILL or self.council_round < KILL_ROUNDS:
            return None
        living, partners = self.view.public.living, self.view.private.partners
        return min([seat for seat in (self.seat, *partners) if seat in living])

    def name(self, seat: SeatId) -> str:
        """Return what a seat is called."""
        return self.view.public.names[seat]


def brief(
    view: SeatView,
    ask: Ask,
    *,
    dice_seed: int,
    full_days: int,
    memory_characters: int,
    problems: tuple[Refused, ...] = (),
) -> Briefing:
    """Return the briefing of a seat, made from its view alone."""
    return Briefing(
        view,
        ask,
        options(view, ask),
        may_pass(view, ask),
        dice_seed,
        full_days,
        memory_characters,
        problems,
    )
