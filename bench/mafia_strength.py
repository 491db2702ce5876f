"""How well offline players play: win rates by role against random tables and against themselves.

    python bench/mafia_strength.py [--games 1000] [--seats 7 10 15]

Every game is a table where one player holds all roles of the town and another all of the mafia.
Intervals are Wilson's at 95%. The last block says how well the players' beliefs are calibrated.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections import Counter
from collections.abc import Sequence

from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision
from ludens.mafia.events import MindKept
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table


class BySide:
    """One player for the mafia's roles and one for all others."""

    def __init__(self, town: Player, mafia: Player) -> None:
        self.town, self.mafia = town, mafia

    async def decide(self, briefing: Briefing) -> Decision:
        role = briefing.view.private.role
        assert role is not None
        player = self.mafia if ROLES[role].team is Team.MAFIA else self.town
        return await player.decide(briefing)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    z, share = 1.959964, wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def player_named(name: str) -> Player:
    return OfflinePlayer(PublicBeliefs()) if name == "offline" else RandomPlayer()


async def match(seats: int, town: str, mafia: str, games: int, roles: dict) -> dict:
    settings = MafiaSettings(seats=seats, personas=False, roles=roles)
    player = BySide(player_named(town), player_named(mafia))
    table = Table(settings, (player,) * seats)
    wins: Counter[str] = Counter()
    by_role: dict[str, Counter[bool]] = {}
    brier: list[tuple[float, float]] = []
    days = 0
    for seed in range(games):
        state, log = await rehearse(table, seed)
        wins[state.team.value if state.team else "nobody"] += 1
        days += state.day
        for seat, role in state.roles.items():
            by_role.setdefault(role, Counter())[seat in state.public.winners] += 1
        truth = {s: ROLES[r].team is Team.MAFIA for s, r in state.roles.items()}
        for event in log:
            if isinstance(event, MindKept) and not truth[event.seat]:
                brier += [(p, float(truth[other])) for other, p in event.beliefs.items()]
    return {"wins": wins, "roles": by_role, "brier": brier, "days": days / games}


async def single(seats: int, name: str, games: int) -> dict[str, Counter[bool]]:
    """Return how often one such player won in each role at a table of random players."""
    settings = MafiaSettings(seats=seats, personas=False)
    won: dict[str, Counter[bool]] = {}
    for seed in range(games):
        players: list[Player] = [RandomPlayer()] * seats
        players[seed % seats] = player_named(name)
        state, _ = await rehearse(Table(settings, tuple(players)), seed)
        role = state.roles[seed % seats]
        won.setdefault(role, Counter())[seed % seats in state.public.winners] += 1
    return won


def report_single(seats: int, games: int) -> None:
    """Print the win rate by role of one player among random ones, and of a random one there."""
    for name in ("random", "offline"):
        won = asyncio.run(single(seats, name, games))
        parts = []
        for role, counts in sorted(won.items()):
            total = counts[True] + counts[False]
            low, high = wilson(counts[True], total)
            parts.append(f"{role} {counts[True] / total:.1%} [{low:.1%}, {high:.1%}]")
        print(f"  one {name} player at a random table wins as {', '.join(parts)}")


def report(seats: int, games: int, roles: dict) -> None:
    print(f"\n{seats} seats, {games} games each")
    for town, mafia in (
        ("random", "random"),
        ("offline", "random"),
        ("random", "offline"),
        ("offline", "offline"),
    ):
        result = asyncio.run(match(seats, town, mafia, games, roles))
        wins = result["wins"]["town"]
        low, high = wilson(wins, games)
        others = {k: v for k, v in result["wins"].items() if k not in ("town", "mafia")}
        print(
            f"  town {town:8} mafia {mafia:8} town wins {wins / games:6.1%} "
            f"[{low:.1%}, {high:.1%}]  {result['days']:.1f} days {others or ''}"
        )
        if town == mafia == "offline":
            rates = ", ".join(
                f"{role} {c[True] / (c[True] + c[False]):.1%}"
                for role, c in result["roles"].items()
            )
            print(f"    won by role: {rates}")
        if town == "offline":
            calibration(result["brier"])


def calibration(pairs: Sequence[tuple[float, float]]) -> None:
    """Print the Brier score beside that of always saying the base rate."""
    base = sum(t for _, t in pairs) / len(pairs)
    score = sum((p - t) ** 2 for p, t in pairs) / len(pairs)
    flat = base * (1 - base)
    bins = []
    for low in (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9):
        high = {0.0: 0.1, 0.1: 0.2, 0.2: 0.3, 0.3: 0.5, 0.5: 0.7, 0.7: 0.9, 0.9: 1.01}[low]
        inside = [t for p, t in pairs if low <= p < high]
        if inside:
            bins.append(f"{low:.1f}+: {sum(inside) / len(inside):.2f} ({len(inside)})")
    print(f"    beliefs: Brier {score:.3f} (base rate alone {flat:.3f}); {', '.join(bins)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, nargs="+", default=[7, 10, 15])
    parser.add_argument("--role", action="append", default=[], help="jester=1")
    args = parser.parse_args()
    roles = {name: int(count) for name, count in (text.split("=") for text in args.role)}
    for seats in args.seats:
        report(seats, args.games, roles)
        if not roles:
            report_single(seats, args.games)


if __name__ == "__main__":
    main()
