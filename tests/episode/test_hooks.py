"""Hooks see what is on the log, and nothing they do reaches the game."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path
from unittest import mock

import pytest

from episode.pig import Pig
from episode.test_runner import log_of, new, played
from ludens.episode.analytics import Analytics
from ludens.episode.hook_loading import HookError, load_hooks
from ludens.episode.hooks import HOOK_METHODS, Hook, Hooks, Moment
from ludens.episode.runner import Runner
from ludens.episode.settings import HookChoice
from ludens.episode.store import Store

DESIGN = (
    "on_episode_start on_turn_start on_turn_end on_room_enter on_item_found on_puzzle_found "
    "on_puzzle_solved on_maze_detected on_maze_mapped on_stuck on_death on_victory on_phase "
    "on_speech on_vote on_verdict on_episode_end on_model_failed on_thinking on_call on_event"
)


class Recorder(Hook):
    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def on_episode_start(self, moment: Moment) -> None:
        self.seen.append(("start", moment.turn))

    def on_turn_end(self, moment: Moment) -> None:
        self.seen.append(("turn", moment.turn))

    def on_phase(self, moment: Moment) -> None:
        assert moment.event is not None
        self.seen.append((moment.event.type, moment.turn))

    def on_episode_end(self, moment: Moment) -> None:
        self.seen.append(("end", moment.turn))


class Slow(Hook):
    def __init__(self) -> None:
        self.turns: list[int] = []
        self.gate = asyncio.Event()

    async def on_turn_end(self, moment: Moment) -> None:
        await self.gate.wait()
        self.turns.append(moment.turn)

    def on_episode_end(self, moment: Moment) -> None:
        self.gate.set()


class Broken(Hook):
    def on_turn_end(self, moment: Moment) -> None:
        raise ValueError("the printer is on fire")

    async def on_event(self, moment: Moment) -> None:
        raise ValueError("so is the paper")


async def play_with(store: Store, *hooks: Hook, **settings: object) -> str:
    runner = Runner(store, Pig(), Hooks.of(hooks))
    return (await runner.play(runner.create(new(**settings)))).id


def test_a_hook_has_the_methods_of_the_design() -> None:
    assert sorted(HOOK_METHODS) == sorted(DESIGN.split())


async def test_hooks_are_called_in_the_order_of_the_log(sqlite_store: Store) -> None:
    recorder = Recorder()
    await play_with(sqlite_store, recorder, limits={"turns": 2})
    assert recorder.seen == [
        ("start", 0),
        ("turn", 0),
        ("rolled", 1),
        ("turn", 1),
        ("rolled", 2),
        ("turn", 2),
        ("end", 2),
    ]


async def test_a_hook_sees_only_committed_turns(sqlite_store: Store) -> None:
    class Check(Hook):
        def on_turn_end(self, moment: Moment) -> None:
            assert sqlite_store.episode(moment.episode).turns == moment.turn
            checked.append(moment.turn)

    checked: list[int] = []
    await play_with(sqlite_store, Check(), limits={"turns": 5})
    assert checked == [0, 1, 2, 3, 4, 5]


async def test_a_hook_that_raises_never_harms_the_game_and_is_told_of_once(
    sqlite_store: Store,
) -> None:
    with mock.patch("ludens.episode.hooks.warn") as warned:
        episode = await play_with(sqlite_store, Broken())
    assert [each.kwargs["method"] for each in warned.mock_calls] == ["on_turn_end", "on_event"]
    quiet = await played(sqlite_store)
    assert log_of(sqlite_store, episode) == log_of(sqlite_store, quiet.id)


async def test_the_game_does_not_wait_for_async_hooks_but_its_end_does(
    sqlite_store: Store,
) -> None:
    slow = Slow()
    await play_with(sqlite_store, slow, limits={"turns": 4})
    assert slow.turns == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("form", ["jsonl", "csv"])
async def test_analytics_writes_a_row_a_turn_also_over_a_resume(
    sqlite_store: Store, tmp_path: Path, form: str
) -> None:
    choice = HookChoice(
        use="ludens.episode.analytics:Analytics", options={"folder": str(tmp_path), "form": form}
    )
    runner = Runner(sqlite_store, Pig(), Hooks.of(load_hooks([choice])))
    row = await runner.play(runner.create(new(limits={"turns": 3})))
    again = Runner(sqlite_store, Pig(), Hooks.of(load_hooks([choice])))
    row = await again.play(row, {"limits": {"turns": 5}})
    text = (tmp_path / f"{row.id}.{form}").read_text()
    rows = (
        [json.loads(line) for line in text.splitlines()]
        if form == "jsonl"
        else list(csv.DictReader(text.splitlines()))
    )
    assert [int(r["turn"]) for r in rows] == [0, 1, 2, 3, 4, 5]
    assert str(rows[-1]["score"]) == str(row.headline["score"])


def test_a_hook_is_found_in_the_hooks_folder(tmp_path: Path) -> None:
    (tmp_path / "bell.py").write_text(
        "from ludens.episode.hooks import Hook\n\nclass Bell(Hook):\n    pass\n"
    )
    (hook,) = load_hooks(["bell"], tmp_path)
    assert type(hook).__name__ == "Bell"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "there is no hook 'nowhere'"),
        ("ludens.episode.analytics:Nothing", "has no Hook class 'Nothing'"),
        ("json", "holds 0 Hook classes"),
    ],
)
def test_a_hook_that_cannot_be_had_is_named(name: str, message: str) -> None:
    with pytest.raises(HookError, match=message):
        load_hooks([name])


def test_a_hook_with_wrong_options_is_named() -> None:
    with pytest.raises(HookError, match="could not be made"):
        load_hooks([HookChoice(use="ludens.episode.analytics:Analytics", options={"form": "xml"})])
    assert Analytics("x")._folder == Path("x")
