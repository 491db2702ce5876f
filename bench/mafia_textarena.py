"""How many games of TextArena's SecretMafia one core plays a second; needs TextArena alone.

    PYTHON bench/mafia_textarena.py [--seats 10] [--rounds 1] [--seconds 10]

Its engine, its own observations, and players who choose by lot. `bench/mafia_speed.py` runs this
with the Python in whose environment TextArena is. Printed: one JSON object.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from dataclasses import asdict, dataclass
from importlib.util import find_spec


@dataclass(frozen=True)
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


def secret_mafia(seats: int, rounds: int, seconds: float) -> Speed:
    """Return how fast SecretMafia is played with so many rounds of talk a day."""
    from textarena.envs.SecretMafia.env import SecretMafiaEnv  # noqa: PLC0415 - of its Python

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
            break
    return watch.speed()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    if find_spec("textarena") is None:
        print("TextArena is not installed for this Python.")
        return
    print(json.dumps(asdict(secret_mafia(args.seats, args.rounds, args.seconds))))


if __name__ == "__main__":
    main()
