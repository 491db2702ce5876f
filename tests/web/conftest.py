"""A store with real episodes, a real server on loopback, a real browser."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser

from ludens.adventure.game import Adventure
from ludens.episode.calls import EpisodeCalls
from ludens.episode.control import Control
from ludens.episode.events import EpisodeId, Event
from ludens.episode.hooks import Hooks
from ludens.episode.lease import Runner as Holder
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store, TurnCommit
from ludens.games import new_adventure
from ludens.llm.calls import Call, CallError
from ludens.llm.request import LLMRequest, OutputSchema
from ludens.llm.response import LLMResponse, Usage
from ludens.settings import Settings, load_settings
from ludens.web.app import create_app
from ludens.web.security import Access
from ludens.web.serving import COMMAND, AddressTakenError, listen, server_of
from web.browser import Screen, launched
from web.gallery import Gallery, copy_store, hang

T = TypeVar("T")
TURNS = 60
Making = Callable[[Path], Any]
Show = Callable[..., Screen]


def house_settings(store: Path, **flags: Any) -> Settings:
    """Settings from nowhere but here."""
    return load_settings({"store": str(store), **flags}, environ={}, folder=store.parent)


def play(store: Store, settings: Settings, seed: int = 3) -> EpisodeRow:
    """Play the first bundled story with the offline company."""
    return play_on(store, store.episode(store.create(new_adventure(settings, seed=seed))))


def play_on(
    store: Store,
    row: EpisodeRow,
    *,
    hooks: Hooks | None = None,
    control: Control | None = None,
    **changes: Any,
) -> EpisodeRow:
    """Go on with an episode."""
    runner = Runner(store, Adventure(), hooks or Hooks(), control or Control())
    return in_a_loop_of_its_own(runner.play(row, changes))


def in_a_loop_of_its_own(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a thread of its own: a browser's driver has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Making) -> Path:
    """Return a store of this process, copied from the one that the first process made."""
    base = tmp_path_factory.getbasetemp()
    common = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made = common / f"{name}-made.db"
    with (common / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            path = tmp_path_factory.mktemp(f"{name}-making") / "ludens.db"
            make(path)
            copy_store(path, made)
    return copy_store(made, tmp_path_factory.mktemp(name) / "ludens.db")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one episode of 60 turns, played once for all tests."""

    def make(path: Path) -> None:
        store = Store.open(str(path))
        row = play(store, house_settings(path, limits={"turns": TURNS}))
        record_calls(store, row)
        store.close()

    return made_once(tmp_path_factory, "library", make)


