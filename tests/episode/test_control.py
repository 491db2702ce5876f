"""A person can hold a game, let it step, decide in the agents' place, and end it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from episode.pig import Pig
from episode.test_runner import log_of, new, played
from ludens.episode import control as control_module
from ludens.episode.control import Control, RequestKind, ask, is_held, last_request
from ludens.episode.events import Outcome
from ludens.episode.hooks import Hooks
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store

LONG = {"pig": {"goal": 10**6}, "limits": {"turns": None}}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_module, "POLL_SECONDS", 0.0)


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks run until something is so."""
    while not condition():
        await asyncio.sleep(0)


class Table:
    """A game being played as a task, and the person beside it."""

    def __init__(self, store: Store, control: Control | None = None, **settings: Any) -> None:
        self.store = store
        self.game = Pig()
        self.control = control or Control(listens=True)
        self.runner = Runner(store, self.game, Hooks(), self.control)
        self.row = self.runner.create(new(**(settings or LONG)))
        self.task: asyncio.Task[EpisodeRow] | None = None

    def begin(self) -> None:
        self.task = asyncio.create_task(self.runner.play(self.row))

    def now(self) -> EpisodeRow:
        return self.store.episode(self.row.id)

    async def ask(self, kind: RequestKind, payload: dict[str, Any] | None = None) -> None:
        """Ask and wait until it was taken."""
        number = ask(self.store, self.row.id, kind, payload)
        await until(lambda: self._taken(number))

    def _taken(self, number: int) -> bool:
        with self.store.database.read() as connection:
            return bool(
                connection.exec_driver_sql(
                    f"SELECT taken FROM control WHERE id = {number}"
                ).scalar()
            )

    async def hold(self) -> int:
        """Hold the game and return its turn."""
        await self.ask(RequestKind.PAUSE)
        await asyncio.sleep(0)
        return self.now().turns

    async def end(self) -> EpisodeRow:
        self.control.pause = True
        assert self.task is not None
        return await self.task


async def test_a_held_game_plays_no_turn_until_it_is_given_back(store: Store) -> None:
    table = Table(store)
    table.begin()
    await until(lambda: table.now().turns >= 3)
    turn = await table.hold()
    assert is_held(store, table.now())
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.now().turns == turn
    await table.ask(RequestKind.RESUME)
    await until(lambda: table.now().turns > turn + 3)
    assert not is_held(store, table.now())
    await table.end()


async def test_a_step_plays_one_turn_and_holds_again(store: Store) -> None:
    table = Table(store)
    ask(store, table.row.id, RequestKind.PAUSE)
    table.control.after = 0
    table.begin()
    for expected in (1, 2, 3):
        await table.ask(RequestKind.STEP)
        await until(lambda expected=expected: table.now().turns == expected)
        assert is_held(store, table.now())
    await table.end()


async def test_holding_leaves_no_trace_in_the_log(store: Store) -> None:
    whole = await played(store)
    table = Table(store, limits={"turns": None})
    ask(store, table.row.id, RequestKind.PAUSE)
    table.control.after = 0
    table.begin()
    await table.ask(RequestKind.STEP)
    await table.ask(RequestKind.RESUME)
    assert table.task is not None
    row = await table.task
    events = [e for e in log_of(store, row.id) if e[2] != "episode_started"]
    assert events == [e for e in log_of(store, whole.id) if e[2] != "episode_started"]


async def test_a_decision_reaches_the_turn_it_is_for(store: Store) -> None:
    table = Table(store)
    await_decisions: list[Any] = []

    class Listening(Pig):
        def open(self, stage: Any) -> Any:
            session = super().open(stage)
            play: Callable[[Any], Awaitable[None]] = session.play

            async def watched(turn: Any) -> None:
                await_decisions.append(turn.decision)
                await play(turn)

            session.play = watched  # type: ignore[method-assign]  # a spy on one session
            return session

    table.runner = Runner(store, Listening(), Hooks(), table.control)
    ask(store, table.row.id, RequestKind.PAUSE)
    table.control.after = 0
    table.begin()
    await table.ask(RequestKind.COMMAND, {"command": "hold"})
    await table.ask(RequestKind.STEP)
    await until(lambda: table.now().turns == 2)
    assert await_decisions == [{"command": "hold"}, None]
    await table.end()


async def test_stopping_a_held_game_ends_it_without_another_turn(store: Store) -> None:
    table = Table(store)
    table.begin()
    await until(lambda: table.now().turns >= 2)
    turn = await table.hold()
    await table.ask(RequestKind.STOP)
    assert table.task is not None
    row = await table.task
    assert (row.outcome, row.reason, row.turns) == (
        Outcome.STOPPED,
        "stopped by a person",
        turn,
    )
    row = await Runner(store, Pig()).play(row, {"limits": {"turns": turn + 2}})
    assert (row.outcome, row.turns) == (Outcome.LIMIT, turn + 2)


async def test_what_was_asked_of_an_earlier_run_is_past(store: Store) -> None:
    table = Table(store, pig={"goal": 30})
    ask(store, table.row.id, RequestKind.PAUSE)
    row = await table.runner.play(table.row)
    assert row.outcome is Outcome.VICTORY


async def test_a_runner_that_does_not_listen_is_not_held(store: Store) -> None:
    table = Table(store, Control(after=0), pig={"goal": 30})
    ask(store, table.row.id, RequestKind.PAUSE)
    assert (await table.runner.play(table.row)).outcome is Outcome.VICTORY


async def test_a_game_held_too_long_is_let_go_and_can_be_resumed(store: Store) -> None:
    heard: list[bool] = []
    table = Table(store, Control(listens=True, after=0, longest_hold=0.0, on_hold=heard.append))
    ask(store, table.row.id, RequestKind.PAUSE)
    row = await table.runner.play(table.row)
    assert (row.outcome, row.status, row.turns) == (None, "paused", 0)
    assert heard == [True, False]
    assert not is_held(store, row)


async def test_a_held_fork_is_still_a_fork_when_it_is_taken_up_later(store: Store) -> None:
    parent = await played(store)
    control = Control(listens=True, after=0, longest_hold=0.0)
    runner = Runner(store, Pig(), Hooks(), control)
    fork = runner.fork(parent, 3, {"pig": {"goal": 40}})
    ask(store, fork.id, RequestKind.PAUSE)
    fork = await runner.play(fork)
    assert fork.turns == 3
    fork = await Runner(store, Pig()).play(fork)
    assert [e[2] for e in log_of(store, fork.id)].count("episode_forked") == 1
    assert fork.outcome is Outcome.VICTORY


def test_requests_are_counted_for_each_episode(store: Store) -> None:
    first, second = Table(store), Table(store)
    assert last_request(store, first.row.id) == 0
    number = ask(store, first.row.id, RequestKind.PAUSE)
    assert last_request(store, first.row.id) == number
    assert last_request(store, second.row.id) == 0
