"""How well offline players play: win rates by role against random tables and against themselves.

    python bench/mafia_strength.py [--games 150] [--seats 5 6 ... 15] [--role jester=1]

Every game is a table where one player holds all roles of the town and another all of the mafia.
Below that stands what one player can do alone among random ones, by its role, beside a random one
and one who knows all roles: that is the most that a single voice and vote are worth there. For
those the seat goes round the table, over games of the same deals. Intervals are Wilson's at 95%.
Lines of beliefs say how well they are calibrated.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections import Counter
from collections.abc import Sequence

from ludens.episode.events import Event
from ludens.episode.game import Turn
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.player import Player
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Ballot, Decision, Proposal, Speech
from ludens.mafia.events import MindKept, RoleDealt
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
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


class Knowing:
    """Knows everybody's role: names, votes for, kills and asks about its enemies alone."""

    def __init__(self) -> None:
        self.random = RandomPlayer()
        self.teams: dict[int, Team] = {}

    def hear(self, turn: Turn[MafiaState], event: Event) -> None:
        """Hear what everybody is dealt."""
        if isinstance(event, RoleDealt):
            self.teams[event.seat] = ROLES[event.role].team

    async def decide(self, briefing: Briefing) -> Decision:
        decision = await self.random.decide(briefing)
        ours = self.teams[briefing.seat]
        enemies = [seat for seat in briefing.options if self.teams[seat] is not ours]
        if not enemies:
            return decision
        match decision:
            case Speech():
                return decision.model_copy(update={"nomination": enemies[0]})
            case Ballot():
                return decision.model_copy(update={"choice": enemies[0]})
            case Proposal():
                return decision.model_copy(update={"target": enemies[0]})
            case Act() if briefing.view.private.role == "doctor":
                friends = [seat for seat in briefing.options if self.teams[seat] is ours]
                return decision.model_copy(update={"target": friends[0]})
        return decision


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    z, share = 1.959964, wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def player_named(name: str) -> Player:
    match name:
        case "offline":
            return OfflinePlayer(PublicBeliefs())
        case "knowing":
            return Knowing()
    return RandomPlayer()


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
        seat = seed % seats
        players: list[Player] = [RandomPlayer()] * seats
        players[seat] = player = player_named(name)
        watch = player.hear if isinstance(player, Knowing) else None
        state, _ = await rehearse(Table(settings, tuple(players)), seed, watch)
        won.setdefault(state.roles[seat], Counter())[seat in state.public.winners] += 1
    return won


def report_single(seats: int, games: int) -> None:
    """Print the win rate by role of one player among random ones."""
    for name in ("random", "offline", "knowing"):
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
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seats", type=int, nargs="+", default=list(range(5, 16)))
    parser.add_argument("--role", action="append", default=[], help="jester=1")
    args = parser.parse_args()
    roles = {name: int(count) for name, count in (text.split("=") for text in args.role)}
    for seats in args.seats:
        report(seats, args.games, roles)
        if not roles:
            report_single(seats, args.games)


if __name__ == "__main__":
    main()
