"""The web app in figures: how fast it shows, how many may watch, and what long episodes cost.

    python bench/page_speed.py [--turns 10000] [--viewers 200] [--seconds 30] [--pace 5]

Each figure stands beside a baseline of the same run: what the machine needs for the bare thing.
The episode is a walk through an invented world of 60 rooms, recorded by the real runner.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

sys.path.pop(0)  # this file has the name of a folder of the tests
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import psutil
from websockets.asyncio.client import connect

from adventure.world.worlds import REFUSAL
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    Effect,
    ScoreChanged,
    TextObserved,
)
from ludens.adventure.game import Adventure
from ludens.adventure.state import AdventureState
from ludens.adventure.world.map_events import RoomFound
from ludens.adventure.world.moves import events_for_move, events_for_refusal
from ludens.adventure.world.places import RoomId
from ludens.episode.game import Stage, Turn
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from web.browser import launched
from web.maps import invented_world

TEXT = "Rain stands in the ruts, and somebody has laid planks from door to door. " * 5
TRIES = 30


class Walk:
    """A session that walks at random; what it meets is put on the log like a real story's."""

    def __init__(self, pause: float) -> None:
        self.pause = pause
        seeds = range(1, 400)
        self.truth = max((invented_world(seed) for seed in seeds), key=len)
        self.here = next(iter(self.truth))
        self.score = 0

    async def opening(self, turn: Turn[AdventureState]) -> None:
        turn.emit(TextObserved(text=TEXT))
        turn.emit(ScoreChanged(score=0, max_score=350))
        turn.emit(RoomFound(room=RoomId(self.here), name=self.here))
        for event in events_for_move(turn.state.map, None, "", RoomId(self.here)):
            turn.emit(event)

    async def play(self, turn: Turn[AdventureState]) -> None:
        await asyncio.sleep(self.pause)
        dice = turn.generator("walk")
        world, origin = turn.state.map, RoomId(self.here)
        way = dice.choice([*self.truth[self.here], *self.truth[self.here], "east", "wait"])
        turn.emit(CommandChosen(command=way, reasoning="It may lead on.", by=By.PLAYER))
        goal = self.truth[self.here].get(way)
        turn.emit(TextObserved(text=f"{goal}\n{TEXT}" if goal else REFUSAL))
        if goal is None:
            for event in events_for_refusal(world, origin, way, REFUSAL, absent=True):
                turn.emit(event)
        else:
            if goal not in world.rooms:
                turn.emit(RoomFound(room=RoomId(goal), name=goal))
            for event in events_for_move(world, origin, way, RoomId(goal)):
                turn.emit(event)
            self.here = goal
        turn.emit(CommandJudged(room=origin, command=way, effect=Effect.CHANGED))
        if dice.random() < 0.02:
            self.score += 1
            turn.emit(ScoreChanged(score=self.score))

    def snapshot(self) -> bytes:
        return json.dumps([self.here, self.score]).encode()

    async def restore(self, snapshot: bytes | None, state: AdventureState) -> None:
        self.here, self.score = json.loads(snapshot or b"[]")

    async def close(self) -> None:
        pass


class WalkGame(Adventure):
    """The adventure with walks instead of stories."""

    def __init__(self, pause: float = 0.0) -> None:
        super().__init__()
        self.pause = pause

    def open(self, stage: Stage) -> Any:
        return Walk(self.pause)


def create(path: Path, turns: int) -> str:
    """Put an episode on the shelf; return its id. The same turns give the same log."""
    store = Store.open(str(path))
    settings = {"limits": {"turns": turns}, "adventure": {}}
    new = NewEpisode(game="adventure", subject="walk", seed=7, model="offline", settings=settings)
    identity = store.create(new)
    store.close()
    return str(identity)


def play(path: Path, identity: str, pause: float = 0.0) -> None:
    """Play an episode to its limit, in this process."""
    store = Store.open(str(path))
    asyncio.run(Runner(store, WalkGame(pause)).play(store.episode(identity)))
    store.close()


