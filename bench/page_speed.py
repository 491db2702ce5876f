"""The web app in figures: how fast it shows, how many may watch, and what long episodes cost.

    python bench/page_speed.py [--turns 10000] [--viewers 200] [--seconds 30] [--pace 5]

Each figure stands beside the bar it must stay under, and beside a baseline of the same run: what
the machine needs for the bare thing. CPU times say what the work is, whatever else is running.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import psutil
from pages.trace import Tasks, traced
from pages.walk import create, play
from websockets.asyncio.client import connect

from ludens.episode.store import Store
from web.browser import launched

TRIES = 30
WIDTH = 34


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


def tell(name: str, figure: str, bar: str = "") -> None:
    """Print one figure beside its bar."""
    print(f"{name:{WIDTH}s}{figure}{f'   (bar: {bar})' if bar else ''}", flush=True)


def milliseconds(times: list[float]) -> str:
    times = sorted(times)
    worst = times[max(0, -(-len(times) * 95 // 100) - 1)]
    return f"median {statistics.median(times) * 1e3:.0f} ms, 95% {worst * 1e3:.0f} ms"


def cpu(process: psutil.Process) -> float:
    """Return the seconds of CPU that a process has used."""
    return float(sum(process.cpu_times()[:2]))


def asked(process: psutil.Process, urls: list[str]) -> str:
    """Ask for each address once; return how long it took, and the server's own time."""
    times = []
    spent = cpu(process)
    for url in urls:
        began = time.perf_counter()
        with urllib.request.urlopen(url) as answer:
            answer.read()
        times.append(time.perf_counter() - began)
    return f"{milliseconds(times)}; server's CPU {(cpu(process) - spent) / len(urls) * 1e3:.0f} ms"


def long_episode(path: Path, turns: int) -> None:
    identity = create(path, turns)
    play(path, identity)
    dice = Random(1)
    with served(path) as (url, process):
        api = f"{url}/api/episodes/{identity}"
        nothing = [f"{api}/events?limit=1"] * TRIES
        states = [f"{api}/turns/{dice.randrange(turns)}" for _ in range(TRIES)]
        firsts = [dice.randrange(turns // 50) * 50 for _ in range(TRIES)]
        stretches = [f"{api}/stretch?first={first}&last={first + 49}" for first in firsts]
        asked(process, nothing)
        tell("one line of the log (baseline)", asked(process, nothing))
        tell(f"state at any of {turns} turns", asked(process, states), "50 ms")
        tell("50 turns for the page, anywhere", asked(process, stretches))
        with launched() as browser:
            page = browser.new_page()
            near = [opened(page, f"{url}/episodes/{identity}?turn=10") for _ in range(5)]
            late = f"{url}/episodes/{identity}?turn={turns * 9 // 10}"
            far = [opened(page, late) for _ in range(5)]
            tell("page opened at turn 10 (baseline)", milliseconds(near))
            tell(f"page opened at turn {turns * 9 // 10}", milliseconds(far), "1500 ms")
            page.wait_for_load_state("networkidle")
            still = traced(browser, page, lambda: page.wait_for_timeout(2000))
            tell("page at rest, 2 s (baseline)", described(still))
            tell(
                "dragged through all turns",
                described(traced(browser, page, lambda: drag(page))),
                "100 ms",
            )
            tell(
                "stepped through 60 turns",
                described(traced(browser, page, lambda: step(page))),
                "100 ms",
            )


def described(tasks: Tasks) -> str:
    return (
        f"longest task {tasks.longest_ms:.0f} ms (CPU {tasks.longest_cpu_ms:.0f} ms), "
        f"{tasks.over_bar} over 100 ms; CPU in all {tasks.busy_ms:.0f} ms"
    )


def opened(page: Any, url: str) -> float:
    began = time.perf_counter()
    page.goto(url)
    page.locator("section.turn.now").wait_for()
    page.locator("g.room.here").wait_for()
    return time.perf_counter() - began


def drag(page: Any) -> None:
    """Drag the scrubber through the whole episode, there and back."""
    box = page.locator("input[type=range]").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    for there in (0.95, 0.1, 0.7):
        page.mouse.move(box["x"] + box["width"] * there, box["y"] + 20, steps=40)
    page.mouse.up()
    page.wait_for_timeout(500)


def step(page: Any) -> None:
    """Press the arrow until sixty turns were shown."""
    page.locator("main").focus()
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(500)


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
    tell("commit to a socket (baseline)", milliseconds(told))
    tell("commit to page", f"{milliseconds(shown)}; {len(shown)} of 38 turns", "250 ms")


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
            spent, began = cpu(process), time.perf_counter()
            played = thread.submit(play, path, identity, 1 / pace)
            found, memory = asyncio.run(everybody(url, identity, last, number, process))
            took = time.perf_counter() - began
            played.result()
            spent = cpu(process) - spent
        whole = list(range(store.episode(identity).last_seq + 1))
        store.close()
        wrong = sum(seqs != whole for seqs, _ in found)
        cuts = sum(cuts for _, cuts in found)
        name = f"{number} viewer{'s' if number > 1 else ' (baseline)'}"
        tell(name, f"{turns} turns in {took:.0f} s; server's CPU {spent / took:.0%} of a core")
        tell("  forced disconnects", f"{cuts}; viewers with an event lost or doubled: {wrong}", "0")
        quarters = [memory[len(memory) * part // 4] for part in range(4)] + [memory[-1]]
        growth = (memory[-1] - memory[len(memory) // 2]) / 1e6
        tell(
            "  server's memory, by quarters",
            f"{', '.join(f'{each / 1e6:.1f}' for each in quarters)} MB; "
            f"second half {growth:+.1f} MB",
            "flat",
        )


async def everybody(
    url: str, identity: str, last: int, number: int, process: psutil.Process
) -> tuple[list[tuple[list[int], int]], list[int]]:
    """Let everybody watch to the end; return what each saw, and the server's memory in bytes."""
    memory: list[int] = []

    async def measure() -> None:
        while True:
            memory.append(process.memory_info().rss)
            await asyncio.sleep(0.5)

    measuring = asyncio.create_task(measure())
    watching = (watch(url, identity, last, each) for each in range(number))
    found = await asyncio.gather(*watching)
    measuring.cancel()
    memory.append(process.memory_info().rss)
    return found, memory


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
