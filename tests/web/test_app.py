"""The record over HTTP."""

from __future__ import annotations

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from episode.test_runner import new
from ludens.adventure.game import Adventure
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.settings import load_settings
from ludens.web.app import create_app


@pytest.fixture
def served(sqlite_store: Store) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(create_app(sqlite_store), host="127.0.0.1", port=port, log_level="error")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        pass
    yield f"http://127.0.0.1:{port}/api/episodes"
    server.should_exit = True
    thread.join()


def get(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


async def test_an_episode_is_read_turn_by_turn(
    served: str, sqlite_store: Store, tmp_path: Any
) -> None:
    settings = load_settings({"limits": {"turns": 5}}, environ={}, folder=tmp_path)
    runner = Runner(sqlite_store, Adventure())
    row = await runner.play(runner.create(new_adventure(settings, seed=1)))
    assert [e["episode"] for e in get(served)] == [row.id]
    assert get(f"{served}/last")["turns"] == 5
    events = get(f"{served}/{row.id}/events?from_seq=3")
    assert [e["seq"] for e in events] == list(range(3, row.last_seq + 1))
    state = get(f"{served}/{row.id}/turns/3")
    assert state["state"]["turn"] == 3
    assert get(f"{served}/{row.id}/turns/3/calls") == []


@pytest.mark.parametrize("path", ["/nothing", "/last/turns/9", "/last/events"])
def test_what_is_not_there_is_told_as_such(served: str, sqlite_store: Store, path: str) -> None:
    if "turns" in path:
        sqlite_store.create(new())
    with pytest.raises(urllib.error.HTTPError) as caught:
        get(served + path)
    assert caught.value.code in (404, 503)
    assert json.load(caught.value)["detail"]
