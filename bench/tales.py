"""Our scores beside those of TALES' own environment, for the same commands.

Plays each story for a number of steps, offline, by its words and without search; then types the
commands into the environment that TALES makes of the file (TextWorld's, on Jericho) until that is
done. Needs TextWorld (`ludens doctor` tells how to get it) and stories of TALES' list.

    python bench/tales.py .stories/published/ludicorp.z5 [...] [--steps 100] [--seed 1]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import warnings
from pathlib import Path

import textworld
from textworld.envs.wrappers import Filter

from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES, new_adventure
from ludens.settings import load_settings


def ours(store: Store, file: str, steps: int, seed: int) -> tuple[list[str], int, int | None]:
    """Play a story; return its commands, the score that then stands, and the most there is."""
    adventure = {"perception": "text", "search": {"enabled": False}}
    settings = load_settings({"limits": {"turns": steps}, "adventure": adventure})
    runner = Runner(store, GAMES["adventure"])
    row = asyncio.run(runner.play(runner.create(new_adventure(settings, file, seed=seed))))
    log = [(line.type, json.loads(line.data)) for line in store.events(row.id)]
    commands = [data["command"] for kind, data in log if kind == "command_chosen"]
    scores = [data["score"] for kind, data in log if kind == "score_change"]
    return commands, scores[-1] if scores else 0, row.headline["max_score"]


def theirs(file: str, commands: list[str], seed: int) -> tuple[int, int, int]:
    """Return the score, the most and the number of commands that their environment took."""
    told = textworld.EnvInfos(score=True, max_score=True, won=True, lost=True, feedback=True)
    environment = textworld.start(file, told, wrappers=[Filter])
    environment.seed(seed)
    _, info = environment.reset()
    taken = 0
    for command in commands:
        _, _, is_done, info = environment.step(command)
        taken += 1
        if is_done:
            break
    environment.close()
    return info["score"], info["max_score"], taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stories", nargs="+")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    warnings.filterwarnings("ignore")
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        for file in asked.stories:
            commands, score, most = ours(store, file, asked.steps, asked.seed)
            their_score, their_most, taken = theirs(file, commands, asked.seed)
            print(
                f"{Path(file).stem}: ours {score} of {most}, theirs {their_score} of {their_most}, "
                f"{taken} of {len(commands)} commands"
            )
        store.close()


if __name__ == "__main__":
    main()
