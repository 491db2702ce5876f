"""What a game of a tournament came to, seat by seat, read from its log and its calls."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import select

from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.schema import call
from ludens.episode.store import EpisodeRow, Store
from ludens.mafia.events import DefaultTaken, GameDecided, MindKept, ReplyRefused
from ludens.mafia.game import Mafia
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seating import seat_role
from ludens.mafia.seats import SeatId


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's game."""

    seat: SeatId
    model: str
    role: RoleName
    won: bool
    brier: tuple[float, ...]
    """The squared error of each belief it held, as (p - truth)^2; none for those who know."""
    refused: int
    defaults: int
    cost: Decimal | None
    """US dollars; None when it made calls without a price, 0 when it made none."""

    @property
    def team(self) -> Team:
        """Return the seat's side."""
        return ROLES[self.role].team


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game."""

    episode: str
    team: Team | None
    """Who won; None if nobody."""
    seats: tuple[SeatResult, ...]


def result_of(store: Store, row: EpisodeRow) -> GameResult | None:
    """Return what a game came to, or None if it did not come to its end."""
    if row.outcome is not Outcome.ENDED:
        return None
    log = [event for _, event in read_events(store, Mafia(), row)]
    decided = next((event for event in log if isinstance(event, GameDecided)), None)
    if decided is None:
        return None
    guilty = [ROLES[role].team is Team.MAFIA for role in decided.roles]
    errors: defaultdict[SeatId, list[float]] = defaultdict(list)
    refused: defaultdict[SeatId, int] = defaultdict(int)
    defaults: defaultdict[SeatId, int] = defaultdict(int)
    for event in log:
        match event:
            case MindKept() if not guilty[event.seat]:
                errors[event.seat] += [
                    (chance - guilty[seat]) ** 2
                    for seat, chance in event.beliefs.items()
                    if seat != event.seat
                ]
            case ReplyRefused():
                refused[event.seat] += 1
            case DefaultTaken():
                defaults[event.seat] += 1
    models = row.settings["tournament"]["models"]
    costs = _costs(store, row)
    return GameResult(
        episode=row.id,
        team=decided.team,
        seats=tuple(
            SeatResult(
                seat=SeatId(seat),
                model=models[seat],
                role=role,
                won=seat in decided.winners,
                brier=tuple(errors[SeatId(seat)]),
                refused=refused[SeatId(seat)],
                defaults=defaults[SeatId(seat)],
                cost=costs.get(seat_role(seat), Decimal(0)),
            )
            for seat, role in enumerate(decided.roles)
        ),
    )


def _costs(store: Store, row: EpisodeRow) -> dict[str, Decimal | None]:
    """Return what each agent's calls cost; None where one of them has no price."""
    query = select(call.c.agent, call.c.cost, call.c.input_tokens).where(
        call.c.episode_id == row.id, call.c.inherited.is_(False)
    )
    costs: dict[str, Decimal | None] = {}
    with store.database.read() as connection:
        for agent, cost, tokens in connection.execute(query):
            if tokens is None:
                continue  # nothing came, so nothing was paid
            before = costs.get(agent, Decimal(0))
            known = before is not None and cost is not None
            costs[agent] = before + Decimal(cost) if known and before is not None else None
    return costs
