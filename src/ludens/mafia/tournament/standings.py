"""How models stand after a tournament: win rates, ratings, calibration, cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from ludens.mafia.roles import Team
from ludens.mafia.tournament.results import GameResult, SeatResult

SIDES = (Team.TOWN, Team.MAFIA)
Z95 = 1.959964
"""Standard deviations on either side that hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share, with its 95% interval by Wilson."""

    share: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """An OpenSkill rating (Plackett-Luce), with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How one model stands."""

    model: str
    games: int
    """In which it had a seat."""
    seats: int
    """Seats played, all games together."""
    wins: dict[Team, Rate]
    ratings: dict[Team, Rating]
    brier: float | None
    """The mean squared error of its beliefs where it did not know; None if it stated none."""
    refused: float
    """Refused replies a seat and game."""
    defaults: float
    """Decisions taken for it, a seat and game."""
    cost: Decimal | None
    """US dollars a seat and game; None when some calls have no price."""


def standings(results: Sequence[GameResult]) -> list[Standing]:
    """Return the models, best first: by the sum of their two ratings."""
    ratings = _ratings(results)
    models = sorted({seat.model for game in results for seat in game.seats})
    table = [_standing(model, results, ratings) for model in models]
    return sorted(table, key=lambda s: (-sum(r.value for r in s.ratings.values()), s.model))


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95% interval of the share wins/games; (0, 1) without games.

    Both may be fractions: an effective number of games (see `_rate`).
    """
    if games <= 0:
        return 0.0, 1.0
    share = wins / games
    centre = share + Z95**2 / (2 * games)
    spread = Z95 * math.sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(share, low)), min(1.0, max(share, high))


def _standing(
    model: str, results: Sequence[GameResult], ratings: dict[tuple[str, Team], PlackettLuceRating]
) -> Standing:
    played = [[s for s in game.seats if s.model == model] for game in results]
    played = [seats for seats in played if seats]
    seats = [seat for game in played for seat in game]
    errors = [error for seat in seats for error in seat.brier]
    costs = [seat.cost for seat in seats]
    known = [cost for cost in costs if cost is not None]
    return Standing(
        model=model,
        games=len(played),
        seats=len(seats),
        wins={team: _rate(played, team) for team in SIDES},
        ratings={team: _rating(ratings[model, team]) for team in SIDES if (model, team) in ratings},
        brier=fmean(errors) if errors else None,
        refused=sum(seat.refused for seat in seats) / len(seats),
        defaults=sum(seat.defaults for seat in seats) / len(seats),
        cost=sum(known, Decimal(0)) / len(seats) if len(known) == len(costs) else None,
    )


def _rate(played: Iterable[Sequence[SeatResult]], team: Team) -> Rate:
    """Return how often seats of a team won.

    Seats of one side of one game win or lose together, so they are one trial and not several: the
    interval is for the effective number of games (Kish), each weighing as many seats as were held.
    """
    trials = [
        (len(held), held[0].won)
        for game in played
        if (held := [seat for seat in game if seat.team is team])
    ]
    weight = sum(count for count, _ in trials)
    if not weight:
        return Rate(0.0, 0.0, 1.0, 0)
    share = sum(count for count, won in trials if won) / weight
    effective = weight**2 / sum(count**2 for count, _ in trials)
    low, high = wilson(share * effective, effective)
    return Rate(share, low, high, len(trials))


def _rating(rating: PlackettLuceRating) -> Rating:
    return Rating(rating.mu, rating.mu - Z95 * rating.sigma, rating.mu + Z95 * rating.sigma)


def _ratings(results: Iterable[GameResult]) -> dict[tuple[str, Team], PlackettLuceRating]:
    """Return each model's rating as town and as mafia, the games taken in order.

    A game is a match of two teams, the town and the mafia; a model is in a team once, with the
    weight of its seats. A game that neither won is a draw.
    """
    skill = PlackettLuce()
    ratings: dict[tuple[str, Team], PlackettLuceRating] = {}
    for game in results:
        teams = [
            {
                model: sum(s.model == model for s in game.seats if s.team is team)
                for model in sorted({s.model for s in game.seats if s.team is team})
            }
            for team in SIDES
        ]
        before = [
            [ratings.get((model, team), skill.rating(name=model)) for model in members]
            for team, members in zip(SIDES, teams, strict=True)
        ]
        after = skill.rate(
            before,
            ranks=[0.0 if game.team in (team, None, Team.ALONE) else 1.0 for team in SIDES],
            weights=[[float(count) for count in members.values()] for members in teams],
        )
        for team, members, rated in zip(SIDES, teams, after, strict=True):
            for model, rating in zip(members, rated, strict=True):
                ratings[model, team] = rating
    return ratings
