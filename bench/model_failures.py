"""What a failing model costs: 100 turns against a server that fails a fifth of the time.

    python bench/model_failures.py [--turns 100] [--seeds 3] [--quick]

1. An oracle plays the bundled story through the OpenAI wire format, in every role. The same seeds
   are played with a server that serves, and with one that fails 20 % of its requests, a fifth of
   them each with 429, 500, a reply that is cut, garbage, and silence. Printed for each: turns,
   calls, failed calls, turns played by rule, calls beyond the failures by the clean run's.
   Targets: no turn lost; at most 1.1 times the clean run's calls beyond the failures.
2. The seconds until an episode with a dead server has told it and goes on: one that refuses
   connections, and one that takes them and never says a word, in the settings as they come.
   Target: at most 30.

The server runs in this process (tests/llm/servers). Waits are those of the settings but for the
deadline of an attempt, which is 3 s in the first part.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from adventure.oracle import Oracle
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Cut, Failure, Garbage, Hang
from ludens.adventure.events import CommandChosen
from ludens.adventure.game import Adventure
from ludens.adventure.story_library import find_story
from ludens.episode.calls import calls_of
from ludens.episode.events import ModelFailed
from ludens.episode.history import read_events
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

STORY = "four_parts_copper"
MODEL = "compatible/some-model"
SHARE = 0.2


@dataclass
class Failing:
    """Fails a share of the requests, each way as often."""

    oracle: Oracle
    dice: Random
    share: float
    failures: int = 0

    def __call__(self, asked: Asked) -> Answer:
        answer = self.oracle(asked)
        if self.dice.random() >= self.share:
            return answer
        self.failures += 1
        ways = [Failure(429), Failure(500), Cut(answer), Garbage(b"<html>"), Hang()]
        return self.dice.choice(ways)


@dataclass
class Watch(Hook):
    """Notes when a failure was first told."""

    began: float = field(default_factory=time.monotonic)
    told: float | None = None
    by_rule: float | None = None

    def on_model_failed(self, moment: Moment) -> None:
        self.told = self.told or time.monotonic() - self.began

    def on_turn_end(self, moment: Moment) -> None:
        if moment.turn == 1:
            self.by_rule = time.monotonic() - self.began


async def played(
    store: Store, address: str, turns: int, seed: int, *, hook: Hook | None = None, **provider: Any
) -> EpisodeRow:
    """Play the story with a server in every role."""
    found = find_story(STORY)
    flags = {
        "limits": {"turns": turns},
        "adventure": {"critic": {"by_model": True}},
        "llm": {
            "models": {"default": MODEL},
            "providers": {"compatible": {"base_url": address, **provider}},
        },
    }
    settings = load_settings(flags, environ={}, folder=Path(tempfile.gettempdir()))
    runner = Runner(store, Adventure(), hooks=Hooks.of([hook] if hook is not None else []))
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=found.name,
            subject_hash=found.sha256,
            subject_content=found.data,
            seed=seed,
            model=MODEL,
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )
    return await runner.play(row)


async def failing(turns: int, seeds: int) -> None:
    """Print what a fifth of failures costs."""
    print(f"{STORY}, {turns} turns, an oracle in every role")
    print("seed  fails  turns  calls  failed  by rule  beyond failures / clean")
    for seed in range(1, seeds + 1):
        clean = 0
        for share in (0.0, SHARE):
            with tempfile.TemporaryDirectory() as folder:
                store = Store.open(str(Path(folder) / "store.db"))
                reply = Failing(Oracle(STORY), Random(seed), share)
                async with OpenAIServer(reply) as server:
                    row = await played(store, server.base_url, turns, seed, deadline=3.0)
                calls = [call for _, call in calls_of(store, row.id)]
                failed = sum(call.error is not None for call in calls)
                by_rule = sum(
                    "In the place of the model" in event.reasoning
                    for _, event in read_events(store, Adventure(), row)
                    if isinstance(event, CommandChosen)
                )
                outages = sum(
                    isinstance(event, ModelFailed)
                    for _, event in read_events(store, Adventure(), row)
                )
                store.close()
            clean = clean or len(calls) - failed
            ratio = (len(calls) - failed) / clean
            print(
                f"{seed:4}  {share:5.0%}  {row.turns:5}  {len(calls):5}  {failed:6}  {by_rule:7}"
                f"  {ratio:.3f}  ({row.outcome}, {outages} told)"
            )


async def dead(turns: int) -> None:
    """Print how long a dead server keeps an episode from going on."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    async with OpenAIServer(lambda _: Hang(), dead=True) as silent:
        for name, address in (
            ("refuses connections", f"http://127.0.0.1:{port}/v1"),
            ("says nothing", silent.base_url),
        ):
            with tempfile.TemporaryDirectory() as folder:
                store = Store.open(str(Path(folder) / "store.db"))
                watch = Watch()
                begun = time.monotonic()
                row = await played(store, address, turns, 1, hook=watch)
                told = "never" if watch.told is None else f"{watch.told:.1f} s"
                first = "never" if watch.by_rule is None else f"{watch.by_rule:.1f} s"
                print(
                    f"a server that {name}: told after {told}, turn 1 played by rule after {first},"
                    f" {row.turns} turns after {time.monotonic() - begun:.1f} s"
                )
                store.close()


def main() -> None:
    """Print both parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="20 turns, one seed")
    options = parser.parse_args()
    turns, seeds = (20, 1) if options.quick else (options.turns, options.seeds)
    asyncio.run(failing(turns, seeds))
    asyncio.run(dead(min(turns, 20)))


if __name__ == "__main__":
    main()
