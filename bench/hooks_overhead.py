"""What the hooks cost a game: the full set on beside none, in turns of one run.

Plays the same episode without hooks and with all that come with Ludens, one after the other,
several times: CSV lines, Slack, Discord, pictures, speech into files, Prometheus and OpenTelemetry,
each talking to a server of this machine that answers at once. The player is a model that answers
after `--latency` seconds, less than any provider takes. Prints the time of a turn with and without,
and the ratio of the medians (bar: 1.05): as the clock has it, and the CPU time of the game's own
thread, which other work on the machine hardly changes. With `--latency 0` it shows the hardest
case: the offline player, whose turns take milliseconds, so that hooks fall behind and drop work.

    python bench/hooks_overhead.py [--turns 60] [--rounds 3] [--latency 0.3] [--without speech]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import json
import os
import statistics
import struct
import tempfile
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ludens.adventure.agents.player import Decision
from ludens.adventure.game import Adventure
from ludens.episode.hooks import Hook, Hooks, Moment
from ludens.episode.hooks_apart import load_apart
from ludens.episode.runner import Runner
from ludens.episode.settings import HookChoice
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.llm.base import OnText
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.scripted import ScriptedLLM
from ludens.settings import check_settings

BAR = 1.05


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0\0\0"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


def serve(pipe: Any) -> None:
    """Answer whatever is posted: a picture where one is asked for, else ok."""
    picture = json.dumps({"data": [{"b64_json": base64.b64encode(png()).decode()}]}).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            body = picture if "images" in self.path else b"ok" if "traces" not in self.path else b""
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pipe.send(server.server_port)
    server.serve_forever()


class Clock(Hook):
    """Times turns; the last hook of the board in both runs."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.own: list[float] = []
        self._before = (time.perf_counter(), time.thread_time())

    def on_turn_end(self, moment: Moment) -> None:
        now = (time.perf_counter(), time.thread_time())
        if moment.turn > 5:
            self.wall.append(now[0] - self._before[0])
            self.own.append(now[1] - self._before[1])
        self._before = now


def choices(url: str, folder: Path) -> dict[str, HookChoice]:
    os.environ["LUDENS_SLACK_WEBHOOK"] = os.environ["LUDENS_DISCORD_WEBHOOK"] = f"{url}/hook"
    os.environ["LUDENS_BENCH_KEY"] = "none"
    options: dict[str, dict[str, Any]] = {
        "analytics": {"folder": str(folder / "csv"), "form": "csv"},
        "slack": {},
        "discord": {},
        "pictures": {
            "folder": str(folder / "pictures"),
            "url": f"{url}/v1",
            "key_variable": "LUDENS_BENCH_KEY",
        },
        "speech": {"folder": str(folder / "speech")},
        "prometheus": {"port": 0},
        "opentelemetry": {"endpoint": f"{url}/v1/traces"},
    }
    return {name: HookChoice(use=name, options=given) for name, given in options.items()}


class Slow(ScriptedLLM):
    """A model that takes its time."""

    latency = 0.3

    async def complete(self, request: LLMRequest, *, on_text: OnText | None = None) -> LLMResponse:
        await asyncio.sleep(self.latency)
        return await super().complete(request, on_text=on_text)


COMMANDS = itertools.cycle("look north south east west inventory wait".split())


def answer(_: LLMRequest) -> Decision:
    return Decision(reasoning="The next one.", command=next(COMMANDS))


def play(folder: Path, turns: int, hooks: list[Hook], latency: float) -> Clock:
    clock = Clock()
    store = Store.open(str(folder / "store.db"))
    new = new_adventure(check_settings({"limits": {"turns": turns}}), "four_parts_copper", seed=3)
    model = Slow(answer)
    model.latency = latency
    game = Adventure({"player": model} if latency else None)
    runner = Runner(store, game, Hooks.of([*hooks, clock]))
    asyncio.run(runner.play(runner.create(new)))
    store.close()
    return clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--latency", type=float, default=0.3)
    parser.add_argument("--without", nargs="*", default=[])
    given = parser.parse_args()
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{ours.recv()}"
    wall: dict[bool, list[float]] = {False: [], True: []}
    own: dict[bool, list[float]] = {False: [], True: []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = choices(url, folder)
        for left_out in given.without:
            chosen.pop(left_out)
        print(f"on: {', '.join(chosen)}")
        play(folder, 10, load_apart(chosen.values()), 0.01)  # what is imported once is not a turn's
        for _ in range(given.rounds):
            for on in (False, True):
                clock = play(
                    folder, given.turns, load_apart(chosen.values()) if on else [], given.latency
                )
                wall[on] += clock.wall
                own[on] += clock.own
        written = sum(1 for path in folder.rglob("*") if path.is_file())
        print(f"{threading.active_count()} threads at the end, {written} files written")
    server.terminate()
    for title, times in (("by the clock", wall), ("the game's own thread", own)):
        off, on_ = (statistics.median(times[each]) * 1000 for each in (False, True))
        ratio = on_ / off
        kept = "kept" if ratio <= BAR else "MISSED"
        print(f"{title}: {off:.2f} ms without, {on_:.2f} ms with: {ratio:.3f} (bar {BAR}): {kept}")


if __name__ == "__main__":
    main()
