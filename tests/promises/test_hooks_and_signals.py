"""Others' code in the process neither ends, hangs nor pollutes a game; signals always work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import launching
from ludens.episode.checking import check_store
from ludens.episode.store import Store
from ludens.games import GAMES

HOOKS = {
    "exits": "import sys; sys.exit(3)",
    "stops": "raise KeyboardInterrupt",
    "cancels": "import asyncio; raise asyncio.CancelledError",
    "sleeps": "import time; time.sleep(3600)",
    "prints": "import os; print('polluted'); os.write(1, b'polluted')",
    "spawns": "import subprocess; subprocess.run(['echo', 'polluted'])",
}
CLASS = """
from ludens.episode.hooks import Hook

class Hostile(Hook):
    {kind}def on_event(self, moment):
        while True:
            try:
                {work}
                return
            except ValueError:
                pass
"""
SWALLOWS = """
import asyncio
from ludens.episode.hooks import Hook

class Hostile(Hook):
    async def on_turn_end(self, moment):
        while True:
            try:
                await asyncio.sleep(3600)
            except BaseException:
                pass
"""
AT_IMPORT = "import sys\nsys.exit(0)\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "hooks").mkdir()
    return tmp_path


def environment(place: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(place), "XDG_DATA_HOME": str(place), "TERM": "dumb"}


def test_no_hook_ends_hangs_or_pollutes_a_game(place: Path) -> None:
    names = []
    for name, work in HOOKS.items():
        for kind in ("", "async "):
            names.append(f"{name}{len(kind)}")
            file = place / "hooks" / f"{names[-1]}.py"
            file.write_text(CLASS.format(kind=kind, work=work), encoding="utf-8")
    (place / "ludens.toml").write_text(f"hooks = {json.dumps(names)}\n", encoding="utf-8")
    played = launching.run(
        ["play", "--json", "--no-web", "--max-turns", "4", "--seed", "1"],
        cwd=place,
        env=environment(place),
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["turns"] == 4


def test_a_hook_that_exits_when_it_is_imported_is_named(place: Path) -> None:
    (place / "hooks" / "hostile.py").write_text(AT_IMPORT, encoding="utf-8")
    (place / "ludens.toml").write_text('hooks = ["hostile"]\n', encoding="utf-8")
    played = launching.run(["play", "--json", "--no-web"], cwd=place, env=environment(place))
    assert played.returncode == 1
    assert "hook 'hostile'" in played.stderr
    assert len(played.stderr.splitlines()) == 1


# Signals

COMMANDS = (
    ("play", "--json", "--no-web", "--max-turns", "100000"),
    ("play", "--json", "--no-web", "--set", "adventure.lookahead.enabled=true"),
    ("play", "--json", "--no-web", "--model", "compatible/silent"),
    ("mafia", "--json"),
    ("story", "--visitor", "--json", "--max-turns", "100000"),
    ("story",),
)


def _interrupted(place: Path, dice: Random) -> None:
    """Send a program one signal or two at some moment; it ends, and its store is whole."""
    (place / "hooks" / "hostile.py").write_text(SWALLOWS, encoding="utf-8")
    (place / "ludens.toml").write_text(
        'hooks = ["hostile"]\n[llm.providers.compatible]\nbase_url = "http://127.0.0.1:9/v1"\n'
        "[llm.retries]\nattempts = 20\n",
        encoding="utf-8",
    )
    command = dice.choice(COMMANDS)
    child = subprocess.Popen(
        [sys.executable, "-m", "ludens", *command],
        cwd=place,
        env=environment(place),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    store = place / "ludens" / "ludens.db"
    begun = dice.uniform(0.0, 1.0)
    while child.poll() is None and not store.exists():
        time.sleep(0.01)
    try:
        child.wait(begun)
    except subprocess.TimeoutExpired:
        for _ in range(dice.choice((1, 1, 2))):
            child.send_signal(dice.choice((signal.SIGINT, signal.SIGTERM)))
    _, errors = child.communicate(timeout=30)
    assert b"Traceback" not in errors, errors.decode()
    opened = Store.open(str(store))
    assert list(check_store(opened, GAMES)) == []
    opened.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_signal_ends_every_game_and_leaves_it_whole(place: Path, seed: int) -> None:
    _interrupted(place, Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_signals(place: Path, seed: int) -> None:
    _interrupted(place, Random(seed))
