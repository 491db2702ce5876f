"""Others' code in the process neither ends, hangs nor pollutes a game; signals always work."""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest

import launching
from ludens.__main__ import main
from ludens.episode import hooks
from ludens.episode.checking import check_store
from ludens.episode.store import Store
from ludens.games import GAMES

RAISES = """
import asyncio, sys
from ludens.episode.hooks import Hook

class Hostile(Hook):
    {kind}def on_event(self, moment):
        sys.exit(3)

    {kind}def on_turn_start(self, moment):
        raise KeyboardInterrupt

    {kind}def on_turn_end(self, moment):
        raise asyncio.CancelledError
"""
DOES = """
import os, resource, signal, subprocess, sys, time
from ludens.episode.hooks import Hook

class Hostile(Hook):
    def on_turn_start(self, moment):
        {work}
"""
WORKS = {
    "computes": "sum(range(10**13))",
    "prints": "os.write(1, b'polluted'); subprocess.run(['echo', 'polluted']);"
    " print(f'read {sys.stdin.read()!r} {os.read(0, 9)!r}')",
    "ends": "os._exit(3)",
    "times": "signal.setitimer(signal.ITIMER_REAL, 0.001)",
    "limits": "resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0)); sys.setrecursionlimit(60)",
    "closes": "os.write(4, bytes([91, 93, 10])); os.closerange(0, 100)",
    "clears": "os.environ.clear(); sys.modules.clear()",
}
"""What a hook may do to the process that it is in."""
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
LINGERS = """
import atexit, threading, time
from ludens.episode.hooks import Hook

class Lingering(Hook):
    def on_turn_end(self, moment):
        atexit.register(time.sleep, 3600)
        threading.Thread(target=time.sleep, args=(3600,), daemon=False).start()
"""
SPOILS = """
from ludens.episode.hooks import Hook

class Spoiling(Hook):
    def on_event(self, moment):
        moment.headline.clear()
        for name, value in list(vars(moment.event).items()):
            if isinstance(value, dict | list):
                value.clear()
            elif type(value) in (str, int):
                vars(moment.event)[name] = type(value)()
"""
AT_IMPORT = "import sys\nsys.exit(0)\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "hooks").mkdir()
    return tmp_path


def environment(place: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "PYTHONPATH") if name in os.environ}
    return {**kept, "HOME": str(place), "XDG_DATA_HOME": str(place), "TERM": "dumb"}


def that_waits_less_for_hooks() -> None:
    """Run the command line, which at the end waits for hooks that never end."""
    hooks.DRAIN_SECONDS = 0.5
    main()


def test_no_hook_ends_hangs_or_pollutes_a_game(place: Path) -> None:
    texts = {name: DOES.format(work=work) for name, work in WORKS.items()}
    texts |= {f"raises{len(kind)}": RAISES.format(kind=kind) for kind in ("", "async ")}
    texts["swallows"] = SWALLOWS
    for name, text in texts.items():
        (place / "hooks" / f"{name}.py").write_text(text, encoding="utf-8")
    (place / "ludens.toml").write_text(f"hooks = {json.dumps(list(texts))}\n", encoding="utf-8")
    words = ["ludens", "play", "--json", "--no-web", "--no-search", "--max-turns", "4", "--seed=1"]
    quick = "promises.test_hooks_and_signals:that_waits_less_for_hooks"
    played = launching.Launched(
        words, cwd=place, env=environment(place), main=quick, input="typed\n"
    ).wait()
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["turns"] == 4
    assert "read '' b''" in played.stderr
    assert "Traceback" not in played.stderr


LATE = """
import atexit, os, threading, time
from ludens.episode.hooks import Hook

def chatter():
    while True:
        print("late", flush=True)
        os.write(1, b"late")
        time.sleep(0.001)

class Late(Hook):
    def on_turn_start(self, moment):
        atexit.register(print, "late")
        threading.Thread(target=chatter, daemon=True).start()
"""


