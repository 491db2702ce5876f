"""A table at which a person sits is sealed: while the game lasts nothing shows what is hidden.

Whoever sits there could open any page of the server in another window, so it is no use hiding
things on one of them. Until the game is over a sealed episode is shown through its table's own
addresses only (`web.routes.table`): as the public sees it, or as a seat does to whoever holds it.
"""

from __future__ import annotations

from ludens.episode.errors import LudensError
from ludens.episode.events import Outcome
from ludens.episode.store import EpisodeRow
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.web.documents import EpisodeCard


class SealedError(LudensError):
    """An episode's secrets were asked for while a person plays in it."""

    def __init__(self, row: EpisodeRow) -> None:
        super().__init__(
            "a person sits at this table: until the game is over it is shown as the public sees it"
        )
        self.table = f"/episodes/{row.id}/table"
        """The page that shows it."""


class NotYourSeatError(LudensError):
    """A seat was asked for by somebody who does not hold it."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"somebody else sits in seat {seat}")


def persons_at(row: EpisodeRow) -> list[int]:
    """Return the seats that people play, in an episode of any game."""
    if row.game != "mafia":
        return []
    settings = MafiaSettings.model_validate(row.settings.get("mafia", {}))
    return [seat for seat in range(settings.seats) if settings.chair(seat) is Chair.HUMAN]


def is_sealed(row: EpisodeRow) -> bool:
    """Tell whether an episode must not be shown whole.

    One that was stopped or reached a limit can go on, so it stays sealed.
    """
    can_go_on = row.outcome in (None, Outcome.LIMIT, Outcome.STOPPED)
    return can_go_on and bool(persons_at(row))


def require_open(row: EpisodeRow) -> EpisodeRow:
    """Return an episode that may be shown whole; raises SealedError."""
    if is_sealed(row):
        raise SealedError(row)
    return row


def sealed_card(card: EpisodeCard) -> EpisodeCard:
    """Return a card without what would tell of the game: its seed, and how much happened.

    Turns and calls count what is done at night; the same seed deals the same roles.
    """
    return card.model_copy(
        update={
            "seed": "",
            "turns": 0,
            "last_seq": min(card.last_seq, 0),
            "reason": None,
            "calls": 0,
            "tokens": 0,
            "cost": None,
            "seconds": 0.0,
            "updated": card.created,
        }
    )
