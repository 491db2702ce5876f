"""What a dead model costs the others at its table: decisions and time.

    python bench/mafia_dead_model.py [--seats 7] [--seeds 2] [--deadline 2]

Two models of one provider sit in every other seat each, behind one loopback server (tests/llm)
that speaks the OpenAI wire format. One answers after 10 ms. The other does so too; fails each
request with 500; or takes it and never says a word. Retries, circuit and silence are the settings
as they come, waited for in real time; the deadline of an attempt, 120 s as it comes, is given.

Printed for each: decisions taken by default, of the healthy model and of the other; calls of the
healthy one that were turned away, failed or made twice (targets: none of these); the longest that
one of its decisions took, in seconds; and what all decisions of the other took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Hang, Reply
from ludens.episode.calls import calls_of
from ludens.episode.game import Stage
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.calls import Call
from ludens.mafia.agents.player import Player
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision
from ludens.mafia.events import DefaultTaken
from ludens.mafia.game import Mafia
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import MafiaSettings
from mafia.playing import reply_to

HEALTHY, OTHER = "healthy", "other"
WAYS: dict[str, Answer | None] = {"answers too": None, "500": Failure(500), "silence": Hang()}
ANSWERS_AFTER = 0.01


@dataclass(slots=True)
class Timed:
    """A player, and how long each of its decisions took, in seconds."""

    player: Player
    took: list[float] = field(default_factory=list)

    async def decide(self, briefing: Briefing) -> Decision:
        began = time.perf_counter()
        try:
            return await self.player.decide(briefing)
        finally:
            self.took.append(time.perf_counter() - began)


class TimedMafia(Mafia):
    """A table whose players are timed."""

    players: tuple[Timed, ...] = ()

    def open(self, stage: Stage) -> MafiaSession:
        session = super().open(stage)
        self.players = tuple(Timed(player) for player in session.table.players)
        session.table = replace(session.table, players=self.players)
        return session


def speak(asked: Asked) -> Answer:
    """Return a valid reply to a briefing."""
    assert asked.schema is not None
    task = asked.messages[-1][1].split("## What you are asked")[1]
    return Reply(json.dumps(reply_to(asked.schema, task, said_by=asked.model)))


async def play(
    store: Store, way: Answer | None, seed: int, seats: int, deadline: float, at_once: bool
) -> tuple[EpisodeRow, tuple[Timed, ...]]:
    """Play one table."""

    def reply(asked: Asked) -> Answer:
        return way if way is not None and asked.model == OTHER else speak(asked)

    async with OpenAIServer(reply, delay=ANSWERS_AFTER) as server:
        table = MafiaSettings(seats=seats, at_once=at_once)
        settings: dict[str, Any] = {
            "mafia": table.model_dump(mode="json"),
            "llm": {
                "models": {
                    f"seat:{seat}": f"compatible/{OTHER if seat % 2 else HEALTHY}"
                    for seat in range(seats)
                },
                "providers": {
                    "compatible": {
                        "base_url": server.base_url,
                        "key_env": "LOOPBACK_KEY",
                        "deadline": deadline,
                    }
                },
            },
        }
        game = TimedMafia()
        runner = Runner(store, game)
        new = NewEpisode(game="mafia", subject="table", seed=seed, model="two", settings=settings)
        return await runner.play(runner.create(new)), game.players


def told(store: Store, row: EpisodeRow, players: tuple[Timed, ...]) -> Iterator[str]:
    """Yield what one table came to."""
    log = [event for _, event in read_events(store, Mafia(), row)]
    defaults = [event.seat % 2 for event in log if isinstance(event, DefaultTaken)]
    calls: dict[str, list[Call]] = {HEALTHY: [], OTHER: []}
    for _, call in calls_of(store, row.id):
        calls[call.model].append(call)
    failed = [call for call in calls[HEALTHY] if call.response is None or call.attempt > 1]
    took = [[took for timed in players[side::2] for took in timed.took] for side in (0, 1)]
    yield f"defaults {defaults.count(0)} of the healthy, {defaults.count(1)} of the other"
    yield f"{len(failed)} of {len(calls[HEALTHY])} calls of the healthy harmed"
    yield f"its decisions {statistics.median(took[0]):.2f} s, at most {max(took[0]):.2f} s"
    yield f"{len(took[1])} of the other's {sum(took[1]):.1f} s in all ({len(calls[OTHER])} calls)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--deadline", type=float, default=2.0, help="seconds of an attempt")
    args = parser.parse_args()
    os.environ["LOOPBACK_KEY"] = "sk-loopback"
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        for at_once in (False, True):
            print("votes at once" if at_once else "votes one by one")
            for name, way in WAYS.items():
                for seed in range(args.seeds):
                    row, players = asyncio.run(
                        play(store, way, seed, args.seats, args.deadline, at_once)
                    )
                    print(f"  {name}: " + "; ".join(told(store, row, players)), flush=True)
        store.close()


if __name__ == "__main__":
    main()
