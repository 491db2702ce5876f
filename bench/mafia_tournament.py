"""Is a tournament's report honest? Equal models, unequal ones, and a plan by its own count.

    python bench/mafia_tournament.py [--tournaments 200] [--blocks 4 8 16] [--most 256] [--once]
        [--lineup sides]

1. **Equal models**: tournaments of three models in either line-up, whose games are drawn: who wins
   depends on the deal (a normal deviate of log-odds a block, which all its games share) and on
   nothing else. How often the interval of a model's rating, and of its share of wins, misses the
   truth; and in how many tournaments that follow the report's advice, block by block as it calls
   for them, up to the most there may be, the report ever tells two models apart. By its promise it
   is at most 5 in 100, overall and on either side. Before that, of tournaments of so many blocks,
   looked at once: in how many the models are said to differ, and any two of them; it should be
   about 5 in 100 (with `--once` nothing else is measured).
2. **Known strengths**: three models that decide as the offline player does in all, half or none of
   their decisions, and by lot else. Each tournament begins with a few blocks and is played on as
   its report calls for, until it calls for no more. How many games that takes, how often the
   ranking is right then, and how often the intervals hold what a tournament of many more says.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from ludens.episode.generators import generator
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.composition import deal
from ludens.mafia.decision import Decision
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.mafia.tournament.plan import Cell, Lineup, Tournament
from ludens.mafia.tournament.results import GameResult, SeatResult, read_game
from ludens.mafia.tournament.standings import Report, Scope, rated, report
from ludens.mafia.tournament.uncertainty import CONFIDENCE, wilson


@dataclass
class Mixed:
    """Decides as the offline player does in a share of its decisions, and by lot in the others."""

    share: float
    thinking: OfflinePlayer = field(default_factory=lambda: OfflinePlayer(PublicBeliefs()))
    guessing: RandomPlayer = field(default_factory=RandomPlayer)

    async def decide(self, briefing: Briefing) -> Decision:
        thinks = Briefing.dice(briefing).random() < self.share
        return await (self.thinking if thinks else self.guessing).decide(briefing)


def play(plan: Tournament, cell: Cell, players: dict[str, Player]) -> GameResult:
    """Play a game in memory."""
    table = Table(plan.mafia, tuple(players[name] for name in cell.models))
    _, log = asyncio.run(rehearse(table, cell.seed))
    result = read_game(log, cell.models, block=cell.block)
    assert result is not None
    return result


def plan_of(models: list[str], lineup: Lineup, blocks: int, seed: int) -> Tournament:
    return Tournament(
        models=models,
        lineup=lineup,
        blocks=blocks,
        seed=seed,
        mafia=MafiaSettings(seats=9, personas=False),
    )


BLOCK_EFFECT = 1.0
"""The standard deviation of a deal's log-odds: about what deals differ by at offline tables."""


def drawn(plan: Tournament, base: float) -> list[GameResult]:
    """Return games of equal models: the town wins by lot, by the deal's chance."""
    dice = Random(plan.seed)
    chances: dict[int, float] = {}
    dealt: dict[int, tuple[RoleName, ...]] = {}
    results = []
    for cell in plan.games():
        odds = math.log(base / (1 - base)) + BLOCK_EFFECT * dice.gauss()
        chance = chances.setdefault(cell.block, 1 / (1 + math.exp(-odds)))
        if cell.block not in dealt:
            dealt[cell.block] = tuple(deal(plan.mafia.composition(), generator(cell.seed, "roles")))
        roles = dealt[cell.block]
        winner = Team.TOWN if dice.random() < chance else Team.MAFIA
        seats = tuple(
            SeatResult(seat, model, roles[seat], ROLES[roles[seat]].team is winner)
            for seat, model in enumerate(cell.models)
        )
        results.append(GameResult("", cell.block, winner, seats))
    return results


Reports = Iterator[Report]


def followed(play_more: Callable[[int], list[GameResult]], first: int, most: int) -> Reports:
    """Yield the reports of a tournament that is played on as they call for, to the end."""
    blocks: int | None = first
    while blocks is not None:
        found = report(play_more(min(blocks, most)))
        yield found
        blocks = found.blocks_called_for if blocks < most else None


def once(lineup: Lineup, blocks: int, tournaments: int, base: float) -> None:
    """Print in how many tournaments of so many blocks equal models are said to differ."""
    names = ["p/one", "p/two", "p/three"]
    together: dict[str, list[bool]] = {}
    pairs: dict[str, list[bool]] = {}
    for seed in range(tournaments):
        _, differences, chances = rated(drawn(plan_of(names, lineup, blocks, seed), base), names)
        for scope, chance in chances.items():
            together.setdefault(scope, []).append(chance <= 1 - CONFIDENCE)
            found = [each.differs for each in differences if each.scope is scope]
            pairs.setdefault(scope, []).append(any(found))
    print(
        f"{lineup}, equal models, {blocks} blocks, {tournaments} tournaments looked at once: said "
        f"to differ {_shares(together)}; any two {_shares(pairs)}",
        flush=True,
    )


def _shares(found: dict[str, list[bool]]) -> str:
    """Return how often each was so, with Wilson's intervals."""
    told = []
    for scope, hits in found.items():
        low, high = wilson(sum(hits) / len(hits), len(hits), 1.96)
        told.append(f"{scope} {sum(hits) / len(hits):.1%} [{low:.1%}, {high:.1%}]")
    return ", ".join(told)


