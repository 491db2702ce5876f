"""An episode of any game, under any option, survives kill -9 at any moment, on either store."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from launching import Launched
from ludens.episode.checking import check_store
from ludens.episode.runner import WRITTEN_WITHIN, Runner
from ludens.episode.store import NewEpisode, Store
from ludens.games import GAMES
from promises import play_on
from promises.playing import TURNS, episode, every_option
from promises.test_resuming import named

WITHIN = (0.0, 0.01, WRITTEN_WITHIN)
"""Seconds within which turns of rules and dice are written: each by itself, some, or many."""
HERE = Path(__file__).parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parent)}
STORES = ("sqlite", "postgresql")
SMALL = 120_000
"""Bytes in which some turns of a game have room, and not all."""


def log_of(store: Store, identity: str) -> list[tuple[Any, ...]]:
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(identity)]


def counted_statements(store: Store) -> Iterator[int]:
    """Return how many statements the database was given since, whenever it is asked."""
    counting = count()
    event.listen(store.database.engine, "before_cursor_execute", lambda *_: next(counting))
    return counting


def _killed(store: Store, url: str, new: NewEpisode, option: str, dice: Random, kills: int) -> None:
    """Kill the process that plays an episode again and again; the log is as if nothing had been."""
    whole = store.episode(store.create(new))
    statements = counted_statements(store)
    began = time.monotonic()
    asyncio.run(Runner(store, GAMES[new.game]).play(whole))
    took, most = time.monotonic() - began, next(statements)
    expected = log_of(store, whole.id)
    done = 0
    while done < kills:
        row = store.episode(store.create(new))
        while row.outcome is None:
            at_statement = dice.random() < 0.7 and done < kills
            statement = dice.randint(1, most) if at_statement else 0
            seconds = 0.0 if statement or done >= kills else dice.uniform(0.0, took)
            words = [url, row.id, str(statement), str(seconds), str(dice.choice(WITHIN))]
            child = Launched(words, cwd=HERE, env=ENVIRONMENT, main="promises.play_on:main").wait()
            assert child.returncode in (0, -9), (option, child.stderr[-2000:])
            done += child.returncode == -9
            log = log_of(store, row.id)
            assert log == expected[: len(log)], option
            row = store.episode(row.id)
            assert row.last_seq + 1 == len(log)
        assert log_of(store, row.id) == expected, option
    assert list(check_store(store, GAMES)) == []


SHORT = {"adventure": "sqlite", "story": "postgresql"}
"""Which store a game is killed on in the short run; mafia, which is quick, on both."""
PLAIN = [
    pytest.param(store, game, marks=[] if SHORT.get(game, store) == store else pytest.mark.long)
    for game in GAMES
    for store in STORES
]


@pytest.mark.parametrize(("store_url", "game"), PLAIN, indirect=["store_url"])
def test_a_killed_game_goes_on_as_if_nothing_had_been(
    store: Store, store_url: str, game: str
) -> None:
    new = episode(game, {}, seed=3)
    assert new is not None
    _killed(store, store_url, new, "as it is", Random(game + store_url[:8]), 1)


def on_a_small_disk() -> None:
    """Play on as the command line says, where the store may grow by so much and no more."""
    room = Path(f"{sys.argv[0]}-wal").stat().st_size + SMALL
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    play_on.main()


def test_a_full_disk_ends_a_game_and_loses_no_whole_turn(
    sqlite_store: Store, tmp_path: Path
) -> None:
    new = episode("mafia", {}, seed=3)
    assert new is not None
    whole, row = (sqlite_store.episode(sqlite_store.create(new)) for _ in range(2))
    words = [str(tmp_path / "store.db"), row.id, "0", "0", "0"]
    main = "promises.test_kills:on_a_small_disk"
    child = Launched(words, cwd=HERE, env=ENVIRONMENT, main=main).wait()
    assert "StoreError" in child.stderr
    row = sqlite_store.episode(row.id)
    assert 0 < row.turns < TURNS["mafia"]
    assert list(check_store(sqlite_store, GAMES)) == []
    for each in (row, whole):
        asyncio.run(Runner(sqlite_store, GAMES[new.game]).play(each))
    assert log_of(sqlite_store, row.id) == log_of(sqlite_store, whole.id)


CASES = [(STORES[number % 2], *case) for number, case in enumerate(every_option())]
Random(1).shuffle(CASES)  # so that a part of them is a sample of all


@pytest.mark.long
@pytest.mark.parametrize(
    ("store_url", "game", "option", "changes"), CASES, indirect=["store_url"], ids=named
)
def test_a_thousand_kills(
    store: Store, store_url: str, game: str, option: str, changes: dict[str, Any], model_url: str
) -> None:
    dice = Random(option)
    new = episode(game, changes, seed=dice.randrange(1000), model_url=model_url)
    if new is None:
        pytest.skip("this option goes with others only")
    _killed(store, store_url, new, option, dice, 10)
