"""Games of canary players on a real server on loopback, and whoever asks it for things."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from ludens.episode.control import Control
from ludens.episode.game import Stage
from ludens.episode.generators import generator
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.models import Models
from ludens.llm.settings import LLMSettings
from ludens.mafia.agents.page_person import PersonAwayError
from ludens.mafia.game import Mafia
from ludens.mafia.session import MafiaSession
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.table import Table
from ludens.settings import load_settings
from ludens.web.app import create_app
from ludens.web.security import Access
from ludens.web.serving import listen, server_of

PATIENCE = 120.0
"""Seconds without an answer or a message after which a game has fallen over."""


class GivenTable(Mafia):
    """Seats the players of a check; nothing else differs from the game."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def open(self, stage: Stage) -> MafiaSession:
        models = Models(LLMSettings(), log=stage.calls, rng=generator(stage.seed, "retries"))
        return MafiaSession(self.table, models)


def entered(store: Store, settings: MafiaSettings, seed: int) -> EpisodeRow:
    """Enter a game in the store."""
    recorded = {"mafia": settings.model_dump(mode="json")}
    new = NewEpisode(game="mafia", subject="t", seed=seed, model="canary", settings=recorded)
    return store.episode(store.create(new))


def play(store: Store, table: Table, row: EpisodeRow, control: Control | None = None) -> EpisodeRow:
    """Play a game to its end, or until it is told to pause."""
    runner = Runner(store, GivenTable(table), control=control or Control())
    return asyncio.run(runner.play(row))


@contextmanager
def playing(store: Store, table: Table, row: EpisodeRow, control: Control) -> Iterator[None]:
    """Play a game in a thread; whatever happens, the thread ends with the block.

    Its player at the page must have the same control.
    """

    def run() -> None:
        try:
            play(store, table, row, control)
        except PersonAwayError:
            return

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    except BaseException:
        control.pause = True
        raise
    finally:
        thread.join()


class Client:
    """A browser as far as the server can tell: requests, cookies, no script."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, body: Any = None, *, seated: bool = True) -> tuple[int, str]:
        """Return the status and the text of an answer; a body is posted."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"cookie": self.cookie} if seated and self.cookies else {}
        if body is not None:
            headers["content-type"] = "application/json"
        data = json.dumps(body) if body is not None else None
        connection.request("GET" if body is None else "POST", path, data, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        set_cookie = answer.getheader("set-cookie")
        if set_cookie:
            name, _, value = set_cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, text

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def follow(self, path: str, *, seated: bool) -> ClientConnection:
        """Open a WebSocket."""
        headers = {"cookie": self.cookie} if seated else {}
        url = f"ws://127.0.0.1:{self.port}{path}"
        return connect(url, additional_headers=headers, max_size=None, close_timeout=0.1)


@contextmanager
def served(path: Path) -> Iterator[int]:
    """Serve a store on loopback; give the port."""
    store = Store.open(str(path))
    settings = load_settings({"store": str(path)}, environ={}, folder=path.parent)
    access = Access(hosts=frozenset({"127.0.0.1"}))
    app = create_app(store, settings, access, command=("true",))
    listening = listen("127.0.0.1", 0)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
        store.close()