def test_what_a_hook_leaves_behind_prints_nothing_among_the_results(place: Path) -> None:
    (place / "hooks" / "late.py").write_text(LATE, encoding="utf-8")
    (place / "ludens.toml").write_text('hooks = ["late"]\n', encoding="utf-8")
    words = ["play", "--json", "--no-web", "--no-search", "--max-turns", "2", "--seed", "1"]
    played = launching.run(words, cwd=place, env=environment(place))
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["turns"] == 2
    assert "late" in played.stderr


def test_what_a_hook_does_to_what_it_is_told_does_not_reach_the_game(place: Path) -> None:
    (place / "hooks" / "spoiling.py").write_text(SPOILS, encoding="utf-8")
    for named in ("", 'hooks = ["spoiling"]'):
        (place / "ludens.toml").write_text(named, encoding="utf-8")
        words = ["mafia", "--json", "--seed", "1"]
        played = launching.run(words, cwd=place, env=environment(place))
        assert played.returncode == 0, played.stderr
    store = Store.open(str(place / "ludens" / "ludens.db"))
    first, second = (
        [(line.seq, line.turn, line.type, line.data) for line in store.events(row.id)]
        for row in store.episodes()
    )
    store.close()
    assert first == second


def test_what_a_hook_leaves_behind_does_not_keep_the_program(place: Path) -> None:
    (place / "hooks" / "lingering.py").write_text(LINGERS, encoding="utf-8")
    played = subprocess.run(
        [sys.executable, "-m", "ludens", "play", "--json", "--max-turns=1", "--no-search"],
        cwd=place,
        env={**os.environ, **environment(place), "LUDENS_HOOKS": '["lingering"]'},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert json.loads(played.stdout)["turns"] == 1


def test_what_a_hook_starts_keeps_nobody_who_reads_what_the_game_prints(place: Path) -> None:
    begins = "subprocess.Popen(['sleep', '60'], start_new_session=True); print('last words')"
    (place / "hooks" / "starts.py").write_text(DOES.format(work=begins), encoding="utf-8")
    played = subprocess.run(
        [sys.executable, "-m", "ludens", "play", "--json", "--max-turns=1", "--no-search"],
        cwd=place,
        env={**os.environ, **environment(place), "LUDENS_HOOKS": '["starts"]'},
        capture_output=True,
        timeout=50,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"last words\n" * 2)


def test_a_hook_does_not_outlive_a_game_that_is_killed(place: Path) -> None:
    holds = "import fcntl; held = open('held', 'w'); fcntl.flock(held, fcntl.LOCK_EX)"
    work = f"{holds}; print('here'); os.fork(); sum(range(10**13))"  # no other thread runs in that
    (place / "hooks" / "computes.py").write_text(DOES.format(work=work), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "ludens", "play", "--json", "--no-search"],
        cwd=place,
        env={**os.environ, **environment(place), "LUDENS_HOOKS": '["computes"]'},
        stdout=subprocess.DEVNULL,
        stderr=PIPE,
    ) as game:
        assert game.stderr is not None
        assert game.stderr.readline() == b"here\n"
        game.kill()
        with (place / "held").open() as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # which is had when nobody holds it any more


def test_a_hook_that_exits_when_it_is_imported_is_named(place: Path) -> None:
    (place / "hooks" / "hostile.py").write_text(AT_IMPORT, encoding="utf-8")
    (place / "ludens.toml").write_text('hooks = ["hostile"]\n', encoding="utf-8")
    played = launching.run(["play", "--json", "--no-web"], cwd=place, env=environment(place))
    assert played.returncode == 1
    assert "hook 'hostile'" in played.stderr
    assert len(played.stderr.splitlines()) == 1


# Exit statuses


def test_an_episode_that_could_not_go_on_has_a_status_of_its_own(place: Path) -> None:
    config = CONFIG.replace("hooks", "#").replace("20", "1")
    (place / "ludens.toml").write_text(config, encoding="utf-8")
    play = ("play", "--json", "--no-web", "--max-turns", "2", "--model", "compatible/gone")
    ends = launching.run(
        [*play, "--set", "llm.on_model_failure=stop"], cwd=place, env=environment(place)
    )
    assert (ends.returncode, json.loads(ends.stdout)["outcome"]) == (4, "failed")
    waits = launching.run(
        [*play, "--set", "llm.on_model_failure=pause"], cwd=place, env=environment(place)
    )
    assert (waits.returncode, waits.stdout, waits.stderr.count("\n")) == (3, "", 1)