@contextmanager
def served(path: Path) -> Iterator[tuple[str, psutil.Process]]:
    """Run `ludens serve` as users do."""
    command = [sys.executable, "-m", "ludens", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen([*command, "--store", str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().strip().rstrip("/")
    try:
        yield url, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def milliseconds(times: list[float]) -> str:
    times = sorted(times)
    worst = times[max(0, -(-len(times) * 95 // 100) - 1)]
    return f"median {statistics.median(times) * 1e3:.0f} ms, 95% {worst * 1e3:.0f} ms"


def asked(process: psutil.Process, urls: list[str]) -> str:
    """Ask for each address once; return how long it took, and the server's own time."""
    times = []
    spent = sum(process.cpu_times()[:2])
    for url in urls:
        began = time.perf_counter()
        with urllib.request.urlopen(url) as answer:
            answer.read()
        times.append(time.perf_counter() - began)
    spent = (sum(process.cpu_times()[:2]) - spent) / len(urls)
    return f"{milliseconds(times)}; server's CPU {spent * 1e3:.0f} ms"


def long_episode(path: Path, turns: int) -> None:
    identity = create(path, turns)
    play(path, identity)
    dice = Random(1)
    with served(path) as (url, process):
        api = f"{url}/api/episodes/{identity}"
        nothing = [f"{url}/api/episodes/{identity}/events?limit=1"] * TRIES
        states = [f"{api}/turns/{dice.randrange(turns)}" for _ in range(TRIES)]
        firsts = [dice.randrange(turns // 50) * 50 for _ in range(TRIES)]
        stretches = [f"{api}/stretch?first={first}&last={first + 49}" for first in firsts]
        asked(process, nothing)
        print(f"one line of the log               {asked(process, nothing)}   (baseline)")
        print(f"state at any of {turns:6d} turns    {asked(process, states)}   (goal: 50 ms)")
        print(f"50 turns for the page, anywhere   {asked(process, stretches)}")
        with launched() as browser:
            page = browser.new_page()
            near = [opened(page, f"{url}/episodes/{identity}?turn=10") for _ in range(5)]
            late = f"{url}/episodes/{identity}?turn={turns * 9 // 10}"
            far = [opened(page, late) for _ in range(5)]
            print(f"page opened at turn 10            {milliseconds(near)}   (baseline)")
            print(f"page opened nine tenths through   {milliseconds(far)}   (goal: 1500 ms)")
            print(
                f"longest task while scrubbing      {scrubbed(page, turns):.0f} ms   (goal: 100 ms)"
            )


def opened(page: Any, url: str) -> float:
    began = time.perf_counter()
    page.goto(url)
    page.locator("section.turn.now").wait_for()
    page.locator("g.room.here").wait_for()
    return time.perf_counter() - began


def scrubbed(page: Any, turns: int) -> float:
    """Drag through the whole episode; return the longest task on the page's thread, in ms."""
    page.wait_for_load_state("networkidle")
    page.evaluate("""() => { window.longest = 0;
      const note = ({ duration }) => { window.longest = Math.max(window.longest, duration); };
      new PerformanceObserver((list) => list.getEntries().forEach(note))
        .observe({type: 'longtask'}); }""")
    box = page.locator("input[type=range]").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    for there in (0.95, 0.1, 0.7):
        page.mouse.move(box["x"] + box["width"] * there, box["y"] + 20, steps=40)
    page.mouse.up()
    page.wait_for_timeout(500)
    return float(page.evaluate("window.longest"))


def commit_to_page(path: Path, pace: float) -> None:
    identity = create(path, 40)
    with served(path) as (url, _), launched() as browser, ThreadPoolExecutor(2) as threads:
        page = browser.new_page()
        page.goto(f"{url}/episodes/{identity}")
        page.get_by_text("about to begin").wait_for()
        page.evaluate("""() => { window.seen = {};
          new MutationObserver(() => {
            const now = document.querySelector('section.turn.now');
            const turn = now && now.ariaLabel;
            if (turn && !(turn in window.seen)) window.seen[turn] = Date.now() / 1000;
          }).observe(document.body, {subtree: true, childList: true, attributes: true}); }""")
        heard: dict[int, float] = {}
        threads.submit(asyncio.run, listen(url, identity, 40, heard))
        threads.submit(play, path, identity, 1 / pace).result()
        page.wait_for_timeout(1500)
        seen = page.evaluate("window.seen")
    committed = times_of(path, identity)
    shown = [seen[f"Turn {t}"] - committed[t] for t in range(3, 41) if f"Turn {t}" in seen]
    told = [heard[t] - committed[t] for t in range(3, 41) if t in heard]
    print(f"from commit to a program's socket {milliseconds(told)}   (baseline)")
    print(f"from commit to the page           {milliseconds(shown)}   (goal: 250 ms)")
    print(f"  turns that the page showed      {len(shown)} of 38")


def times_of(path: Path, identity: str) -> dict[int, float]:
    """Return when each turn was committed; the clock is read just before, so this is not early."""
    store = Store.open(str(path))
    times = {line.turn: line.time for line in store.events(store.episode(identity).id)}
    store.close()
    return times


async def listen(url: str, identity: str, turns: int, heard: dict[int, float]) -> None:
    address = f"{url.replace('http', 'ws', 1)}/api/episodes/{identity}/live?from_seq=0"
    async with connect(address, max_size=None) as socket:
        while not heard or max(heard) < turns:
            message = json.loads(await socket.recv())
            if message["type"] == "turn":
                heard.setdefault(message["turn_number"], time.time())


async def watch(url: str, identity: str, last: int, number: int) -> tuple[list[int], int]:
    """Follow a game to its end as a viewer whose connection is cut again and again."""
    dice = Random(number)
    seqs: list[int] = []
    cuts = 0
    while not seqs or seqs[-1] < last:
        address = (
            f"{url.replace('http', 'ws', 1)}/api/episodes/{identity}/live?from_seq={len(seqs)}"
        )
        async with connect(address, max_size=None) as socket:
            left = dice.randint(5, 60)
            while left and (not seqs or seqs[-1] < last):
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                if message["type"] == "turn":
                    seqs += [event["seq"] for event in message["events"]]
                    left -= 1
            if left == 0:
                cuts += 1
                socket.transport.abort()  # no goodbye: the connection is lost
    return seqs, cuts


def viewers(folder: Path, count: int, seconds: int, pace: float) -> None:
    turns = int(seconds * pace)
    for number in (1, count):
        path = folder / f"watched-{number}.db"
        twin, identity = create(path, turns), create(path, turns)
        play(path, twin)
        store = Store.open(str(path))
        last = store.episode(twin).last_seq
        with served(path) as (url, process), ThreadPoolExecutor(1) as thread:
            before, spent = process.memory_info().rss, sum(process.cpu_times()[:2])
            began = time.perf_counter()
            played = thread.submit(play, path, identity, 1 / pace)
            found = asyncio.run(everybody(url, identity, last, number))
            took = time.perf_counter() - began
            played.result()
            after, spent = process.memory_info().rss, sum(process.cpu_times()[:2]) - spent
        whole = list(range(store.episode(identity).last_seq + 1))
        store.close()
        wrong = sum(seqs != whole for seqs, _ in found)
        print(
            f"{number:4d} viewers, {turns} turns in {took:.0f} s: {sum(cuts for _, cuts in found)} "
            f"disconnects, {wrong} with events lost or doubled; server's CPU {spent / took:.0%}, "
            f"memory {before / 1e6:.0f} to {after / 1e6:.0f} MB"
            f"{'   (baseline)' if number == 1 else '   (goal: 0 lost)'}"
        )


async def everybody(url: str, identity: str, last: int, number: int) -> list[tuple[list[int], int]]:
    return await asyncio.gather(*(watch(url, identity, last, each) for each in range(number)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--pace", type=float, default=5.0, help="turns a second")
    chosen = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        commit_to_page(Path(folder) / "live.db", chosen.pace)
        viewers(Path(folder), chosen.viewers, chosen.seconds, chosen.pace)
        long_episode(Path(folder) / "long.db", chosen.turns)


if __name__ == "__main__":
    main()
