"""The server's beginning and end."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest
from fastapi import FastAPI, Response

from ludens.web import serving
from web.conftest import until

MUCH = 64_000_000
"""Bytes that no connection holds while nobody reads them."""


def test_a_server_that_ends_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
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
    with socket.create_connection(listening.getsockname(), timeout=30) as client:
        client.sendall(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")
        until(lambda: server.server_state.tasks)
        server.should_exit = True
        thread.join()
        with suppress(ConnectionResetError):  # what was not sent is gone; nobody waits for it
            while client.recv(1 << 20):
                pass