# Signals

SUITE = """
name = "small"
seeds = 50
[adventure]
stories = ["drowned_clock"]
"""
CUP = """
name = "cup"
models = ["offline", "random"]
blocks = 100
[mafia]
seats = 5
"""
CONFIG = """
hooks = ["hostile"]
[llm.providers.compatible]
base_url = "http://127.0.0.1:9/v1"
[llm.retries]
attempts = 20
"""
COMMANDS = (
    ("play", "--json", "--no-web", "--max-turns", "100000"),
    ("play", "--json", "--no-web", "--set", "adventure.search.enabled=true"),
    ("play", "--json", "--no-web", "--model", "compatible/silent"),
    ("mafia", "--json"),
    ("mafia", "tournament", "cup.toml"),
    ("book", "--visitor", "--json", "--max-turns", "100000"),
    ("book",),
    ("doctor",),
    ("serve", "--no-web", "--port", "0"),
    ("bench", "run", "suite.toml"),
)
PATIENCE = 30.0
"""Seconds after which a program that was told to end is taken for one that never will. They are
many because the tests may have to share the machine; alone it takes two."""
IMPORTED = "pydantic_core"
"""What a program that is started anew imports early; before, Python itself has the signals."""
ENDED = (0, 130, 143, -signal.SIGINT, -signal.SIGTERM)


def _interrupted(place: Path, dice: Random, *, anew: bool) -> None:
    """Send a program one signal or two at some moment; it ends, and its store is whole."""
    (place / "hooks" / "hostile.py").write_text(SWALLOWS, encoding="utf-8")
    for name, content in (("ludens", CONFIG), ("suite", SUITE), ("cup", CUP)):
        (place / f"{name}.toml").write_text(content, encoding="utf-8")
    command = dice.choice(COMMANDS if anew else COMMANDS[:-1])  # a suite starts others anew
    words = ["ludens", *command]
    start = Started if anew else launching.Launched
    child = start(words, cwd=place, env=environment(place))
    time.sleep(dice.expovariate(1))
    with suppress(ProcessLookupError):
        for _ in range(dice.choice((1, 1, 2))):
            os.kill(child.pid, dice.choice((signal.SIGINT, signal.SIGTERM)))
    late = threading.Timer(PATIENCE, os.kill, (child.pid, signal.SIGKILL))
    late.start()
    ended = child.wait()
    late.cancel()
    assert ended.returncode in ENDED, (command, ended)
    assert "Traceback" not in ended.stderr, (command, ended.stderr)
    store = place / "ludens" / "ludens.db"
    if store.exists():
        opened = Store.open(str(store))
        assert list(check_store(opened, GAMES)) == []
        opened.close()


DROPPED = """
import asyncio, os, signal, threading, time
from ludens.cli.interrupts import Interrupts
from ludens.episode.control import Control

async def busy():
    time.sleep(10)

async def work():
    await asyncio.wait({asyncio.ensure_future(busy())})

threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
with Interrupts(Control()) as interrupts:
    try:
        asyncio.run(interrupts.heed(work()))
    except asyncio.CancelledError:
        print("dropped")
"""


def test_nothing_is_said_of_the_tasks_of_a_turn_that_is_dropped() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DROPPED], capture_output=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == (b"dropped\n", b"")


LATE_ALARM = """
import asyncio, os, signal, sys, time
from ludens.cli import house
from ludens.episode.store import Store
from ludens.__main__ import main

read = Store.episode

def slowly(store, name):
    if sys.exc_info()[0] is not None:  # of a turn that was dropped
        time.sleep(3)
    return read(store, name)

async def dropped(interrupts, work):
    work.close()
    os.kill(os.getpid(), signal.SIGTERM)
    interrupts._go_on()
    raise asyncio.CancelledError

Store.episode = slowly
house.Interrupts.heed = dropped
main()
"""


