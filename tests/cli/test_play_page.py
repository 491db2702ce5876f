"""`ludens play` shows its own episode on a page, and does without where there is nobody to look."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from cli.conftest import LUDENS, Run
from ludens.settings import load_settings
from ludens.web.page import is_built
from ludens.web.serving import served_beside

Found = TypeVar("Found")

PATIENCE = 120.0
"""Seconds; their end is a failure, however busy the machine is."""
LINK = re.compile(r"Watch it at (http://127\.0\.0\.1:(\d+)/episodes/\w+)")


@dataclass(slots=True)
class Terminal:
    """A `ludens` that a person runs: what it writes, and its process."""

    process: subprocess.Popen[bytes]
    reading: int
    text: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self) -> None:
        while True:
            try:
                found = os.read(self.reading, 4096)
            except OSError:  # the other end is closed
                return
            if not found:
                return
            with self.lock:
                self.text += found.decode(errors="replace")

    def said(self, words: str | re.Pattern[str]) -> re.Match[str]:
        """Wait until it has said something."""
        pattern = re.compile(re.escape(words)) if isinstance(words, str) else words

        def heard() -> re.Match[str] | None:
            with self.lock:
                return pattern.search(self.text)

        found = self.wait_until(heard)
        assert found is not None
        return found

    def wait_until(self, condition: Callable[[], Found]) -> Found:
        """Wait until something is so, and return it."""
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < end, f"it never came to be so; it said: {self.text[-800:]}"
            time.sleep(0.02)
        return found

    def end_by(self, one: signal.Signals = signal.SIGINT) -> int:
        """Press Ctrl-C, or send another signal; return how it ended."""
        self.process.send_signal(one)
        return self.process.wait(PATIENCE)


@contextmanager
def before_a_terminal(*arguments: str, folder: Path, environ: dict[str, str]) -> Iterator[Terminal]:
    mine, its = pty.openpty()
    bare = {"CI", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}
    kept = {name: value for name, value in os.environ.items() if name not in bare}
    process = subprocess.Popen(
        [LUDENS, *arguments],
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=folder,
        env={**kept, "TERM": "xterm", "COLUMNS": "160", **environ},
        start_new_session=True,
    )
    os.close(its)
    terminal = Terminal(process, mine)
    reader = threading.Thread(target=terminal.read)
    reader.start()
    try:
        yield terminal
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # and the browser with it
        process.wait()
        reader.join()
        os.close(mine)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(tmp_path / "data"), "NO_COLOR": "1"}


@pytest.fixture
def browser(tmp_path: Path) -> tuple[str, Path]:
    """A browser that writes down what it is asked to open, and then never comes back."""
    script, asked = tmp_path / "browser", tmp_path / "asked"
    script.write_text(f'#!/bin/sh\necho "$1" >> {asked}\nexec sleep 1000\n')
    script.chmod(0o755)
    return str(script), asked


PLAY = ("play", "--no-search", "--max-turns", "3")
needs_page = pytest.mark.skipif(not is_built(), reason="the page was not built: make frontend")


@needs_page
def test_the_page_of_the_episode_is_opened_and_the_game_waits_for_no_browser(
    tmp_path: Path, home: dict[str, str], browser: tuple[str, Path]
) -> None:
    script, asked = browser
    screen = {**home, "DISPLAY": ":99", "BROWSER": script}
    with before_a_terminal(*PLAY, folder=tmp_path, environ=screen) as terminal:
        link = terminal.said(LINK)[1]
        terminal.said("until you press Ctrl-C")
        with urllib.request.urlopen(link) as answer:
            assert b"<html" in answer.read()
        terminal.wait_until(lambda: asked.exists() and asked.read_text().split() == [link])
        assert terminal.end_by() == 0


@needs_page
def test_without_a_screen_the_address_is_told_and_nothing_is_opened(
    tmp_path: Path, home: dict[str, str], browser: tuple[str, Path]
) -> None:
    script, asked = browser
    with before_a_terminal(*PLAY, folder=tmp_path, environ={**home, "BROWSER": script}) as terminal:
        terminal.said(LINK)
        terminal.said("until you press Ctrl-C")
        assert terminal.end_by(signal.SIGTERM) == 0
    assert not asked.exists()


@needs_page
@pytest.mark.parametrize("one", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_a_game_that_is_being_played_and_its_page(
    tmp_path: Path, home: dict[str, str], one: signal.Signals
) -> None:
    long = ("play", "--no-search", "--max-turns", "100000")
    with before_a_terminal(*long, folder=tmp_path, environ=home) as terminal:
        terminal.said(LINK)
        terminal.said("turn 1 ")
        assert terminal.end_by(one) == 128 + one
    assert "The page stays" not in terminal.text
    assert "ludens resume" in terminal.text


@needs_page
def test_a_browser_that_fails_harms_no_game(tmp_path: Path, home: dict[str, str]) -> None:
    screen = {**home, "DISPLAY": ":99", "BROWSER": str(tmp_path / "there-is-none")}
    with before_a_terminal(*PLAY, folder=tmp_path, environ=screen) as terminal:
        terminal.said("until you press Ctrl-C")
        assert terminal.end_by() == 0
    assert "Traceback" not in terminal.text


def test_another_page_may_have_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = {"store": str(tmp_path / "ludens.db")}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr("ludens.web.serving.PORT", taken.getsockname()[1])
        with served_beside(load_settings(store, environ={}, folder=tmp_path)) as address:
            assert address.port != taken.getsockname()[1]
            with urllib.request.urlopen(f"http://127.0.0.1:{address.port}/api/house") as answer:
                assert answer.status == 200


@pytest.mark.parametrize(
    ("more", "environ"),
    [(("--no-web",), {}), ((), {"CI": "true"})],
    ids=["no-web", "continuous integration"],
)
def test_no_page_is_served_where_none_is_wanted(
    tmp_path: Path,
    home: dict[str, str],
    browser: tuple[str, Path],
    more: tuple[str, ...],
    environ: dict[str, str],
) -> None:
    script, asked = browser
    screen = {**home, **environ, "DISPLAY": ":99", "BROWSER": script}
    with before_a_terminal(*PLAY, *more, folder=tmp_path, environ=screen) as terminal:
        assert terminal.process.wait(PATIENCE) == 0
    assert "Watch it at" not in terminal.text
    assert not asked.exists()


def test_output_into_a_pipe_is_watched_by_nobody(
    ludens: Run, environ: dict[str, str], browser: tuple[str, Path]
) -> None:
    script, asked = browser
    screen = {**environ, "FORCE_COLOR": "1", "DISPLAY": ":99", "BROWSER": script}
    ended = ludens(*PLAY, env=screen)
    assert ended.returncode == 0
    assert "Watch it at" not in ended.stdout
    assert not asked.exists()
