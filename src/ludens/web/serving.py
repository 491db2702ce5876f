"""Running the server: in the foreground, or beside a game that the same process plays."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from ludens.episode import memory
from ludens.episode.errors import LudensError
from ludens.episode.store import Store
from ludens.settings import Settings
from ludens.web.app import create_app
from ludens.web.connections import Connection, Viewing
from ludens.web.security import Access

PORT = 8643
"""Where the page is unless told otherwise."""
COMMAND = (sys.executable, "-m", "ludens")
"""How games that the page starts are run: like this process, whatever PATH says."""
MOST_HEAD = 32_768
"""Bytes of the longest head of a request."""
MOST_SAID = 4096
"""Bytes of the longest message of a viewer, none of which is listened to."""
GRACE_SECONDS = 1
"""How long open connections may take to close when the server ends."""


class AddressTakenError(LudensError):
    """The address to serve at cannot be had."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int

    def url(self, access: Access, path: str = "/") -> str:
        """Return the link to a page, with the token if one is needed; it works from elsewhere
        wherever the server can be reached from elsewhere."""
        anywhere = self.host in ("0.0.0.0", "::")  # noqa: S104  # compared
        name = (
            own_address(socket.AF_INET6 if ":" in self.host else socket.AF_INET)
            if anywhere
            else self.host
        )
        if ":" in name:
            name = f"[{name}]"
        token = f"?token={access.token}" if access.token else ""
        return f"http://{name}:{self.port}{path}{token}"


ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are kept for documentation: nothing answers there, and nothing is sent."""


def own_address(family: socket.AddressFamily) -> str:
    """Return the address by which other machines reach this one; its name where it has none."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE[family], 9))  # chooses a way out, and sends nothing
            address = str(asking.getsockname()[0])
        except OSError:
            return socket.gethostname()
    return address


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; port 0 is any that is free.

    Raises AddressTakenError.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever comes before the server is up waits, and is not refused
    except (OSError, TypeError, UnicodeError) as error:  # the last two: no name of a machine
        listening.close()
        why = error.strerror if isinstance(error, OSError) else None
        raise AddressTakenError(
            f"{host}:{port} cannot be served ({why or error}); choose another with --host or --port"
        ) from error
    return listening


def make_app(store: Store, settings: Settings, access: Access, config: Path | None) -> FastAPI:
    """Return the app as it is served."""
    return create_app(store, settings, access, command=COMMAND, config=config)


class Server(uvicorn.Server):
    """A server that leaves no connection open when it ends: where the process lives on, a browser
    would ask on it and wait for ever."""

    def __init__(self, config: uvicorn.Config, pause: Callable[[], None]) -> None:
        """With `pause` all games that the page plays are told to."""
        super().__init__(config)
        self.pause = pause

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way end, for a moment, and close what is left then."""
        self.pause()  # while connections are closed
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)  # they are told, and gone


class _NotOfItsEnd(logging.Filter):
    """Leaves out that requests were cut off when the server ended: it was told to."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is anything else."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError) or record.msg == CUT_OFF:
            return False
        return not record.getMessage().rstrip().endswith("asyncio.exceptions.CancelledError")


CUT_OFF = "Cancel %s running task(s), timeout graceful shutdown exceeded"
"""What uvicorn says of requests that have not ended in time."""
_NOT_OF_ITS_END = _NotOfItsEnd()


def server_of(app: FastAPI, pause: Callable[[], None] = lambda: None) -> Server:
    """Return a server for an app; it writes nothing to the terminal but errors.

    `pause` tells all games that the page plays to pause, without waiting for them.
    """
    server = Server(
        uvicorn.Config(
            app,
            log_level="error",
            access_log=False,  # addresses may hold the token
            ws_per_message_deflate=False,  # costs more than it saves on a local network
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
            http=Connection,
            ws=Viewing,
            ws_max_size=MOST_SAID,
            ws_ping_interval=20.0,  # a page that has gone is noticed
            ws_ping_timeout=20.0,
            h11_max_incomplete_event_size=MOST_HEAD,
        ),
        pause,
    )
    logging.getLogger("uvicorn.error").addFilter(_NOT_OF_ITS_END)
    return server


def serve_until_stopped(app: FastAPI, listening: socket.socket) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    memory.settle()
    server = server_of(app, app.state.house.children.pause)

    def stop(*_: Any) -> None:
        server.should_exit = True

    for each in (signal.SIGINT, signal.SIGTERM):  # also before the server takes them over
        signal.signal(each, stop)
    server.run(sockets=[listening])


@contextmanager
def served_beside(settings: Settings, config: Path | None = None) -> Iterator[Address]:
    """Serve the page on this machine, from a thread, for as long as the block lasts."""
    host = "127.0.0.1"
    try:
        listening = listen(host, PORT)
    except AddressTakenError:  # another game has its page there
        listening = listen(host, 0)
    store = Store.open(settings.store)
    access = Access(hosts=frozenset({"localhost", host}))
    app = make_app(store, settings, access, config)
    server = server_of(app, app.state.house.children.pause)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield Address(host, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
        store.close()