@pytest.fixture(scope="session")
def gallery(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    """A store with an episode of every kind, played once for all tests."""
    return Gallery.of(made_once(tmp_path_factory, "gallery", partial(hang, library)))


@pytest.fixture
def shelf(library: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return copy_store(library, tmp_path / "ludens.db")


@pytest.fixture
def store(shelf: Path) -> Iterator[Store]:
    opened = Store.open(str(shelf))
    yield opened
    opened.close()


@pytest.fixture
def row(store: Store) -> EpisodeRow:
    return store.episode("last")


def write(
    store: Store, episode: EpisodeId, events: Sequence[Event], headline: dict[str, Any]
) -> None:
    """Write the opening of an episode that nobody played."""
    holder = Holder.here()
    store.claim(episode, holder)
    lines = [(event.type, event.line()) for event in events]
    commit = TurnCommit(turn=0, first_seq=0, events=lines, headline=headline)
    store.append(episode, [commit], holder)
    store.release(episode, holder)
    holder.retire()


def record_calls(store: Store, row: EpisodeRow) -> None:
    """Put calls of a player on the record, as a model would have made them in turns 5 to 8."""
    calls = EpisodeCalls(store, row.id)
    for turn in range(5, 9):
        calls.begin_turn(turn)
        answered(calls, "player")


def answered(calls: EpisodeCalls, agent: str) -> None:
    """Put one call of an agent on the record of the turn."""
    turn = calls.turn
    request = LLMRequest.of(
        f"Turn {turn}.\nThe lamp is lit.\nChoose.",
        system=[{"text": "You play a story. " * 8, "cache_point": True}],
        agent=agent,
        output=OutputSchema(name="Decision", definition={"type": "object"}),
    )
    response = LLMResponse(
        text=json.dumps({"command": f"wait {turn}"}),
        model="openai/gpt-6-astra",
        usage=Usage(input_tokens=400, cached_tokens=300, output_tokens=20),
        cost=Decimal("0.0021"),
    )
    calls.record(made(request, response=response))


def failed(calls: EpisodeCalls, agent: str, error: CallError) -> None:
    """Put an attempt of an agent on the record that came to nothing."""
    request = LLMRequest.of("Choose.", agent=agent)
    calls.record(made(request, error=error))


def made(
    request: LLMRequest, *, response: LLMResponse | None = None, error: CallError | None = None
) -> Call:
    """Return a call as it is put on the record."""
    return Call(
        request_hash=request.hash,
        occurrence=0,
        attempt=1,
        agent=request.agent,
        provider="openai",
        model="gpt-6-astra",
        request=request,
        response=response,
        error=error,
        started=datetime(2026, 11, 1, tzinfo=UTC),
        latency_ms=840.0 if response else 120.0,
    )


@contextmanager
def turn_under_way(store: Store, row: EpisodeRow) -> Iterator[EpisodeCalls]:
    """Hold an episode in the middle of the turn after its last one, as a runner does."""
    holder = Holder.here()
    store.claim(row.id, holder)
    calls = EpisodeCalls(store, row.id)
    calls.begin_turn(row.turns + 1)
    try:
        yield calls
    finally:
        store.release(row.id, holder)
        holder.retire()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Served:
    """A server on loopback."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self, path: str, body: Any = None, *, method: str | None = None, **headers: str
    ) -> Answer:
        data = json.dumps(body).encode() if body is not None else None
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if data is not None:
            named.setdefault("content-type", "application/json")
        request = urllib.request.Request(self.url + path, data, named, method=method)
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=60) as answer:
                return Answer(answer.status, _lower(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, _lower(error.headers), error.read())

    def get(self, path: str) -> Any:
        answer = self.ask(path)
        assert answer.status == 200, answer.body
        return answer.json


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


_port = 0
"""The port of the first server, which the later ones take when it is free: at the same address a
browser finds again what it has loaded and compiled."""


def _listening(port: int) -> socket.socket:
    global _port  # noqa: PLW0603
    try:
        found = listen("127.0.0.1", port or _port)
    except AddressTakenError:
        if port:
            raise
        found = listen("127.0.0.1", 0)
    _port = _port or found.getsockname()[1]
    return found


@contextmanager
def serving(
    path: Path, access: Access | None = None, *, port: int = 0, **flags: Any
) -> Iterator[Served]:
    """Serve a store from a thread, as `ludens serve` does from a process."""
    store = Store.open(str(path))
    hosts = frozenset({"127.0.0.1", "localhost"})
    app = create_app(
        store, house_settings(path, **flags), access or Access(hosts=hosts), command=COMMAND
    )
    listening = _listening(port)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        until(lambda: server.started)
        yield Served(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
        store.close()


@pytest.fixture
def served(shelf: Path) -> Iterator[Served]:
    with serving(shelf) as server:
        yield server


def until(condition: Any, seconds: float = 60.0) -> Any:
    """Wait until something is so, and return it; the end of patience is a failure."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.1)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of this folder; it is gone before others run, whose loops it would bar."""
    with launched() as found:
        yield found


@pytest.fixture
def show(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Show]:
    """Open a page of the module's server; it must load nothing from elsewhere and not complain."""
    screens: list[Screen] = []

    def opened(path: str, server: Served | None = None, **options: Any) -> Screen:
        options.setdefault("warm", server is None and getattr(request.module, "WARM", True))
        url = (server or request.getfixturevalue("served")).url
        screens.append(Screen(browser, url, **options))
        screens[-1].open(path)
        return screens[-1]

    yield opened
    for screen in screens:
        assert screen.complaints == []
        elsewhere = [url for url in screen.requests if not url.startswith(screen.url)]
        assert [url for url in elsewhere if not url.startswith("data:")] == []
        screen.close()
