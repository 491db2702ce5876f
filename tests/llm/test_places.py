"""The calls of several processes share a provider's places, and the dead hold none."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.llm import places
from ludens.llm.places import place, share_places

HOLDER = """
import asyncio, sys
from pathlib import Path
from ludens.llm.places import place, share_places
share_places(Path(sys.argv[1]))
async def hold():
    async with place("mine", 2):
        print("held", flush=True)
        await asyncio.sleep(600)
asyncio.run(hold())
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "_folder", None)
    share_places(tmp_path)
    return tmp_path


def holder(folder: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


async def test_a_process_waits_for_the_place_of_another_and_has_it_when_that_one_dies(
    folder: Path,
) -> None:
    first, second = holder(folder), holder(folder)
    entered = asyncio.Event()

    async def enter() -> None:
        async with place("mine", 2):
            entered.set()

    waiting = asyncio.create_task(enter())
    async with place("another provider", 2):
        pass  # whose places are its own
    for _ in range(20):
        await asyncio.sleep(0)
    assert not entered.is_set()
    first.send_signal(signal.SIGKILL)
    first.wait()
    await waiting
    assert entered.is_set()
    second.kill()
    second.wait()
    for child in (first, second):
        assert child.stdout is not None
        child.stdout.close()


async def test_never_more_at_once_than_there_are_places(folder: Path) -> None:
    running, most = 0, 0

    async def call() -> None:
        nonlocal running, most
        async with place("mine", 3):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

    await asyncio.gather(*(call() for _ in range(12)))
    assert (most, running) == (3, 0)


async def test_a_process_that_shares_nothing_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "_folder", None)
    async with place("mine", 0):
        pass
