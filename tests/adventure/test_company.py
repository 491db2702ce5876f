"""What the company does when the interpreter will not go back."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import psutil
import pytest

from adventure.test_survival import new, played
from begun import new_store
from ludens.adventure.company import Company
from ludens.adventure.events import InterpreterFailed
from ludens.adventure.game import Adventure, StoryLostError
from ludens.adventure.state import AdventureState
from ludens.episode.calls import EpisodeCalls
from ludens.episode.events import EpisodeEnded, Outcome
from ludens.episode.game import Stage, Turn
from ludens.episode.runner import Runner
from ludens.episode.store import Store

DFROTZ = shutil.which("dfrotz", path="/usr/games:/usr/bin:/usr/local/bin")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store.db")


class DamagedPast:
    """An episode whose snapshots were damaged on the disk."""

    def state(self, turn: int) -> AdventureState:
        return AdventureState(turn=turn)

    def engine(self, turn: int) -> bytes:
        return b"no snapshot of anything"


@pytest.fixture
def opened(store: Store, tmp_path: Path) -> Any:
    """A story that has been opened: its company, and the next turn in the making."""
    episode = new(tmp_path)
    stage = Stage(
        seed=5,
        subject=episode.subject,
        settings=episode.settings,
        content=episode.subject_content,
        calls=EpisodeCalls(store, store.create(episode)),
        past=DamagedPast(),
    )
    session = Adventure().open(stage)
    turn = Turn(0, AdventureState())
    asyncio.run(session.opening(turn))
    yield session.company, Turn(1, turn.state)
    asyncio.run(session.close())


def kill_the_interpreter() -> None:
    for child in psutil.Process().children():
        if "worker" in " ".join(child.cmdline()):
            child.kill()
            child.wait()


def test_a_killed_interpreter_is_put_back_and_goes_on(
    opened: tuple[Company, Turn[AdventureState]],
) -> None:
    company, turn = opened
    kill_the_interpreter()
    assert company.type(turn, "look") is None
    assert [type(event) for event in turn.events] == [InterpreterFailed]
    assert company.type(turn, "look") is not None


def test_a_snapshot_that_the_engine_refuses_ends_the_episode_in_one_line(
    opened: tuple[Company, Turn[AdventureState]],
) -> None:
    company, turn = opened
    company.saved = b"no snapshot of anything"
    kill_the_interpreter()
    assert company.type(turn, "look") is None
    end = turn.events[-1]
    assert isinstance(end, EpisodeEnded)
    assert end.outcome is Outcome.FAILED
    assert end.reason == (
        "the interpreter could not be restarted: this is no snapshot of the jericho engine"
    )


def test_an_earlier_turn_that_cannot_be_restored_ends_the_episode_in_one_line(
    opened: tuple[Company, Turn[AdventureState]],
) -> None:
    company, turn = opened
    assert company.return_to(turn, 0) is None
    end = turn.events[-1]
    assert isinstance(end, EpisodeEnded)
    assert "could not go back to turn 0: this is no snapshot" in end.reason


@pytest.mark.skipif(DFROTZ is None, reason="needs dfrotz (Debian: frotz)")
def test_an_episode_cannot_go_on_with_another_engine_and_says_so(
    store: Store, tmp_path: Path
) -> None:
    row = played(store, new(tmp_path, limits={"turns": 2}))
    changes = {"limits": {"turns": 4}, "adventure": {"engine": "dfrotz"}}
    with pytest.raises(StoryLostError, match=r"cannot go on from turn 2: .*snapshot"):
        asyncio.run(Runner(store, Adventure()).play(row, changes))
    assert store.episode(row.id).turns == 2
