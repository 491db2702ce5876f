"""An episode of any game, under any option, survives kill -9 at any moment, on either store."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludens.episode.checking import check_store
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES
from promises.playing import episode, every_option
from promises.test_resuming import BEING_REWRITTEN

SCRIPT = Path(__file__).parent / "play_on.py"
MOST_STATEMENTS = 150
"""Of the database, before a process ends itself; a turn takes some ten."""


def log_of(store: Store, identity: str) -> list[tuple[Any, ...]]:
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(identity)]


def _killed(store: Store, url: str, dice: Random, kills: int) -> None:
    """Kill the process that plays an episode again and again; the log is as if nothing had been."""
    new = None
    while new is None:
        game, option, changes = dice.choice(every_option())
        if not option.startswith(BEING_REWRITTEN):
            new = episode(game, changes, seed=dice.randrange(1000))
    whole = store.episode(store.create(new))
    asyncio.run(Runner(store, GAMES[game]).play(whole))
    expected = log_of(store, whole.id)
    done = 0
    while done < kills:
        row = store.episode(store.create(new))
        while row.outcome is None:
            at_statement = dice.random() < 0.7 and done < kills
            statement = dice.randint(1, MOST_STATEMENTS) if at_statement else 0
            seconds = 0.0 if statement or done >= kills else dice.uniform(0.5, 3.0)
            child = subprocess.run(
                [sys.executable, SCRIPT, url, row.id, str(statement), str(seconds)],
                check=False,
                capture_output=True,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
            )
            assert child.returncode in (0, -9), (option, child.stderr[-2000:])
            done += child.returncode == -9
            log = log_of(store, row.id)
            assert log == expected[: len(log)], option
            row = store.episode(row.id)
            assert row.last_seq + 1 == len(log)
        assert log_of(store, row.id) == expected, option
    assert list(check_store(store, GAMES)) == []


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_game_goes_on_as_if_nothing_had_been(
    store: Store, store_url: str, seed: int
) -> None:
    _killed(store, store_url, Random(seed), 2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_a_thousand_kills(store: Store, store_url: str, seed: int) -> None:
    _killed(store, store_url, Random(seed), 5)
