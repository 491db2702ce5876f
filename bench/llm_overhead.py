"""What our layer adds to a call, beside the bare SDK in the same run.

    python bench/llm_overhead.py [--quick]

1. Calls one after the other, bare and ours taking turns, at a server that answers at once: the
   median difference, for each provider, of the wall time and of our own CPU time (which a busy
   machine does not inflate). Target: at most 1 ms.
2. 200 concurrent calls on one event loop at a server that answers in 200 ms, as a multiple of one
   call's latency, bare and ours in turns. Target: at most 1.2.
3. Importing `ludens` and `ludens.llm.models` in a fresh interpreter. Target: at most 150 ms.

The servers run in another process and speak the providers' wire formats (tests/llm/servers).
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from anthropic import AsyncAnthropic
from google import genai
from openai import AsyncOpenAI

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from llm.harness import KEY, MODELS, PROVIDERS, SERVERS
from llm.servers.replies import Reply
from ludens.llm.calls import MemoryCallLog
from ludens.llm.models import Models
from ludens.llm.request import Block, LLMRequest
from ludens.llm.settings import LLMSettings

SYSTEM = "You play a text game. " * 50
PROMPT = "You are in a cellar. " * 20
REPLY = "I go north, since the lamp is lit. " * 5
MAX_TOKENS = 1000
CONCURRENT = 200
DELAY = 0.2

Call = Callable[[], Awaitable[Any]]


def serve(provider: str, delay: float, connection: Connection) -> None:
    """Run a loopback server until told to stop (in another process)."""

    async def run() -> None:
        async with SERVERS[provider](lambda _: Reply(REPLY), delay=delay) as server:
            connection.send(server.base_url)
            await asyncio.to_thread(connection.recv)

    asyncio.run(run())


class Server:
    """A loopback server in a process of its own."""

    def __init__(self, provider: str, delay: float) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(provider, delay, theirs))

    def __enter__(self) -> str:
        self.process.start()
        url = self.connection.recv()
        assert isinstance(url, str)
        return url

    def __exit__(self, *_: object) -> None:
        self.connection.send("stop")
        self.process.join()


@asynccontextmanager
async def both(provider: str, url: str) -> AsyncIterator[tuple[Call, Call]]:
    """Give a bare call and ours, and close their clients."""
    bare, close_bare = bare_call(provider, url)
    ours, close_ours = our_call(provider, url)
    try:
        yield bare, ours
    finally:
        await close_bare()
        await close_ours()


def bare_call(provider: str, url: str) -> tuple[Call, Call]:
    """Return a call of the official SDK with its retries off, and how to close it."""
    model = MODELS[provider]
    ask: Call
    if provider == "openai":
        openai = AsyncOpenAI(api_key=KEY, base_url=url, max_retries=0)
        ask = lambda: openai.responses.create(  # noqa: E731
            model=model,
            store=False,
            max_output_tokens=MAX_TOKENS,
            prompt_cache_key="ludens",
            prompt_cache_options={"mode": "explicit"},
            input=[
                {"role": "developer", "content": [{"type": "input_text", "text": SYSTEM}]},
                {"role": "user", "content": [{"type": "input_text", "text": PROMPT}]},
            ],
        )
        return ask, openai.close
    if provider == "anthropic":
        anthropic = AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0)
        ask = lambda: anthropic.messages.create(  # noqa: E731
            model=model,
            max_tokens=MAX_TOKENS,
            system=[{"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}],
            messages=[{"role": "user", "content": [{"type": "text", "text": PROMPT}]}],
        )
        return ask, anthropic.close
    if provider == "gemini":
        gemini = genai.Client(
            api_key=KEY, vertexai=False, http_options=genai.types.HttpOptions(base_url=url)
        )
        ask = lambda: gemini.aio.models.generate_content(  # noqa: E731
            model=model,
            contents=[{"role": "user", "parts": [{"text": PROMPT}]}],
            config={
                "max_output_tokens": MAX_TOKENS,
                "system_instruction": {"parts": [{"text": SYSTEM}]},
            },
        )
        return ask, gemini.aio.aclose
    compatible = AsyncOpenAI(api_key=KEY, base_url=url, max_retries=0)
    ask = lambda: compatible.chat.completions.create(  # noqa: E731
        model=model,
        max_tokens=MAX_TOKENS,
        messages=[{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}],
    )
    return ask, compatible.close


def our_call(provider: str, url: str) -> tuple[Call, Call]:
    """Return the same call through the whole layer, record and price included, and its closing."""
    place = {"base_url": url, "key_env": "BENCH_KEY", "concurrency": 256}
    settings = LLMSettings.model_validate(
        {
            "models": {"player": {"models": f"{provider}/{MODELS[provider]}"}},
            "providers": {provider: place},
        }
    )
    log = MemoryCallLog()
    models = Models(settings, log=log, rng=Random(1), environ={"BENCH_KEY": KEY}, dotenv=None)
    llm = models.for_agent("player")
    request = LLMRequest.of(PROMPT, system=[Block(text=SYSTEM, cache_point=True)])

    def call() -> Awaitable[Any]:
        models.begin_turn()  # else the record would answer
        log.calls.clear()
        return llm.complete(request)

    return call, models.aclose


@dataclass(frozen=True)
class Added:
    """Medians in ms."""

    bare: float
    ours: float
    wall: float
    """Of the differences between neighbours."""
    cpu: float


async def one_after_another(provider: str, calls: int) -> Added:
    """Return what a bare call takes, what ours takes, and what ours adds."""
    with Server(provider, 0.0) as url:
        async with both(provider, url) as kinds:
            wall: tuple[list[float], list[float]] = ([], [])
            cpu: tuple[list[float], list[float]] = ([], [])
            for n in range(calls + 20):
                for kind in (0, 1) if n % 2 else (1, 0):
                    begun, worked = time.perf_counter(), time.process_time()
                    await kinds[kind]()
                    if n >= 20:
                        wall[kind].append((time.perf_counter() - begun) * 1000)
                        cpu[kind].append((time.process_time() - worked) * 1000)

    def added(pairs: tuple[list[float], list[float]]) -> float:
        return statistics.median(b - a for a, b in zip(*pairs, strict=True))

    return Added(statistics.median(wall[0]), statistics.median(wall[1]), added(wall), added(cpu))


@dataclass(frozen=True)
class AtOnce:
    """Medians in ms of one call, of 200 bare ones and of 200 of ours; CPU time by call."""

    one: float
    bare: float
    ours: float
    bare_cpu: float
    ours_cpu: float


async def all_at_once(provider: str, rounds: int) -> AtOnce:
    """Return what 200 concurrent calls take, bare and ours in turns."""
    with Server(provider, DELAY) as url:
        async with both(provider, url) as kinds:
            for call in kinds:
                await asyncio.gather(*(call() for _ in range(CONCURRENT)))
            single: list[float] = []
            wall: tuple[list[float], list[float]] = ([], [])
            cpu: tuple[list[float], list[float]] = ([], [])
            for n in range(rounds):
                begun = time.perf_counter()
                await kinds[0]()
                single.append((time.perf_counter() - begun) * 1000)
                for kind in (0, 1) if n % 2 else (1, 0):
                    call = kinds[kind]
                    begun, worked = time.perf_counter(), time.process_time()
                    await asyncio.gather(*(call() for _ in range(CONCURRENT)))
                    wall[kind].append((time.perf_counter() - begun) * 1000)
                    cpu[kind].append((time.process_time() - worked) * 1000 / CONCURRENT)
    return AtOnce(*map(statistics.median, (single, *wall, *cpu)))


def import_time(module: str, runs: int) -> tuple[float, float]:
    """Return wall and CPU ms of the fastest import in a fresh interpreter, beyond an empty one."""

    def fastest(code: str) -> tuple[float, float]:
        wall, cpu = [], []
        for _ in range(runs):
            begun = time.perf_counter()
            process = subprocess.Popen([sys.executable, "-c", code])
            _, status, used = os.wait4(process.pid, 0)
            assert status == 0
            wall.append((time.perf_counter() - begun) * 1000)
            cpu.append((used.ru_utime + used.ru_stime) * 1000)
        return min(wall), min(cpu)

    (wall, cpu), (idle_wall, idle_cpu) = fastest(f"import {module}"), fastest("pass")
    return wall - idle_wall, cpu - idle_cpu


def main() -> None:
    parser = argparse.ArgumentParser(description="What our layer adds to a call.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the calls")
    quick = parser.parse_args().quick
    calls, rounds, runs = (40, 2, 3) if quick else (400, 10, 15)
    print("calls one after the other     bare     ours    added  added CPU")
    for provider in PROVIDERS:
        found = asyncio.run(one_after_another(provider, calls))
        print(
            f"  {provider:<22} {found.bare:8.2f} {found.ours:8.2f} {found.wall:8.2f}"
            f" {found.cpu:8.2f} ms (target 1)"
        )
    print(
        f"{CONCURRENT} calls at once, {DELAY * 1000:.0f} ms each   one   bare   ours   CPU by call"
    )
    for provider in PROVIDERS:
        at_once = asyncio.run(all_at_once(provider, rounds))
        print(
            f"  {provider:<20} {at_once.one:10.0f} {at_once.bare:6.0f} {at_once.ours:6.0f} ms"
            f"  {at_once.bare_cpu:.2f}, ours {at_once.ours_cpu:.2f} ms;"
            f" bare {at_once.bare / at_once.one:.2f}, ours {at_once.ours / at_once.one:.2f}"
            f" of one call (target 1.2)"
        )
    for module in ("ludens", "ludens.llm.models"):
        wall, cpu = import_time(module, runs)
        print(f"import {module:<20} {wall:8.0f} ms, {cpu:.0f} ms of CPU (target 150)")


if __name__ == "__main__":
    main()
