"""Ludens from Python: the same episodes as the command line's, as objects and DataFrames."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens.episode.errors import LudensError
from ludens.llm.errors import MissingKeyError


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "store.db")


def test_an_episode_can_be_read_forked_and_resumed(store: str, tmp_path: Path) -> None:
    episode = ludens.play(turns=6, seed=2, store=store)
    assert (episode.outcome, len(episode.turns), episode.model) == ("limit", 7, "offline")
    frame = episode.turns.df()
    assert list(frame["turn"]) == list(range(7))
    assert frame["command"][3] == episode.turns[3].command is not None
    assert episode.state(3).turn == 3
    assert episode.calls.df().shape == (0, len(ludens.Calls.COLUMNS))
    forked = episode.fork(3, turns=5, model="random")
    assert forked.state(3).model_dump() == episode.state(3).model_dump()
    assert (forked.outcome, forked.row()["parent"]) == ("limit", episode.id)
    assert forked.model == "random"
    with pytest.raises(LudensError, match="the limit of 6 turns was reached: lift it"):
        episode.resume()
    assert len(episode.resume(turns=8).turns) == 9
    assert ludens.episodes(store=store).df()["id"].tolist() == [forked.id, episode.id]
    assert ludens.Episode.named(store=store).id == forked.id
    assert episode.id in episode._repr_html_()
    assert episode.export(tmp_path / "episode.jsonl").stat().st_size > 0


def test_all_games_are_functions_whatever_was_imported_before(store: str) -> None:
    import ludens.mafia.settings

    table = ludens.mafia(5, seed=1, players={0: "random"}, store=store)
    assert (table.game, table.outcome) == ("mafia", "ended")
    visit = ludens.book(prompts=["Who is Agnes?"], store=store)
    assert visit.turns[1].command == "Who is Agnes?"


def test_a_suite_gives_a_row_an_episode_and_pairs(store: str) -> None:
    plan = {
        "name": "small",
        "seeds": 2,
        "models": ["random", "offline"],
        "adventure": {"stories": ["drowned_clock"], "limits": {"turns": 4}},
    }
    results = ludens.suite(plan, workers=1, store=store)
    assert results.df().groupby("model")["value"].count().to_dict() == {"offline": 2, "random": 2}
    assert results.compare("random", "offline")[0].paired.difference.number == 2
    assert ludens.suite(plan, play=False, store=store).df().equals(results.df())
    with pytest.raises(LudensError, match="nothing to play"):
        ludens.suite({"name": "empty"}, store=store)


def test_a_refused_start_raises_and_leaves_nothing(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MissingKeyError):
        ludens.play(model="openai/some", store=store)
    with pytest.raises(LudensError, match="no hook"):
        ludens.play(settings={"hooks": ["nosuch"]}, store=store)
    assert not ludens.episodes(store=store)


async def test_it_plays_where_a_loop_runs_already(store: str) -> None:
    assert asyncio.get_running_loop()
    assert len(ludens.play(turns=1, store=store).turns) == 2


def test_importing_it_loads_nothing_yet() -> None:
    program = "import sys, ludens; print([n for n in sys.modules if n.startswith('ludens.')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
