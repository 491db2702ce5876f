"""The server's beginning and end."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI, Response
from uvicorn.lifespan.on import LifespanOn

from ludens.adventure.game import Adventure
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.web import serving
from ludens.web.children import Children
from web.conftest import in_a_loop_of_its_own, until

MUCH = 64_000_000
"""Bytes that no connection holds while nobody reads them."""


def test_a_server_that_ends_leaves_no_connection_open_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "GRACE_SECONDS", 0)
    app = FastAPI()

    @app.get("/long")
    async def long() -> Response:
        return Response(bytes(MUCH))

    listening = serving.listen("127.0.0.1", 0)
    server = serving.server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    with socket.create_connection(listening.getsockname(), timeout=60) as client:
        client.sendall(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")
        until(lambda: server.server_state.tasks)
        server.should_exit = True
        thread.join()
        with suppress(ConnectionResetError):  # what was not sent is gone; nobody waits for it
            while client.recv(1 << 20):
                pass
    assert "ERROR" not in capfd.readouterr().err, "it was told to cut off what is under way"


def test_a_process_that_was_started_and_plays_nothing_yet_is_told_of(
    shelf: Path, store: Store, row: EpisodeRow
) -> None:
    slow = (sys.executable, "-c", "import time; time.sleep(600)")
    children = Children(slow, str(shelf))
    fork = Runner(store, Adventure()).fork(row, 20, {})
    assert not children.is_starting(fork)
    children.play(fork.id, orders_from=0, changes={})
    assert children.is_starting(fork)
    assert not children.is_starting(replace(fork, updated=time.time() + 1)), "something came of it"
    children.close()
    assert not children.is_starting(fork)


def test_an_app_that_is_cut_off_at_the_end_is_no_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def cut_off() -> None:
        others = asyncio.all_tasks()
        await LifespanOn(serving.server_of(FastAPI()).config).startup()
        (running,) = asyncio.all_tasks() - others
        running.cancel()
        await asyncio.wait([running])

    in_a_loop_of_its_own(cut_off())
    assert "Traceback" not in capsys.readouterr().err
