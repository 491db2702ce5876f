"""A store with an episode of each game, played once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import GAMES
from promises.model import anything
from promises.playing import episode


@pytest.fixture(scope="session")
def model_url() -> Iterator[str]:
    """Where a model answers whatever it is asked."""
    with in_a_thread(OpenAIServer(anything)) as server:
        yield server.base_url


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store with an episode of each game, a fork, and calls of a model."""
    path = tmp_path_factory.mktemp("played") / "store.db"
    store = Store.open(str(path))
    for game in GAMES:
        new = episode(game, {}, seed=5)
        assert new is not None
        identity = store.create(new)
        _record_calls(store, identity)
        row = asyncio.run(Runner(store, GAMES[game]).play(store.episode(identity)))
    fork = Runner(store, GAMES[row.game]).fork(row, 2, {}, seed=9)
    asyncio.run(Runner(store, GAMES[row.game]).play(fork))
    store.close()
    return path


def _record_calls(store: Store, identity: str) -> None:
    from episode.test_calls import a_call
    from ludens.episode.calls import EpisodeCalls
    from ludens.episode.events import EpisodeId

    calls = EpisodeCalls(store, EpisodeId(identity), turn=1)
    for number in range(3):
        calls.record(a_call(f"What is to be done at the gate, for the {number}th time? " * 5))