def test_a_machine_that_is_slow_after_a_dropped_turn_leaves_no_traceback(place: Path) -> None:
    words = ["play", "--json", "--no-web", "--no-search", "--max-turns", "1"]
    ended = subprocess.run(
        [sys.executable, "-c", LATE_ALARM, *words],
        cwd=place,
        env=environment(place),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 143, ended.stderr
    assert "Traceback" not in ended.stderr
    assert json.loads(ended.stdout)["turns"] == 0


WAITING = {
    "for a lock": ["episodes", "delete", "last", "-y"],
    "for an answer": [
        "query",
        "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b",
    ],
    "for a count": ["query", "SELECT count(*) FROM range(1000000000) a, range(1000000) b"],
}


def test_a_signal_in_a_wait_of_a_library_ends_the_program(place: Path) -> None:
    pytest.importorskip("duckdb")
    played = ["play", "--json", "--no-web", "--no-search", "--max-turns", "1"]
    assert launching.run(played, cwd=place, env=environment(place)).returncode == 0
    with sqlite3.connect(place / "ludens" / "ludens.db", isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")
        children = {
            why: Started(["ludens", *words], cwd=place, env=environment(place))
            for why, words in WAITING.items()
        }
        time.sleep(4)
        begun = time.monotonic()
        for child in children.values():
            os.kill(child.pid, signal.SIGINT)
        ended = {why: child.wait() for why, child in children.items()}
        waited = time.monotonic() - begun
    for why, each in ended.items():
        assert (each.returncode, each.stdout, each.stderr) == (130, "", ""), why
    assert waited < 8, "a lock is waited for ten seconds, an answer much longer"


class Started:
    """A command in a process of its own from the beginning."""

    def __init__(self, words: list[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid
        while self._process.poll() is None and IMPORTED not in self._maps():
            time.sleep(0.01)

    def _maps(self) -> str:
        with suppress(OSError):
            return Path(f"/proc/{self.pid}/maps").read_text("utf-8")
        return ""

    def wait(self) -> subprocess.CompletedProcess[str]:
        out, err = self._process.communicate()
        return subprocess.CompletedProcess(self._process.args, self._process.returncode, out, err)


def interrupted_at_the_end() -> None:
    """Run the command line, and press Ctrl-C when all is done but Python's own end."""
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
    main()


def test_ctrl_c_after_the_work_leaves_no_traceback(place: Path) -> None:
    start = "promises.test_hooks_and_signals:interrupted_at_the_end"
    started = launching.Launched(
        ["ludens", "models"], cwd=place, env=environment(place), main=start
    )
    ended = started.wait()
    assert (ended.returncode, ended.stderr) == (130, "")
    assert "\ncompatible " in ended.stdout


def test_a_signal_pauses_a_tournament_that_waits_for_nobody(place: Path) -> None:
    (place / "cup.toml").write_text(CUP, encoding="utf-8")
    command = [sys.executable, "-m", "ludens", "mafia", "tournament", "cup.toml"]
    with ExitStack() as stack:
        children = {}
        for number in (signal.SIGINT, signal.SIGTERM):
            where = {**environment(place), "LUDENS_STORE": str(place / f"{number}.db")}
            children[number] = stack.enter_context(
                subprocess.Popen(command, cwd=place, env=where, stdout=PIPE, stderr=PIPE)
            )
        for number, child in children.items():
            assert child.stderr is not None
            child.stderr.readline()  # its first game is over
            child.send_signal(number)
            out, _ = child.communicate(timeout=60)
            assert child.returncode == 128 + number
            assert b"500 of 500" not in out
            again = out.partition(b"Go on with: ")[2].splitlines()[0]
            assert again.endswith(b"ludens mafia tournament cup.toml")


@pytest.mark.parametrize("seed", range(4))
def test_a_signal_ends_every_program_and_leaves_its_store_whole(place: Path, seed: int) -> None:
    _interrupted(place, Random(seed), anew=not seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_signals(place: Path, seed: int) -> None:
    _interrupted(place, Random(seed), anew=not seed % 4)