def equal(lineup: Lineup, blocks: int, tournaments: int, base: float, most: int) -> None:
    """Print how often equal models are told apart, and how often intervals miss."""
    names = ["p/one", "p/two", "p/three"]
    plans = [plan_of(names, lineup, blocks, seed) for seed in range(tournaments)]
    reports = [report(drawn(plan, base)) for plan in plans]
    wins: dict[str, list[float]] = {}
    for found in reports:
        for row in found.standings:
            for team, rate in row.wins.items():
                wins.setdefault(team, []).append(rate.value)
    truth = {team: sum(values) / len(values) for team, values in wins.items()}
    missed: dict[str, list[bool]] = {}
    for found in reports:
        for row in found.standings:
            for scope, rating in row.ratings.items():
                missed.setdefault(f"rating {scope}", []).append(not rating.low <= 0 <= rating.high)
            for team, rate in row.wins.items():
                outside = not rate.low <= truth[team] <= rate.high
                missed.setdefault(f"wins as {team}", []).append(outside)
    told: dict[str, list[bool]] = {}
    looks = 0
    for seed in range(tournaments):
        ever: set[str] = set()
        scopes: set[str] = set()

        def played(number: int, seed: int = seed) -> list[GameResult]:
            return drawn(plan_of(names, lineup, number, seed), base)

        for found in followed(played, blocks, most):
            looks += 1
            scopes |= {d.scope for d in found.differences}
            ever |= {d.scope for d in found.differences if d.told_apart}
        for scope in scopes:
            told.setdefault(scope, []).append(scope in ever)
    print(f"{lineup}, equal models, {blocks} blocks, {tournaments} tournaments: missed ", end="")
    print(", ".join(f"{what} {sum(v) / len(v):.1%}" for what, v in missed.items()))
    print(
        f"  played on as called for, to {most} blocks at most, {looks / tournaments:.1f} looks "
        f"each: ever told apart {', '.join(f'{s} {sum(v) / len(v):.1%}' for s, v in told.items())}",
        flush=True,
    )


class Played:
    """A tournament whose games are played once each."""

    def __init__(self, names: list[str], lineup: Lineup, seed: int, players: dict[str, Player]):
        self.names, self.lineup, self.seed, self.players = names, lineup, seed, players
        self.games: dict[str, GameResult] = {}

    def results(self, blocks: int) -> list[GameResult]:
        """Return the games of the first so many blocks."""
        plan = plan_of(self.names, self.lineup, blocks, self.seed)
        cells = list(plan.games())
        for cell in cells:
            if cell.key not in self.games:
                self.games[cell.key] = play(plan, cell, self.players)
        return [self.games[cell.key] for cell in cells]


def known(lineup: Lineup, first: int, many: int, seeds: int) -> None:
    """Print whether models of known strengths are ranked right when no more is called for."""
    shares = {"p/all": 1.0, "p/half": 0.5, "p/none": 0.0}
    players: dict[str, Player] = {name: Mixed(share) for name, share in shares.items()}
    names = list(shares)
    settled = report(Played(names, lineup, 10_000, players).results(many))
    truth = {row.model: row.ratings[Scope.OVERALL].value for row in settled.standings}
    print(f"{lineup}, known strengths over {settled.games} games: ", end="")
    print(", ".join(f"{name} {value:+.0f}" for name, value in truth.items()))
    right = ended = held = asked = looks = early = 0
    lengths = []
    for seed in range(seeds):
        tournament = Played(names, lineup, seed, players)
        for number, found in enumerate(followed(tournament.results, first, many)):
            looks += 1
            if number == 0:
                early += [row.model for row in found.standings] == names
        lengths.append(found.games)
        ended += found.blocks_called_for is None
        right += [row.model for row in found.standings] == names
        for row in found.standings:
            rating = row.ratings[Scope.OVERALL]
            asked += 1
            held += rating.low <= truth[row.model] <= rating.high
    lengths.sort()
    print(
        f"  {seeds} tournaments from {first} blocks, {looks / seeds:.1f} looks each: ranked right "
        f"at the first look {early}, at the last {right}; no more called for in {ended}; games "
        f"{lengths[0]} to {lengths[-1]}, the middle one {lengths[len(lengths) // 2]}; intervals "
        f"that hold the rating {held} of {asked}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--blocks", type=int, nargs="+", default=[4, 8, 16])
    parser.add_argument("--most", type=int, default=256, help="blocks of a tournament, at most")
    parser.add_argument("--town", type=float, default=0.45, help="how often the town wins")
    parser.add_argument("--lineup", type=Lineup, nargs="+", default=list(Lineup))
    parser.add_argument("--once", action="store_true", help="only tournaments looked at once")
    args = parser.parse_args()
    for lineup in args.lineup:
        for blocks in args.blocks:
            once(lineup, blocks, args.tournaments, args.town)
        if args.once:
            continue
        for blocks in args.blocks:
            equal(lineup, blocks, args.tournaments, args.town, args.most)
        known(lineup, min(args.blocks), args.most, max(args.tournaments // 10, 2))


if __name__ == "__main__":
    main()
