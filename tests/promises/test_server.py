"""Nobody who keeps the server waiting keeps anybody else waiting."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import connect

from ludens.episode.events import EpisodeId
from ludens.episode.store import Store
from ludens.web import children, connections, watching
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


def test_many_who_watch_from_the_beginning_keep_no_request_waiting(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()

    def long(*_: object) -> list[object]:
        done.wait(60)
        return []

    monkeypatch.setattr(watching, "_missed", long)
    with serving(played) as served, ExitStack() as watched:
        identity = Store.open(str(played)).episodes()[0].id
        address = f"ws://127.0.0.1:{served.port}/api/episodes/{identity}/live"
        for _ in range(60):
            watched.enter_context(connect(address, open_timeout=30))
        watched.callback(done.set)
        assert status(served.port) == 200


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


# Rubbish

SAID = (
    b"GET /api/episodes HTTP/1.1\r\nhost: 127.0.0.1\r\n",
    b"POST /api/episodes HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n",
    b"content-length: 999999999999999999999\r\n",
    b"content-length: -1\r\n",
    b"transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
    b"transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n",
    b"upgrade: websocket\r\nconnection: upgrade\r\n",
    b"sec-websocket-key: \xff\xfe\r\nsec-websocket-version: 99\r\n",
    b"expect: 100-continue\r\n",
    b"cookie: " + b"a=b; " * 3000 + b"\r\n",
    b"x" * 70_000 + b": y\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n",
    b"\x00" * 100,
    b"{" * 5000,
)


def frame(dice: Random) -> bytes:
    """Return a frame of a WebSocket that may break every rule of one."""
    head = dice.randrange(256)
    length = dice.choice((0, 5, 125, 126, 127))
    said = {126: b"\xff\xff", 127: dice.choice((b"\x00" * 7 + b"\x09", b"\xff" * 8))}
    mask = 0x80 * dice.randrange(2)
    return (
        bytes((head, mask | length)) + said.get(length, b"") + dice.randbytes(dice.randrange(200))
    )


def rubbish(port: int, episodes: list[str], dice: Random) -> None:
    """Talk to the server as nobody should, and leave."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as talking, suppress(OSError):
        if dice.random() < 0.5:
            talking.sendall(b"".join(dice.choice(SAID) for _ in range(dice.randint(1, 5))))
            talking.shutdown(socket.SHUT_WR)
            talking.recv(1000)
            return
        part = dice.choice(("live", "table/live"))
        query = dice.choice(
            (
                "",
                "?from_seq=0",
                "?from_seq=-1",
                "?from_seq=9e9",
                "?view=nobody",
                "?seat=99&x=%00%ff",
            )
        )
        talking.sendall(
            f"GET /api/episodes/{dice.choice([*episodes, 'none', '%2e%2e'])}/{part}{query} HTTP/1.1"
            f"\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            "sec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        if dice.random() < 0.7:
            talking.recv(1000)
        for _ in range(dice.randrange(6)):
            talking.sendall(frame(dice))
        if dice.random() < 0.5:
            talking.shutdown(socket.SHUT_WR)
            talking.recv(1000)


class Complaints(logging.Handler):
    """What the server and its loop say went wrong, for as long as the block lasts."""

    NAMES = ("uvicorn.error", "asyncio", "ludens")

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))

    def __enter__(self) -> Complaints:
        for name in self.NAMES:
            logging.getLogger(name).addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        for name in self.NAMES:
            logging.getLogger(name).removeHandler(self)


def _withstands(played: Path, talks: int, dice: Random) -> None:
    store = Store.open(str(played))
    episodes = [row.id for row in store.episodes()]
    store.close()
    with serving(played) as served, Complaints() as complaints:
        for _ in range(talks):
            rubbish(served.port, episodes, dice)
        assert status(served.port) == 200
    assert [said for said in complaints.said if "Traceback" in said] == []


def test_a_request_that_turns_into_rubbish_is_refused_once_and_quietly(played: Path) -> None:
    with serving(played) as served, Complaints() as complaints:
        for rest in (b"FFFFFFFFFFFFFFFFFFFFFFFF\r\n", b"\x00\x00\r\n"):
            with socket.create_connection(("127.0.0.1", served.port), timeout=30) as talking:
                talking.sendall(SAID[1] + b"transfer-encoding: chunked\r\n\r\n" + rest)
                said = b"".join(iter(lambda: talking.recv(1000), b""))
            assert said.count(b"HTTP/1.1 ") == 1
        assert status(served.port) == 200
    assert [said for said in complaints.said if "Traceback" in said] == []


def test_rubbish_on_the_wire_harms_nobody(played: Path) -> None:
    _withstands(played, 60, Random(1))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1020))
def test_four_thousand_talks_of_rubbish(played: Path, seed: int) -> None:
    _withstands(played, 200, Random(seed))
