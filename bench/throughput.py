"""How fast suites are played: two cores beside one, Ray beside processes, and after a kill.

Plays the same suite of offline episodes on a store of its own with one worker, with two, on a Ray
cluster of this machine with two, and with two of which one is killed three times. Prints
episodes and turns a second, each figure beside its bar, and whether every store has the same scores
(bars: two cores at least 1.8 times one; Ray at most 1.3 times as long as two processes; nothing
lost, nothing twice). Workers are warmed up first, so that starting them is not counted.

    python bench/throughput.py [--episodes 60] [--turns 100] [--store sqlite|postgresql://…]
                               [--without ray kill] [--writers]

The bars are for 1,000 episodes of 100 turns (`--episodes 1000`) on a quiet machine. With a
PostgreSQL URL all runs are kept in that database, which must be empty. `--writers` shows contention
alone: processes that only write turns into one store, how many a second, by their number.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import psutil

from ludens.bench.executors import Executor, executor
from ludens.bench.measures import Measured, measured
from ludens.bench.running import Progress, SuiteRun
from ludens.bench.suite import Suite
from ludens.episode.lease import Runner
from ludens.episode.store import NewEpisode, Store, TurnCommit

TWO_CORES, RAY = 1.8, 1.3
KILL_AT = (0.2, 0.4, 0.6)
"""Shares of the cells, each of which costs a worker its life when it is finished."""


def suite(name: str, episodes: int, turns: int) -> Suite:
    return Suite.model_validate(
        {
            "name": name,
            "seeds": episodes,
            "adventure": {"stories": ["four_parts_copper"]},
            "settings": {"limits": {"turns": turns}},
            "retries": 10,
        }
    )


def warm_up(made: Executor, folder: Path) -> None:
    """Have every worker import what it needs, on a store of its own."""
    url = str(folder / "warm.db")
    store = Store.open(url)
    SuiteRun(store, url, suite("warm", made.workers * 2, 2), made).play()
    store.close()


def run(
    name: str, url: str, planned: Suite, workers: int, folder: Path, killing: bool = False
) -> tuple[float, Progress, list[Measured]]:
    store = Store.open(url, busy_timeout=60.0)
    with executor(name, workers) as made:
        warm_up(made, folder)
        kills = Kills(list(KILL_AT) if killing else [])
        began = time.perf_counter()
        progress = SuiteRun(store, url, planned, made, on_progress=kills).play()
        elapsed = time.perf_counter() - began
    if killing:
        print(f"    {kills.done} workers killed while it was played", flush=True)
    results = measured(store, planned.name)
    rows = [r for r in store.episodes() if r.settings["bench"]["suite"] == planned.name]
    assert len(results) == len(planned.seeds), "an episode was lost"
    assert len({r.settings["bench"]["cell"] for r in rows}) == len(rows), "a cell counted twice"
    store.close()
    return elapsed, progress, results


@dataclass(slots=True)
class Kills:
    """Kills a worker at each of some shares of the suite."""

    left: list[float]
    done: int = 0

    def __call__(self, progress: Progress) -> None:
        if not self.left or progress.finished < self.left[0] * progress.cells:
            return
        self.left.pop(0)
        children = [c for c in psutil.Process().children() if "spawn_main" in " ".join(c.cmdline())]
        if children:
            os.kill(children[0].pid, signal.SIGKILL)
            self.done += 1


def scores(results: list[Measured]) -> list[tuple[object, ...]]:
    return [(one.group, one.seed, one.value, one.turns, one.rooms) for one in results]


def verdict(figure: float, bar: float, at_least: bool) -> str:
    kept = figure >= bar if at_least else figure <= bar
    return f"{figure:.2f} (bar: {'at least' if at_least else 'at most'} {bar}): " + (
        "kept" if kept else "MISSED"
    )


def write_turns(url: str, seconds: float, turn: bytes) -> int:
    """Write turns of an episode of one's own, as the runner does; return how many."""
    store = Store.open(url, busy_timeout=60.0)
    holder = Runner.here()
    new = NewEpisode(game="adventure", subject="-", seed=1, model="-", settings={})
    identity = store.create(new, holder)
    done, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        events = [("command_chosen", '{"command":"look"}')] * 6
        commit = TurnCommit(
            turn=done, first_seq=done * 6, events=events, headline={}, engine=turn, state=None,
            seconds=0.0, settings=None, outcome=None, reason=None,
        )  # fmt: skip
        store.append(identity, [commit], holder)
        done += 1
    store.close()
    return done


def contention(where: Callable[[str], str]) -> None:
    context = get_context("spawn")
    alone = 0.0
    for number in (1, 2, 4, 8):
        url = where(f"writers{number}")
        Store.open(url).close()
        with context.Pool(number) as pool:
            jobs = [(url, 3.0, os.urandom(2000)) for _ in range(number)]
            done = sum(pool.starmap(write_turns, jobs)) / 3.0
        alone = alone or done
        print(f"  {number} writers: {done:,.0f} turns/s together, {done / alone:.2f} of one's")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=60)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--store", default="sqlite")
    parser.add_argument("--without", nargs="*", default=[], choices=["ray", "kill"])
    parser.add_argument("--writers", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def where(run_name: str) -> str:
            return str(folder / f"{run_name}.db") if given.store == "sqlite" else given.store

        if given.writers:
            contention(where)
            return
        runs = {"one": ("local", 1, False), "two": ("local", 2, False)}
        if "ray" not in given.without:
            runs["ray"] = ("ray", 2, False)
        if "kill" not in given.without:
            runs["killed"] = ("local", 2, True)
        times, values = {}, {}
        for title, (kind, workers, killing) in runs.items():
            planned = suite(title, given.episodes, given.turns)
            elapsed, progress, results = run(kind, where(title), planned, workers, folder, killing)
            turns = sum(one.turns for one in results)
            times[title], values[title] = elapsed, scores(results)
            values[title] = [(one[0][:2], *one[1:]) for one in values[title]]  # type: ignore[index]
            print(
                f"{title:7} {elapsed:7.1f} s  {len(results) / elapsed:6.2f} episodes/s  "
                f"{turns / elapsed:7.0f} turns/s  finished {progress.finished}, "
                f"failed {progress.failed}",
                flush=True,
            )
        print("two cores by one:", verdict(times["one"] / times["two"], TWO_CORES, True))
        if "ray" in times:
            print("Ray by processes:", verdict(times["ray"] / times["two"], RAY, False))
        same = all(found == values["one"] for found in values.values())
        print("the same scores everywhere:", same)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
