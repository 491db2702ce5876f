"""How models stand after a tournament: ratings, wins, votes, beliefs, cost; how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import combinations

import numpy as np

from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.tournament.ratings import Bounds, Matches
from ludens.mafia.tournament.results import GameResult, SeatResult
from ludens.mafia.tournament.uncertainty import (
    CONFIDENCE,
    Estimate,
    blocks_to_tell,
    chance_whenever,
    holm,
    mean_of,
    shaffer,
    share_of,
    t_quantile,
)

SIDES = (Team.TOWN, Team.MAFIA)
BINS = 10
"""Into how many equal parts a reliability curve divides what models said."""


class Scope(StrEnum):
    """What a rating is of."""

    OVERALL = "overall"
    """One for both sides: how much better off a side is with the model in it."""
    TOWN = "town"
    MAFIA = "mafia"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in points, 0 for the mean of the models, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bin:
    """A part of a reliability curve: how often it was so where a model said about this."""

    said: float
    """The mean of what was said."""
    true: Estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """How one model stands. Figures of which there is nothing are None or left out."""

    model: str
    games: int
    """In which it had a seat."""
    seats: int
    """Seats played, all games together."""
    ratings: dict[Scope, Rating]
    """For either side only where the line-ups tell them apart (`Matches.tell`)."""
    wins: dict[Team, Estimate]
    """Seats of a side that won, of games in which it had any."""
    roles: dict[RoleName, Estimate]
    """The same for each role."""
    survival: dict[RoleName, Estimate]
    """How often the town's powers were alive at the end."""
    votes: Estimate | None
    """Of its votes for somebody as one of the town, those against mafia."""
    identified: Estimate | None
    """Of those it held for the likeliest mafia at last, as many as there were, the mafia."""
    brier: Estimate | None
    """The mean squared error of its beliefs where it did not know."""
    base: float | None
    """The same of always saying how many of the others are mafia."""
    curve: tuple[Bin, ...]
    calls: float
    """This and the next: a seat and game."""
    input_tokens: float
    output_tokens: float
    cached_tokens: float
    refused: float
    """Replies that were not valid."""
    refusals: float
    """Calls that the model would not answer."""
    failed: float
    """Calls to which no reply came; those that were never made, since it was down, are none."""
    defaults: float
    """Decisions taken for it."""
    cost: Decimal | None
    """US dollars a seat and game; None when some calls have no price."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far one model is above another on one side or overall."""

    scope: Scope
    above: str
    below: str
    points: float
    low: float
    """This and the next: the 95 % interval, of one look."""
    high: float
    once: float
    """How likely equal models would lie so far apart at one look, at a number of games that was
    fixed beforehand; corrected (Shaffer) for how many pairs were looked at."""
    chance: float
    """How likely equal models would ever come to lie so far apart, however often one looks;
    corrected (Holm) for how many pairs were looked at."""
    blocks: int | None
    """After how many blocks such a difference is told from none in four tournaments of five."""
    fewest: int | None
    """The same if it is as large as its 95 % interval allows: it does not take fewer."""

    @property
    def told_apart(self) -> bool:
        """Return whether the difference is more than chance, however often one looks."""
        return self.chance < 1 - CONFIDENCE

    @property
    def differs(self) -> bool:
        """Return whether the difference is more than chance at one look."""
        return self.once <= 1 - CONFIDENCE


@dataclass(frozen=True, slots=True)
class Report:
    """What a tournament says."""

    games: int
    blocks: int
    standings: tuple[Standing, ...]
    """Best first."""
    differences: tuple[Difference, ...]
    """Every pair of models, overall and for each side."""
    alike: dict[Scope, float]
    """How likely equal models would differ as much, all together, at one look at a number of games
    that was fixed beforehand."""
    matrix: dict[str, dict[str, Estimate]]
    """How often a model's seats in the town won, by model, where another's were of the mafia."""
    blocks_called_for: int | None
    """How many blocks are to be played before the next look; None when each model is told from the
    next, and no more are called for."""
    blocks_expected: int | None
    """How many it takes in all, if the differences are as they look now; None where that cannot be
    said."""
    blocks_fewest: int | None
    """How many it takes in all, if they are as large as their intervals allow."""
    town: Estimate | None
    """How many of the games the town won."""
    is_mixed: bool
    """Whether a side of a game is of several models."""


def report(results: Sequence[GameResult]) -> Report:
    """Return how the models stand."""
    models = sorted({seat.model for game in results for seat in game.seats})
    blocks = sorted({game.block for game in results})
    ratings, differences, chances = rated(results, models)
    table = [_standing(model, results, blocks, ratings[model]) for model in models]
    table.sort(key=lambda s: (-s.ratings[Scope.OVERALL].value, s.model))
    order = [standing.model for standing in table]
    neighbours = [
        difference
        for difference in differences
        if difference.scope is Scope.OVERALL
        and order.index(difference.below) == order.index(difference.above) + 1
    ]
    return Report(
        games=len(results),
        blocks=len(blocks),
        standings=tuple(table),
        differences=tuple(differences),
        alike=chances,
        matrix=_matrix(results, models, blocks),
        blocks_called_for=_called_for(neighbours, len(blocks)),
        blocks_expected=_expected(neighbours),
        blocks_fewest=max(
            (d.fewest for d in neighbours if d.fewest is not None and not d.told_apart),
            default=None,
        ),
        town=_won_by_the_town(results, blocks),
        is_mixed=any(
            len({seat.model for seat in game.seats if seat.team is team}) > 1
            for game in results
            for team in SIDES
        ),
    )


