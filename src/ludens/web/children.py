"""Games that the page started: each is played by a process of its own, so the server stays free."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ludens.episode.errors import GO_ON, LEFT, LudensError
from ludens.episode.events import EpisodeId
from ludens.episode.store import EpisodeRow
from ludens.llm.keys import Scrubber

PATIENCE_SECONDS = 20.0
"""How long a game may take to finish its turn when the server ends."""
MOST_GAMES = 16
"""Games that the page has played at once, each by a process of its own."""
MOST_TROUBLE = 2000
"""Bytes of what a failed process said that are looked at."""


class TooManyGamesError(LudensError):
    """The page has started as many games as it may."""


@dataclass(slots=True)
class _Child:
    process: subprocess.Popen[bytes]
    said: IO[bytes]
    started: float
    """Seconds since 1970."""
    told: bool = False
    """It was told to end with the server; a second signal would drop its turn at once."""


@dataclass(slots=True)
class Children:
    """The processes that play what the page started."""

    command: Sequence[str]
    """How `ludens` is run."""
    store: str
    config: Path | None = None
    _children: dict[EpisodeId, _Child] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def play(self, episode: EpisodeId, *, orders_from: int, changes: dict[str, Any]) -> None:
        """Let a process play an episode, unless one of ours does already.

        It obeys the requests after number `orders_from` (`episode.control`). Raises
        TooManyGamesError.
        """
        with self._lock:
            if self.is_playing(episode):
                return
            self.require_place()
            arguments = ["resume", episode, "--json", "--orders-from", str(orders_from)]
            if changes:
                arguments += ["--changes", json.dumps(changes)]
            if self.config is not None:
                arguments += ["--config", str(self.config)]
            said = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the child's entry
            process = subprocess.Popen(
                [*self.command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                # The address may hold a password, and every user can read a command line.
                env={**os.environ, "LUDENS_STORE": self.store},
                start_new_session=True,
            )
            self._children[episode] = _Child(process, said, time.time())

    def require_place(self) -> None:
        """Raise TooManyGamesError unless one more game may be started."""
        playing = sum(self.is_playing(each) for each in list(self._children))
        if playing >= MOST_GAMES:
            raise TooManyGamesError(
                f"{playing} games are being played from the page, and no more at once; "
                "pause or end one first, or use `ludens resume`"
            )

    def let_end(self, episode: EpisodeId, ended: float) -> None:
        """Wait for the process that brought an episode to its end, `ended` in seconds since 1970.

        It takes no requests any more, and a new one is not started beside it.
        """
        child = self._children.get(episode)
        if child is not None and child.started < ended:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(PATIENCE_SECONDS)

    def drop_turn(self, episode: EpisodeId) -> bool:
        """End the process that we started for an episode, with the turn that it plays; return
        whether there was one."""
        child = self._children.get(episode)
        if child is None or child.process.poll() is not None:
            return False
        child.process.send_signal(signal.SIGTERM)
        try:
            child.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()
        return True

    def is_playing(self, episode: EpisodeId) -> bool:
        """Return whether a process that we started for an episode still runs."""
        child = self._children.get(episode)
        return child is not None and child.process.poll() is None

    def since(self, row: EpisodeRow) -> float:
        """Return since when an episode's turn is played: when the last one was over, or when we
        began to play on; seconds since 1970."""
        child = self._children.get(row.id)
        return max(row.updated, child.started) if child is not None else row.updated

    def is_starting(self, row: EpisodeRow) -> bool:
        """Return whether a process runs for an episode that nothing has come of yet."""
        child = self._children.get(row.id)
        if child is None or row.status == "playing" or child.started < row.updated:
            return False
        return child.process.poll() is None

    def trouble(self, episode: str) -> str | None:
        """Return in one line why the process started for an episode failed; None if it did not."""
        child = self._children.get(EpisodeId(episode))
        if child is None or child.process.poll() in (None, 0):
            return None
        child.said.seek(0, os.SEEK_END)
        child.said.seek(max(0, child.said.tell() - MOST_TROUBLE))
        lines = child.said.read().decode(errors="replace").strip().splitlines()
        if not lines:
            return f"the process that played it ended with code {child.process.returncode}"
        said = lines[-1].removeprefix("ludens: ")
        return Scrubber().line(said.partition(GO_ON)[0].strip())  # here there are buttons

    def is_left(self, episode: str) -> bool:
        """Return whether the process left the episode to wait for a model."""
        child = self._children.get(EpisodeId(episode))
        return child is not None and child.process.poll() == LEFT

    def pause(self) -> None:
        """Tell every game to pause: a turn that takes longer than a moment is dropped."""
        for child in self._children.values():
            if child.process.poll() is None and not child.told:
                child.process.send_signal(signal.SIGTERM)
                child.told = True

    def close(self) -> None:
        """Let every game pause; it can be resumed."""
        self.pause()
        for process in [child.process for child in self._children.values()]:
            try:
                process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for child in self._children.values():
            child.said.close()
        self._children.clear()
