"""What a turn costs: the whole house beside the bare interpreter, in one run.

Plays one long episode of the bundled story with the offline company, and prints the median time
of a turn at several stages, how much that is of the bare interpreter's, and the bytes of database
that a turn takes. Below stand the turns of the company's player without the puzzle agent and the
critic (perceive, decide, log, snapshot), and those of a player alone who draws commands by chance;
then what the checksums of the record take (bar: 3 % of a turn's CPU).

    python bench/turn_overhead.py [--turns 10000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import groupby
from pathlib import Path
from unittest.mock import patch

from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.factory import open_interpreter
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.story_library import find_story
from ludens.episode import memory
from ludens.episode import store as store_module
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.lease import Runner as Holder
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store, TurnCommit
from ludens.settings import load_settings

BAR = 0.03
"""The most of a turn's CPU that checksums may take."""


class Clock(Hook):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.times: list[float] = []
        self.sizes: dict[int, int] = {}
        self.cpu: list[float] = []
        self.began, self.used = time.perf_counter(), time.process_time()

    def on_turn_end(self, moment: Moment) -> None:
        now = time.perf_counter()
        self.times.append(now - self.began)
        used = time.process_time()
        self.cpu.append(used - self.used)
        if moment.turn % 100 == 0:
            with sqlite3.connect(self.path) as database:
                pages = database.execute("PRAGMA page_count").fetchone()[0]
                size = database.execute("PRAGMA page_size").fetchone()[0]
            self.sizes[moment.turn] = pages * size
        self.began, self.used = time.perf_counter(), time.process_time()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=10_000)
    turns = parser.parse_args().turns
    story = find_story(None)
    memory.settle()  # as the command line does
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        store = Store.open(str(path))
        row, clock = _played(store, path, story, turns)
        commands = [event.data for event in store.events(row.id) if event.type == "command_chosen"]
        print(f"{story.name}: {row.turns} turns, {row.headline['rooms']} rooms")
        bare = _bare(story, commands[:1000])
        _report("bare interpreter, a command", bare, bare)
        for first in (100, 1000, row.turns - 101):
            if 0 < first < row.turns - 100:
                _report(f"turns {first}-{first + 100}", clock.times[first : first + 100], bare)
        _report("all turns", clock.times[1:], bare)
        early, late = clock.times[100:200], clock.times[row.turns - 100 : row.turns]
        print(f"late/early: {statistics.median(late) / statistics.median(early):.2f}")
        low, high = min(clock.sizes), max(clock.sizes)
        size = (clock.sizes[high] - clock.sizes[low]) / max(high - low, 1)
        print(f"database: {size:.0f} bytes a turn")
        fewer = min(turns, 600)
        without = {"puzzles": {"enabled": False}, "critic": {"enabled": False}}
        _, player = _played(store, path, story, fewer, **without)
        _report("without puzzle agent and critic", player.times[1:], bare)
        _, alone = _played(store, path, story, fewer, player={"kind": "random"})
        _report("a player alone, by chance", alone.times[1:], bare)
        costs = [statistics.median(one.cpu[1:fewer]) for one in (clock, alone)]
        times = costs[0] / costs[1]
        print(f"CPU, the first {fewer} turns: {times:.1f} times that of the player by chance")
        early, late = clock.cpu[100:200], clock.cpu[row.turns - 100 : row.turns]
        print(f"CPU, late/early: {statistics.median(late) / statistics.median(early):.2f}")
        _report_checksums(store, row, statistics.median(clock.cpu[1:]))


def _report_checksums(store: Store, row: EpisodeRow, turn_cpu: float) -> None:
    """Print what checksums take: the same turns committed with and without them, by turns."""
    commits = []
    for number, lines in groupby(store.events(row.id, to_turn=200), key=lambda line: line.turn):
        events = list(lines)
        commits.append(
            TurnCommit(
                turn=number,
                first_seq=events[0].seq,
                events=[(line.type, line.data) for line in events],
                headline=row.headline,
                engine=None,
                state=None,
                seconds=0.1,
            )
        )
    spent: dict[bool, list[list[float]]] = {False: [], True: []}
    for number in range(20):
        summed = bool(number % 2)
        with nullcontext() if summed else _no_checksums():
            spent[summed].append(_committed(store, row, commits))
    # What a commit takes at its best: other work on the machine only ever adds to it.
    least = {summed: list(map(min, zip(*runs, strict=True))) for summed, runs in spent.items()}
    without, with_sums = (statistics.mean(least[summed]) * 1000 for summed in (False, True))
    share = (with_sums - without) / (turn_cpu * 1000)
    told = f"{with_sums:.3f} ms of CPU a commit; without {without:.3f}"
    told = f"{told}; {share:.1%} of a turn's {turn_cpu * 1000:.2f} ms of CPU"
    print(f"checksums: {told} (bar {BAR:.0%}): {'kept' if share <= BAR else 'MISSED'}")


def _committed(store: Store, row: EpisodeRow, commits: list[TurnCommit]) -> list[float]:
    new = NewEpisode(
        game=row.game,
        subject=row.subject,
        subject_hash=None,
        seed=1,
        model="offline",
        settings=row.settings,
    )
    holder = Holder.here()
    identity = store.create(new, holder)
    spent = []
    for commit in commits:
        began = time.process_time()
        store.append(identity, [commit], holder)
        spent.append(time.process_time() - began)
    holder.retire()
    return spent


@contextmanager
def _no_checksums() -> Iterator[None]:
    with ExitStack() as stack:
        for name in ("event_sum", "moving_sum", "fixed_sum", "snapshot_sum"):
            stack.enter_context(patch.object(store_module, name, lambda *_: b""))
        yield


def _played(
    store: Store, path: Path, story: StoryFile, turns: int, **adventure: object
) -> tuple[EpisodeRow, Clock]:
    settings = load_settings(
        {"limits": {"turns": turns}, "adventure": {"max_deaths": turns, **adventure}},
        environ={},
        folder=path.parent,
    ).model_dump(mode="json", include={"limits", "adventure", "llm"})
    clock = Clock(path)
    runner = Runner(store, Adventure(), Hooks.of([clock]))
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=story.name,
            subject_hash=story.sha256,
            subject_content=story.data,
            seed=1,
            model="offline",
            settings=settings,
        )
    )
    return asyncio.run(runner.play(row)), clock


def _bare(story: object, lines: list[str]) -> list[float]:
    interpreter = open_interpreter(story, seed=1, deadline=5.0)
    interpreter.start()
    times = []
    for line in lines:
        command = json.loads(line)["command"]
        began = time.perf_counter()
        interpreter.send(command)
        times.append(time.perf_counter() - began)
    interpreter.close()
    return times


def _report(name: str, times: list[float], bare: list[float]) -> None:
    median = statistics.median(times) * 1000
    ratio = median / (statistics.median(bare) * 1000)
    print(f"{name:32} median {median:7.3f} ms   {ratio:6.1f} x bare")


if __name__ == "__main__":
    main()
