"""How many games of Mafia one core plays a second, and how long briefings grow.

    python bench/mafia_speed.py [--seats 10] [--seconds 10]

Games of ten seats: random players and offline players in memory, and offline players on the full
durable log (an SQLite file; one transaction a decision), in games a second of the processor's
time: on average, and in the fastest second, which other work on the machine disturbs least. Then
the length of a briefing in words at round 3 and at round 8 of a game in which nobody dies, which
is the longest there can be.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Speed:
    """Games a second of one core's time."""

    mean: float
    best: float
    """In the fastest stretch of a second: the nearest to a machine without other work."""
    decisions: float
    """A game."""


class Watch:
    """Counts games by the processor's time, stretch by stretch."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = self.stretch = time.process_time()
        self.games = self.since = self.turns = 0
        self.rates: list[float] = []

    def is_over(self, turns: int) -> bool:
        """Note a game; return whether the time is up."""
        self.games += 1
        self.since += 1
        self.turns += turns
        now = time.process_time()
        if now - self.stretch >= 1.0:
            self.rates.append(self.since / (now - self.stretch))
            self.stretch, self.since = now, 0
        return now - self.began >= self.seconds

    def speed(self) -> Speed:
        mean = self.games / (time.process_time() - self.began)
        return Speed(mean, max(self.rates, default=mean), self.turns / self.games)


def in_memory(settings: MafiaSettings, seconds: float) -> Speed:
    """Return how fast games are played without a log."""
    table = seat_players(settings)

    async def play() -> None:
        for seed in itertools.count():
            state, _ = await rehearse(table, seed)
            if watch.is_over(state.turn):
                return

    watch = Watch(seconds)
    asyncio.run(play())
    return watch.speed()


def on_the_log(settings: MafiaSettings, seconds: float) -> Speed:
    """Return how fast games are played with every decision committed."""
    recorded = {"mafia": settings.model_dump(mode="json")}

    async def play(store: Store) -> None:
        runner = Runner(store, Mafia())
        for seed in itertools.count():
            new = NewEpisode(
                game="mafia", subject="table", seed=seed, model="offline", settings=recorded
            )
            row = await runner.play(runner.create(new))
            if watch.is_over(row.turns):
                return

    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        watch = Watch(seconds)
        asyncio.run(play(store))
        store.close()
    return watch.speed()


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
        for where, measure in (("in memory", in_memory), ("durable log", on_the_log)):
            speed = measure(settings, args.seconds)
            print(
                f"{name}, {where}: {speed.best:.1f} games/s in the fastest second, "
                f"{speed.mean:.1f} on average ({speed.decisions:.0f} decisions a game)"
            )
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
