"""How many games of Mafia one core plays a second, and how long briefings grow.

    python bench/mafia_speed.py [--seats 10] [--seconds 10]

Games of ten seats: random players and offline players in memory, without and with every briefing
made into words, and on the full durable log (an SQLite file), in games a second of the processor's
time: on average, and in the fastest second, which other work on the machine disturbs least; and the
floor: as many decisions of dice, a checked reply and a checked event each, and nothing else. Beside
them in the same run, where it is installed (`pip install --no-deps textarena nltk regex`),
TextArena's SecretMafia with as many seats: its engine, its own observations and players who choose
by lot, with one round of talk a day as ours and with its default of three.
Then the length of a briefing in words at round 3 and at round 8 of a game in which nobody dies,
which is the longest there can be.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ludens.episode import memory
from ludens.episode.generators import derive_seed
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Ask, Ballot, Decision, Proposal
from ludens.mafia.events import BallotCast
from ludens.mafia.game import Mafia
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.seating import seat_players
from ludens.mafia.seats import SeatId
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


class Worded(RandomPlayer):
    """Chooses by lot, having been told everything in words."""

    async def decide(self, briefing: Briefing) -> Decision:
        render(briefing)
        return await super().decide(briefing)


def in_words(settings: MafiaSettings, seconds: float) -> Speed:
    """Return how fast random games are played with every briefing made into words."""
    table = Table(settings, (Worded(),) * settings.seats)

    async def play() -> None:
        for seed in itertools.count():
            state, _ = await rehearse(table, seed)
            if watch.is_over(state.turn):
                return

    watch = Watch(seconds)
    asyncio.run(play())
    return watch.speed()


def floor(decisions: int, seconds: float) -> Speed:
    """Return how fast games were if they took nothing but dice and one checked event a decision."""
    seats = [SeatId(seat) for seat in range(10)]
    watch = Watch(seconds)
    for game in itertools.count():
        for turn in range(decisions):
            dice = Random(derive_seed(game, "seat", turn, 1, Ask.VOTE, 1, 0))
            BallotCast(seat=seats[0], choice=Ballot(choice=dice.choice(seats)).choice)
        if watch.is_over(decisions):
            break
    return watch.speed()


def textarena(seats: int, rounds: int, seconds: float) -> Speed | None:
    """Return how fast TextArena plays SecretMafia by lot; None where it is not installed."""
    try:
        from textarena.envs.SecretMafia.env import SecretMafiaEnv  # noqa: PLC0415
    except ImportError:
        return None
    random.seed(1)
    watch = Watch(seconds)
    for seed in itertools.count():
        env = SecretMafiaEnv(discussion_rounds=rounds)
        env.reset(num_players=seats, seed=seed)
        done, turns = False, 0
        while not done:
            player, _ = env.get_observation()
            alive = [p for p in env.state.game_state["alive_players"] if p != player]
            done, _ = env.step(f"I say it is [Player {random.choice(alive)}].")
            turns += 1
        if watch.is_over(turns):
            return watch.speed()
    return None


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
    memory.settle()  # as every command does that plays or serves
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
    random_table = MafiaSettings(seats=args.seats, player=Chair.RANDOM)
    others = [
        ("random players, in memory, briefings in words", in_words(random_table, args.seconds))
    ]
    others.append(
        ("dice and checked models alone", floor(round(others[0][1].decisions), args.seconds))
    )
    for rounds in (1, 3):
        speed = textarena(args.seats, rounds, args.seconds)
        if speed is not None:
            others.append((f"TextArena, random players, {rounds} rounds of talk", speed))
    for name, speed in others:
        print(
            f"{name}: {speed.best:.1f} games/s in the fastest second, {speed.mean:.1f} on average "
            f"({speed.decisions:.0f} decisions a game)"
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
