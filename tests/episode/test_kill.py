"""An episode survives SIGKILL at any moment."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from episode.pig import Pig
from episode.test_runner import log_of, new
from ludens.episode.runner import Runner
from ludens.episode.store import Store

SCRIPT = Path(__file__).parent / "play_pig.py"
SETTINGS = {"pig": {"goal": 1500}, "limits": {"turns": None}}


def _survives_kills(store_url: str, kills: int, dice: Random) -> None:
    store = Store.open(store_url)
    runner = Runner(store, Pig())
    whole = asyncio.run(runner.play(runner.create(new(**SETTINGS))))
    expected = log_of(store, whole.id)
    killed = 0
    while killed < kills:
        row = runner.create(new(**SETTINGS))
        while row.outcome is None:
            child = subprocess.Popen([sys.executable, SCRIPT, store_url, row.id])
            moment = dice.randint(0, 400)
            while child.poll() is None and store.episode(row.id).turns < row.turns + moment:
                pass
            if child.poll() is None:
                child.kill()
                killed += 1
            assert child.wait() in (0, -9)
            before = log_of(store, row.id)
            assert before == expected[: len(before)]
            row = store.episode(row.id)
            assert row.last_seq + 1 == len(before)
        assert log_of(store, row.id) == expected
    store.close()


def test_killed_games_end_as_uninterrupted_ones(store_url: str) -> None:
    _survives_kills(store_url, 3, Random(1))


@pytest.mark.long
def test_a_hundred_kills_change_nothing(store_url: str) -> None:
    _survives_kills(store_url, 100, Random(2))
