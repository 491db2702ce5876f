"""How many games of Mafia one core plays a second, and how long briefings grow.

    python bench/mafia_speed.py [--seats 10] [--seconds 10] [--turns 1] [--textarena PYTHON]

Games of ten seats: random players and offline players in memory, without and with every briefing
made into words, and on the full durable log (an SQLite file), in games a second of the processor's
time: on average, and in the fastest second, which other work on the machine disturbs least; and the
floor: as many decisions of dice, a checked reply and a checked event each, and nothing else. Beside
them in the same run, TextArena's SecretMafia with as many seats (`bench/mafia_textarena.py`), with
one round of talk a day as ours and with its default of three. It may stand in an environment of its
own, whose Python `--textarena` names: `python -m venv FOLDER`, `FOLDER/bin/pip install --no-deps
textarena nltk regex`, and what it imports, `FOLDER/bin/pip install rich requests openai numpy
python-dotenv websockets`. On a machine with other work, `--turns 5` measures each so often.
Then the length of a briefing in words at round 3 and at round 8 of a game in which nobody dies,
which is the longest there can be.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from mafia_textarena import Speed, Watch

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


def textarena(python: str, seats: int, rounds: int, seconds: float) -> Speed | None:
    """Return how fast TextArena plays SecretMafia by lot; None where that Python has it not."""
    has = [python, "-c", "import textarena"]
    if subprocess.run(has, capture_output=True, check=False).returncode:
        return None
    script = str(Path(__file__).with_name("mafia_textarena.py"))
    given = {"--seats": seats, "--rounds": rounds, "--seconds": seconds}
    command = [python, script, *(str(part) for pair in given.items() for part in pair)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Speed(**json.loads(ran.stdout))


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
    parser.add_argument("--turns", type=int, default=1, help="how often each is measured")
    parser.add_argument("--textarena", default=sys.executable, help="a Python that has TextArena")
    args = parser.parse_args()
    memory.settle()  # as every command does that plays or serves
    print(f"{args.seats} seats, one core, {args.turns} times {args.seconds:g} s each, by turns")
    by_lot = MafiaSettings(seats=args.seats, player=Chair.RANDOM)
    offline = MafiaSettings(seats=args.seats, player=Chair.MODEL)
    measured: dict[str, Callable[[], Speed | None]] = {
        "random players, in memory": partial(in_memory, by_lot, args.seconds),
        "random players, in memory, briefings in words": partial(in_words, by_lot, args.seconds),
        "random players, durable log": partial(on_the_log, by_lot, args.seconds),
        "TextArena, random players, 1 round of talk": partial(
            textarena, args.textarena, args.seats, 1, args.seconds
        ),
        "TextArena, random players, 3 rounds of talk": partial(
            textarena, args.textarena, args.seats, 3, args.seconds
        ),
        "offline players, in memory": partial(in_memory, offline, args.seconds),
        "offline players, durable log": partial(on_the_log, offline, args.seconds),
        "dice and checked models alone": lambda: floor(
            round(found["random players, in memory"][0].decisions), args.seconds
        ),
    }
    found: dict[str, list[Speed]] = {}
    for _ in range(args.turns):
        for name, measure in measured.items():
            speed = measure()
            if speed is not None:
                found.setdefault(name, []).append(speed)
    for name, speeds in found.items():
        print(
            f"{name}: {max(each.best for each in speeds):.1f} games/s in the fastest second, "
            f"{statistics.median(each.mean for each in speeds):.1f} on average "
            f"({speeds[0].decisions:.0f} decisions a game)"
        )
    if not any(name.startswith("TextArena") for name in found):
        print(f"TextArena is not installed for {args.textarena}")
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