def _won_by_the_town(results: Sequence[GameResult], blocks: Sequence[int]) -> Estimate | None:
    games = [[game for game in results if game.block == block] for block in blocks]
    won = [sum(game.team is Team.TOWN for game in block) for block in games]
    return share_of(won, [len(block) for block in games])


def _called_for(neighbours: Sequence[Difference], blocks: int) -> int | None:
    """Return how many blocks to play before the next look: not more than twice what there is.

    How far models lie apart after few blocks is mostly chance, and so is how many blocks that calls
    for. Looking costs nothing, since what is told apart is so however often one looks.
    """
    if all(difference.told_apart for difference in neighbours):
        return None
    expected = _expected(neighbours)
    return min(2 * blocks, max(blocks + 1, expected)) if expected is not None else 2 * blocks


def _expected(neighbours: Sequence[Difference]) -> int | None:
    needed = [difference.blocks for difference in neighbours]
    known = [blocks for blocks in needed if blocks is not None]
    return max(known) if known and len(known) == len(needed) else None


def rated(
    results: Sequence[GameResult], models: Sequence[str]
) -> tuple[dict[str, dict[Scope, Rating]], list[Difference], dict[Scope, float]]:
    """Return each model's ratings, how far every two are apart, and whether all are alike."""
    ratings: dict[str, dict[Scope, Rating]] = {model: {} for model in models}
    differences: list[Difference] = []
    chances: dict[Scope, float] = {}
    for by_side, scopes in ((False, (Scope.OVERALL,)), (True, (Scope.TOWN, Scope.MAFIA))):
        matches = Matches.of(results, models, by_side=by_side)
        if not results or (by_side and not matches.tell()):
            continue
        pairs = list(combinations(range(len(models)), 2))
        one = np.eye(len(models) * matches.sides)
        for side, scope in enumerate(scopes):
            own = one[side * len(models) :][: len(models)]
            apart = [own[first] - own[second] for first, second in pairs]
            found = matches.bounds(np.array([*own, *apart]))
            for model, bounds in zip(models, found, strict=False):
                ratings[model][scope] = Rating(bounds.value, bounds.low, bounds.high)
            if pairs:
                once = [matches.chance_of_pair(side, *pair) for pair in pairs]
                chances[scope] = once[0] if len(pairs) == 1 else matches.chance_alike(side)
                differences += _differences(
                    scope,
                    [(models[first], models[second]) for first, second in pairs],
                    found[len(models) :],
                    shaffer(once, chances[scope], len(models)),
                    len(matches.won),
                )
    return ratings, differences, chances


def _differences(
    scope: Scope,
    pairs: Sequence[tuple[str, str]],
    apart: Sequence[Bounds],
    once: Sequence[float],
    blocks: int,
) -> Iterable[Difference]:
    chances = [
        chance_whenever(each.value / each.error, blocks) if each.error > 0 else 1.0
        for each in apart
    ]
    for pair, each, look, chance in zip(pairs, apart, once, holm(chances), strict=True):
        is_above = each.value >= 0
        low, high = (each.low, each.high) if is_above else (-each.high, -each.low)
        points, error = abs(each.value), each.error
        reach = t_quantile((1 + CONFIDENCE) / 2, blocks - 1) * error if error > 0 else 0.0
        yield Difference(
            scope=scope,
            above=pair[0] if is_above else pair[1],
            below=pair[1] if is_above else pair[0],
            points=points,
            low=low,
            high=high,
            once=look,
            chance=chance,
            blocks=blocks_to_tell(points, error, blocks, len(pairs)),
            fewest=blocks_to_tell(points + reach, error, blocks, len(pairs)),
        )


Count = Callable[[SeatResult], tuple[float, float]]
"""What a seat adds to a figure: a sum, and what it is of."""


