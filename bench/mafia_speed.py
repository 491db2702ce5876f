"""How many games of Mafia one core plays a second, and how long briefings grow.

    python bench/mafia_speed.py [--seats 10] [--seconds 10]

Games of ten seats: random players and offline players in memory, and offline players on the full
durable log (an SQLite file; one transaction a decision). Then the length of a briefing in words at
round 3 and at round 8 of a game in which nobody dies, which is the longest there can be.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from pathlib import Path

from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Ballot, Decision, Proposal
from ludens.mafia.game import Mafia
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.seating import seat_players
from ludens.mafia.settings import Chair, MafiaSettings
from ludens.mafia.table import Table


def in_memory(settings: MafiaSettings, seconds: float) -> tuple[float, float]:
    """Return games a second of one core, and decisions a game."""
    table = seat_players(settings)

    async def play() -> tuple[int, int]:
        turns = 0
        for seed in itertools.count():
            state, _ = await rehearse(table, seed)
            turns += state.turn
            if time.process_time() - began >= seconds:
                return seed + 1, turns
        raise AssertionError

    began = time.process_time()
    games, turns = asyncio.run(play())
    return games / (time.process_time() - began), turns / games


def on_the_log(settings: MafiaSettings, seconds: float) -> tuple[float, float]:
    """Return games a second with every decision committed: of wall time, and of one core."""
    recorded = {"mafia": settings.model_dump(mode="json")}

    async def play(store: Store) -> int:
        runner = Runner(store, Mafia())
        for seed in itertools.count():
            new = NewEpisode(
                game="mafia", subject="table", seed=seed, model="offline", settings=recorded
            )
            await runner.play(runner.create(new))
            if time.perf_counter() - began >= seconds:
                return seed + 1
        raise AssertionError

    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        began, core = time.perf_counter(), time.process_time()
        games = asyncio.run(play(store))
        wall, core = time.perf_counter() - began, time.process_time() - core
        store.close()
    return games / wall, games / core


class Merciful:
    """Plays offline, but never votes and never kills, so that everybody stays alive."""

    def __init__(self) -> None:
        self.player = OfflinePlayer(PublicBeliefs())
        self.lengths: dict[tuple[int, str], list[int]] = {}

    async def decide(self, briefing: Briefing) -> Decision:
        prompt = render(briefing)
        length = len(prompt.rules) + len(prompt.character) + len(prompt.situation)
        key = (briefing.view.public.day, briefing.ask.value)
        self.lengths.setdefault(key, []).append(length)
        decision = await self.player.decide(briefing)
        if isinstance(decision, Ballot):
            return decision.model_copy(update={"choice": None})
        if isinstance(decision, Proposal):
            return decision.model_copy(update={"target": None})
        return decision


def briefing_lengths(seats: int) -> dict[int, float]:
    """Return the mean length of a briefing for a vote, in characters, by day."""
    player = Merciful()
    settings = MafiaSettings(seats=seats, rules={"max_days": 12})
    for seed in range(3):
        asyncio.run(rehearse(Table(settings, (player,) * seats), seed))
    return {
        day: sum(lengths) / len(lengths)
        for (day, ask), lengths in player.lengths.items()
        if ask == "vote"
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    print(f"{args.seats} seats, one core, {args.seconds:g} s each")
    for chair in (Chair.RANDOM, Chair.MODEL):
        name = {Chair.RANDOM: "random players", Chair.MODEL: "offline players"}[chair]
        settings = MafiaSettings(seats=args.seats, player=chair)
        rate, turns = in_memory(settings, args.seconds)
        print(f"{name}, in memory: {rate:.1f} games/s ({turns:.0f} decisions a game)")
        wall, core = on_the_log(settings, args.seconds)
        print(f"{name}, durable log: {wall:.1f} games/s ({core:.1f} of one core's time)")
    lengths = briefing_lengths(args.seats)
    print(
        "briefing for a vote, characters: "
        + ", ".join(f"day {day} {length:.0f}" for day, length in lengths.items())
    )
    print(
        f"day 8 / day 3: {lengths[8] / lengths[3]:.2f}; last / day 3: "
        f"{lengths[max(lengths)] / lengths[3]:.2f}"
    )


if __name__ == "__main__":
    main()
