"""An interpreter that fails, and fails again while it is put back, costs no turn before its budget
is spent, and then the episode ends with that as its reason."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil
import pytest

import launching
from ludens.adventure import company, setup
from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.protocol import FaultKind, InterpreterFault, Observation
from ludens.episode.checking import check_episode
from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.replaying import as_new, first_difference
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store
from ludens.episode.transfer import export_lines
from ludens.games import GAMES, new_adventure
from ludens.settings import check_settings

EVER = 10**6


class Frail:
    """A real interpreter whose child is struck at some commands, and fails at some restarts."""

    unread: tuple[int, ...] = ()
    """At which readings of its memory in play the child is gone."""

    def __init__(
        self, real: Any, struck: Iterable[int], number: signal.Signals, restarts: int
    ) -> None:
        self.real, self.struck, self.number = real, struck, number
        self.restarts = restarts
        """How many restarts in a row fail after each fault."""
        self.sent = self.read = self.failing = 0
        self.plays = True
        self.others = set(psutil.Process().children())
        """Children of other tests: this one's comes up at the start."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def send(self, command: str) -> Observation:
        self.sent += 1
        if self.sent in self.struck:
            self.failing = self.restarts
            for child in set(psutil.Process().children()) - self.others:
                os.kill(child.pid, self.number)
        found: Observation = self.real.send(command)
        return found

    def memory(self) -> bytes | None:
        self.read += self.plays
        if self.plays and self.read in self.unread:
            self.failing = self.restarts
            for child in set(psutil.Process().children()) - self.others:
                os.kill(child.pid, self.number)
                child.wait()
        found: bytes | None = self.real.memory()
        return found

    def restore(self, snapshot: bytes) -> None:
        if self.failing:
            self.failing -= 1
            raise InterpreterFault(FaultKind.CRASH, "", "it was ended by SIGSEGV")
        self.real.restore(snapshot)


def played(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    struck: Iterable[int],
    number: signal.Signals = signal.SIGKILL,
    restarts: int = 0,
    **adventure: Any,
) -> EpisodeRow:
    real = setup.open_interpreter
    learn = company.calibrate

    def learnt(interpreter: Frail, *given: Any, **named: Any) -> Any:
        interpreter.plays = False
        try:
            return learn(interpreter, *given, **named)
        finally:
            interpreter.plays = True

    monkeypatch.setattr(company, "calibrate", learnt)
    monkeypatch.setattr(
        setup,
        "open_interpreter",
        lambda *given, **named: Frail(real(*given, **named), struck, number, restarts),
    )
    settings = check_settings(
        {"limits": {"turns": 12}, "adventure": {"perception": "text", **adventure}}
    )
    row = store.episode(store.create(new_adventure(settings, seed=4)))
    ended = asyncio.run(Runner(store, Adventure()).play(row))
    assert check_episode(store, GAMES, ended.id) == []
    return ended


def faults(store: Store, row: EpisodeRow) -> int:
    return sum(event.type == "interpreter_failed" for event in store.events(row.id))


def require_the_same_again(store: Store, row: EpisodeRow) -> None:
    """Replay the episode with an interpreter that does not fail by itself, and with time enough."""
    file = Path(store.database.url.database or "")
    done = launching.run(["replay", row.id, "--store", file], cwd=file.parent, env=os.environ)
    assert done.returncode == 0, done.stderr


def test_a_crash_during_a_restart_is_tried_again_and_costs_no_turn(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = played(sqlite_store, monkeypatch, struck=(2, 5, 6), restarts=3)
    assert (row.outcome, row.turns) == (Outcome.LIMIT, 12)
    assert faults(sqlite_store, row) == 3 * (1 + 3)
    require_the_same_again(sqlite_store, row)


@pytest.mark.parametrize(("restarts", "ended"), [(1, Outcome.LIMIT), (EVER, Outcome.FAILED)])
def test_a_crash_before_the_memory_is_read_costs_no_turn(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, restarts: int, ended: Outcome
) -> None:
    monkeypatch.setattr(Frail, "unread", (3, 6, 7))
    short = {"perception": "state", "opening_seconds": 1e-6}
    row = played(sqlite_store, monkeypatch, struck=(), restarts=restarts, **short)
    assert row.outcome is ended
    assert ended is Outcome.FAILED or (row.turns, faults(sqlite_store, row)) == (12, 3 * 2)
    require_the_same_again(sqlite_store, row)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"restarts": EVER, "max_faults": 5}, "failed 6 times, 0 of them by silence"),
        (
            {"number": signal.SIGSTOP, "max_hangs": 2, "deadline": 0.2},
            "failed 3 times, 3 of them by silence",
        ),
    ],
)
def test_too_many_faults_end_the_episode_as_failed(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], reason: str
) -> None:
    row = played(sqlite_store, monkeypatch, struck=range(3, EVER), **given)
    assert row.outcome is Outcome.FAILED
    assert reason in (row.reason or "")
    require_the_same_again(sqlite_store, row)


def test_an_opening_that_never_comes_leaves_an_episode_that_is_whole(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(frail: Frail, *given: Any, **named: Any) -> Observation:
        raise InterpreterFault(FaultKind.CRASH, "", "it was ended by SIGSEGV")

    monkeypatch.setattr(Frail, "start", never, raising=False)
    row = played(sqlite_store, monkeypatch, struck=())
    assert (row.outcome, row.turns) == (Outcome.FAILED, 0)
    assert list(export_lines(sqlite_store, row, GAMES))
    require_the_same_again(sqlite_store, row)


def test_an_opening_that_takes_too_long_is_left_and_the_story_played(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = {"perception": "state", "opening_seconds": 1e-6}
    row = played(sqlite_store, monkeypatch, struck=(), **short)
    assert (row.outcome, row.turns) == (Outcome.LIMIT, 12)
    log = [(line.turn, event) for line, event in read_events(sqlite_store, Adventure(), row)]
    monkeypatch.setattr(company, "calibrate", None)  # a replay takes what there was time for
    runner = Runner(sqlite_store, Adventure().as_recorded(log))
    again = asyncio.run(runner.play(runner.create(as_new(sqlite_store, row))))
    recorded = sqlite_store.events(row.id)
    assert first_difference(recorded, sqlite_store.events(again.id), Adventure()) is None
