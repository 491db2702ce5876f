"""Who is playing an episode: one runner at a time, and a dead one is noticed."""

from __future__ import annotations

import json
import os
import platform
import time
import uuid
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import psutil

STALE_AFTER = 120.0
"""Seconds without a sign of life after which a runner on another machine counts as gone."""


_playing: set[str] = set()
"""Tokens of this process's runners that are at work."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A process that plays an episode."""

    host: str
    pid: int
    born: float
    """When the process began (seconds since 1970): a pid alone may have been given to another."""
    token: str
    """Tells two runners in one process apart."""
    space: str = ""
    """Whose numbers of processes `pid` is one of: containers may share a host's name."""

    @classmethod
    def here(cls) -> Runner:
        """Return a runner of this process; it counts as alive until `retire`."""
        born = psutil.Process().create_time()
        runner = cls(platform.node(), os.getpid(), born, uuid.uuid4().hex, _space())
        _playing.add(runner.token)
        return runner

    def retire(self) -> None:
        """Say that this runner, of this process, plays no more."""
        _playing.discard(self.token)

    def dump(self) -> str:
        """Return it as it stands in the episode's row."""
        return _dumped(self)

    @classmethod
    def load(cls, text: str) -> Runner:
        """Read what `dump` wrote."""
        return cls(**json.loads(text))

    def is_alive(self, seen: float) -> bool:
        """Tell whether it still plays; `seen` is when it last wrote (seconds since 1970)."""
        if (self.host, self.space) != (platform.node(), _space()):
            return time.time() - seen < STALE_AFTER
        if self.pid == os.getpid():
            return self.token in _playing
        try:
            return bool(abs(psutil.Process(self.pid).create_time() - self.born) < 1.0)
        except psutil.NoSuchProcess:
            return False


def _space() -> str:
    """Return what names the space of process numbers; empty where the system does not tell.

    See proc(5), `random/boot_id`, and pid_namespaces(7).
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return ""


@lru_cache(maxsize=64)
def _dumped(runner: Runner) -> str:
    # Every commit names its runner.
    return json.dumps(asdict(runner), sort_keys=True)


def is_played(runner: str | None, seen: float | None) -> bool:
    """Tell by an episode's columns `runner` and `runner_seen` whether somebody plays it."""
    try:
        return runner is not None and Runner.load(runner).is_alive(seen or 0.0)
    except (ValueError, TypeError):
        return False
