"""Is a tournament's report honest? Equal models, unequal ones, and a plan by its own count.

    python bench/mafia_tournament.py [--tournaments 200] [--blocks 4 8 16]

1. **Equal models**: tournaments of three models in either line-up, whose games are drawn: who wins
   depends on the deal (a normal deviate of log-odds a block, which all its games share) and on
   nothing else. In how many does the report tell two models apart? It should be about 5 in 100,
   overall and on either side. Also: how often the interval of a model's rating, and of its share
   of wins, misses the truth.
2. **Known strengths**: three models that decide as the offline player does in all, half or none of
   their decisions, and by lot else. A first tournament of a few blocks says how many it takes;
   so many are played, and the ranking and the intervals are compared with those of a tournament
   of many more.
"""

from __future__ import annotations

import argparse
import asyncio
import math
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
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.mafia.tournament.plan import Lineup, Tournament
from ludens.mafia.tournament.results import GameResult, SeatResult, read_game
from ludens.mafia.tournament.standings import Scope, report


@dataclass
class Mixed:
    """Decides as the offline player does in a share of its decisions, and by lot in the others."""

    share: float
    thinking: OfflinePlayer = field(default_factory=lambda: OfflinePlayer(PublicBeliefs()))
    guessing: RandomPlayer = field(default_factory=RandomPlayer)

    async def decide(self, briefing: Briefing) -> Decision:
        thinks = Briefing.dice(briefing).random() < self.share
        return await (self.thinking if thinks else self.guessing).decide(briefing)


def play(plan: Tournament, players: dict[str, Player]) -> list[GameResult]:
    """Play a tournament in memory."""
    results = []
    for cell in plan.games():
        table = Table(plan.mafia, tuple(players[name] for name in cell.models))
        _, log = asyncio.run(rehearse(table, cell.seed))
        result = read_game(log, cell.models, block=cell.block)
        assert result is not None
        results.append(result)
    return results


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
    results = []
    for cell in plan.games():
        odds = math.log(base / (1 - base)) + BLOCK_EFFECT * dice.gauss()
        chance = chances.setdefault(cell.block, 1 / (1 + math.exp(-odds)))
        roles = deal(plan.mafia.composition(), generator(cell.seed, "roles"))
        winner = Team.TOWN if dice.random() < chance else Team.MAFIA
        seats = tuple(
            SeatResult(seat, model, roles[seat], ROLES[roles[seat]].team is winner)
            for seat, model in enumerate(cell.models)
        )
        results.append(GameResult("", cell.block, winner, seats))
    return results


def equal(lineup: Lineup, blocks: int, tournaments: int, base: float) -> None:
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
    told: dict[str, list[bool]] = {}
    missed: dict[str, list[bool]] = {}
    for found in reports:
        for scope in Scope:
            pairs = [d for d in found.differences if d.scope is scope]
            if pairs:
                told.setdefault(scope, []).append(any(d.told_apart for d in pairs))
        for row in found.standings:
            for scope, rating in row.ratings.items():
                missed.setdefault(f"rating {scope}", []).append(not rating.low <= 0 <= rating.high)
            for team, rate in row.wins.items():
                outside = not rate.low <= truth[team] <= rate.high
                missed.setdefault(f"wins as {team}", []).append(outside)
    print(
        f"{lineup}, {blocks} blocks, {reports[0].games} games, {tournaments} tournaments: ", end=""
    )
    print("told apart ", end="")
    print(", ".join(f"{scope} {sum(v) / len(v):.1%}" for scope, v in told.items()), end="; ")
    print("missed ", end="")
    print(", ".join(f"{what} {sum(v) / len(v):.1%}" for what, v in missed.items()), flush=True)


def known(lineup: Lineup, first: int, many: int, seeds: int) -> None:
    """Print whether models of known strengths are ranked right at the number called for."""
    shares = {"p/all": 1.0, "p/half": 0.5, "p/none": 0.0}
    players: dict[str, Player] = {name: Mixed(share) for name, share in shares.items()}
    names = list(shares)
    settled = report(play(plan_of(names, lineup, many, 10_000), players))
    truth = {row.model: row.ratings[Scope.OVERALL].value for row in settled.standings}
    print(f"{lineup}, known strengths over {settled.games} games: ", end="")
    print(", ".join(f"{name} {value:+.0f}" for name, value in truth.items()))
    right = told = held = asked = 0
    lengths = []
    for seed in range(seeds):
        blocks = report(play(plan_of(names, lineup, first, seed), players)).blocks_called_for
        blocks = min(max(blocks or first, first), many)
        found = report(play(plan_of(names, lineup, blocks, seed), players))
        lengths.append(found.games)
        right += [row.model for row in found.standings] == names
        told += all(d.told_apart for d in found.differences if d.scope is Scope.OVERALL)
        for row in found.standings:
            rating = row.ratings[Scope.OVERALL]
            asked += 1
            held += rating.low <= truth[row.model] <= rating.high
    print(
        f"  {seeds} tournaments, each as long as its first {first} blocks called for "
        f"({min(lengths)} to {max(lengths)} games): ranked right {right}, all told apart {told}, "
        f"intervals that hold the rating {held} of {asked}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--blocks", type=int, nargs="+", default=[4, 8, 16])
    parser.add_argument("--town", type=float, default=0.45, help="how often the town wins")
    args = parser.parse_args()
    for lineup in Lineup:
        for blocks in args.blocks:
            equal(lineup, blocks, args.tournaments, args.town)
        known(lineup, min(args.blocks), 8 * max(args.blocks), max(args.tournaments // 20, 2))


if __name__ == "__main__":
    main()
