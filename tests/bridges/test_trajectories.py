"""Training data: what was said and done, with the game's own rewards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from cli.conftest import Run, environ, ludens  # noqa: F401 - fixtures
from ludens.bridges.trajectories import KINDS, Chat, Step, columns, rows_of, schema_tables
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_table
from ludens.llm.scripted import ScriptedLLM
from ludens.mafia.game import Mafia
from ludens.settings import load_settings
from mafia.test_models import answer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "data" / "ludens" / "ludens.db"))
    yield opened
    opened.close()


def read(folder: Path, kind: str) -> list[dict[str, Any]]:
    with duckdb.connect() as database:
        found = database.execute(f"SELECT * FROM '{folder}/{kind}/*.parquet'")
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_the_rewards_of_a_story_are_its_points(
    ludens: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    played = json.loads(ludens("play", "--seed", "1", "--max-turns", "45", "--json").stdout)
    lines = ludens("export", played["episode"], "--format", "trajectories").stdout.splitlines()
    chat, *steps = (json.loads(line) for line in lines)
    assert played["score"] > 0
    assert chat["total"] == chat["score"] == sum(step["reward"] for step in steps) > 0
    assert (chat["kind"], len(steps)) == ("chats", 45)
    assert [message["role"] for message in chat["messages"][:3]] == ["system", "user", "assistant"]
    first, last = steps[0], steps[-1]
    assert (first["to_go"], last["to_go"]) == (chat["total"], last["reward"])
    assert (last["done"], last["truncated"], first["truncated"]) == (False, True, False)
    assert first["prompt"] == chat["messages"][:2]
    written = ludens("export", played["episode"], "--format", "trajectories", "-o", "data-set")
    assert "1 chat, 45 steps of 1 episode" in written.stderr
    for kind, model in KINDS.items():
        rows = read(tmp_path / "data-set", kind)
        assert list(rows[0]) == list(columns(model))
    assert read(tmp_path / "data-set", "steps")[7]["completion"] == steps[7]["completion"]
    assert schema_tables() in (tmp_path / "data-set" / "README.md").read_text()


async def test_at_a_table_the_winners_are_rewarded_once(store: Store) -> None:
    settings = load_settings({"mafia": {"seats": 5, "retries": 0}})
    models = {f"seat:{seat}": ScriptedLLM(answer, name="scripted/one") for seat in range(5)}
    runner = Runner(store, Mafia(stand_ins=models))
    row = await runner.play(runner.create(new_table(settings, seed=3)))
    rows = list(rows_of(store, row))
    chats = {each.agent: each for each in rows if isinstance(each, Chat)}
    decided = next(e for e in store.events(row.id) if e.type == "game_decided")
    winners = {f"seat:{seat}" for seat in json.loads(decided.data)["winners"]}
    told = {agent: chat.total for agent, chat in chats.items()}
    assert told == {agent: float(agent in winners) for agent in chats}
    steps = [each for each in rows if isinstance(each, Step) and each.agent in winners]
    assert sum(step.reward for step in steps) == len(winners & chats.keys())