def _standing(
    model: str, results: Sequence[GameResult], blocks: Sequence[int], rated: dict[Scope, Rating]
) -> Standing:
    by_block = [
        [seat for game in results if game.block == block for seat in game.seats] for block in blocks
    ]
    ours = [[seat for seat in seats if seat.model == model] for seats in by_block]
    seats = [seat for held in ours for seat in held]
    roles = list(dict.fromkeys(role for role in ROLES for seat in seats if seat.role == role))
    powers = [r for r in roles if ROLES[r].team is Team.TOWN and ROLES[r].act is not None]

    def share(count: Count) -> Estimate | None:
        return share_of(*_sums(ours, count))

    return Standing(
        model=model,
        games=sum(any(seat.model == model for seat in game.seats) for game in results),
        seats=len(seats),
        ratings=rated,
        wins={
            team: _of_games(results, blocks, model, team=team)
            for team in SIDES
            if any(seat.team is team for seat in seats)
        },
        roles={role: _of_games(results, blocks, model, role=role) for role in roles},
        survival={role: found for role in powers if (found := _survival(ours, role))},
        votes=share(lambda s: (sum(s.ballots), len(s.ballots))),
        identified=share(lambda s: (s.found, s.named)),
        brier=mean_of(
            *_sums(ours, lambda s: (sum((p - t) ** 2 for p, t in s.beliefs), len(s.beliefs)))
        ),
        base=_base(seats),
        curve=tuple(_curve(ours)),
        calls=_mean(seats, lambda s: s.spent.calls),
        input_tokens=_mean(seats, lambda s: s.spent.input_tokens),
        output_tokens=_mean(seats, lambda s: s.spent.output_tokens),
        cached_tokens=_mean(seats, lambda s: s.spent.cached_tokens),
        refused=_mean(seats, lambda s: s.refused),
        refusals=_mean(seats, lambda s: s.spent.refusals),
        failed=_mean(seats, lambda s: s.spent.failed),
        defaults=_mean(seats, lambda s: s.defaults),
        cost=_cost(seats),
    )


def _mean(seats: Sequence[SeatResult], count: Callable[[SeatResult], float]) -> float:
    return sum(count(seat) for seat in seats) / len(seats)


def _cost(seats: Sequence[SeatResult]) -> Decimal | None:
    costs = [seat.spent.cost for seat in seats]
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) / len(costs) if len(known) == len(costs) else None


def _sums(blocks: Iterable[Sequence[SeatResult]], count: Count) -> tuple[list[float], list[float]]:
    """Return a figure's sums and counts by block."""
    pairs = [[count(seat) for seat in seats] for seats in blocks]
    return (
        [float(sum(one for one, _ in block)) for block in pairs],
        [float(sum(of for _, of in block)) for block in pairs],
    )


def _of_games(
    results: Sequence[GameResult],
    blocks: Sequence[int],
    model: str,
    *,
    team: Team | None = None,
    role: RoleName | None = None,
) -> Estimate:
    """Return how often a model's seats of a side or a role won.

    Those of one game are one trial: seats of a side win and lose together.
    """
    hits, trials = dict.fromkeys(blocks, 0.0), dict.fromkeys(blocks, 0.0)
    for game in results:
        held = [
            seat.won
            for seat in game.seats
            if seat.model == model and (seat.team is team or seat.role == role)
        ]
        if held:
            hits[game.block] += sum(held) / len(held)
            trials[game.block] += 1
    found = share_of(list(hits.values()), list(trials.values()))
    assert found is not None, "asked only of seats that somebody had"
    return found


def _survival(ours: Iterable[Sequence[SeatResult]], role: RoleName) -> Estimate | None:
    held = [[seat.lived for seat in seats if seat.role == role] for seats in ours]
    return share_of([sum(lived) for lived in held], [len(lived) for lived in held])


def _base(seats: Sequence[SeatResult]) -> float | None:
    """Return the squared error of saying always how often it was so."""
    truths = [truth for seat in seats for _, truth in seat.beliefs]
    share = sum(truths) / len(truths) if truths else 0.0
    return share * (1 - share) if truths else None


def _curve(ours: Sequence[Sequence[SeatResult]]) -> Iterable[Bin]:
    """Yield how often it was so for each part of what was said."""
    for number in range(BINS):
        parts = [
            [(p, t) for s in seats for p, t in s.beliefs if min(int(p * BINS), BINS - 1) == number]
            for seats in ours
        ]
        said = [p for part in parts for p, _ in part]
        true = share_of([sum(t for _, t in part) for part in parts], [len(part) for part in parts])
        if true is not None:
            yield Bin(sum(said) / len(said), true)


def _matrix(
    results: Sequence[GameResult], models: Sequence[str], blocks: Sequence[int]
) -> dict[str, dict[str, Estimate]]:
    """Return how often the town won, by a model in the town and one in the mafia.

    A game counts for each such pair as the share of its pairs of opposing seats that they are.
    """
    matrix: dict[str, dict[str, Estimate]] = {}
    for town in models:
        for mafia in models:
            hits, trials = dict.fromkeys(blocks, 0.0), dict.fromkeys(blocks, 0.0)
            for game in results:
                weight = _opposed(game, town, mafia)
                trials[game.block] += weight
                hits[game.block] += weight * (game.team is Team.TOWN)
            found = share_of(list(hits.values()), list(trials.values()))
            if found is not None:
                matrix.setdefault(town, {})[mafia] = found
    return matrix


def _opposed(game: GameResult, town: str, mafia: str) -> float:
    sides = {team: [s.model for s in game.seats if s.team is team] for team in SIDES}
    pairs = len(sides[Team.TOWN]) * len(sides[Team.MAFIA])
    return sides[Team.TOWN].count(town) * sides[Team.MAFIA].count(mafia) / pairs if pairs else 0.0
