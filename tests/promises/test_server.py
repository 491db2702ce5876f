"""Nobody who keeps the server waiting keeps anybody else waiting."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from ludens.episode.events import EpisodeId
from ludens.web import children, connections
from ludens.web.children import Children, TooManyGamesError
from web.conftest import serving

HALVES = (b"", b"GET /api/episodes HTTP/1.1\r\nhost: 127", b"POST /api/episodes HTTP/1.1\r\n")


def half_sent(port: int, number: int) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=30)
    opened.sendall(HALVES[number % len(HALVES)])
    return opened


def status(port: int) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/api/episodes")
    found = connection.getresponse().status
    connection.close()
    return found


def test_four_hundred_half_sent_requests_stop_nobody_and_are_dropped(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.1)
    with serving(played) as served:
        waiting = [half_sent(served.port, number) for number in range(400)]
        assert status(served.port) == 200
        for each in waiting:
            with suppress(ConnectionResetError):
                assert each.recv(1) == b""
            each.close()


def test_at_the_limit_who_said_nothing_makes_room(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 20)
    with serving(played) as served:
        waiting = [half_sent(served.port, number) for number in range(60)]
        assert [status(served.port) for _ in range(5)] == [200] * 5
        for each in waiting:
            each.close()


def test_the_page_starts_so_many_games_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "MOST_GAMES", 2)
    program = "import signal; signal.pause()"
    started = Children((sys.executable, "-c", program), str(tmp_path / "store.db"))
    for name in ("one", "two", "two"):
        started.play(EpisodeId(name), orders_from=0, changes={})
    with pytest.raises(TooManyGamesError, match="2 games"):
        started.play(EpisodeId("three"), orders_from=0, changes={})
    started.close()
