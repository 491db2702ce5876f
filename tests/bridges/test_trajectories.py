"""Training data: what was said and done, with the game's own rewards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pydantic import BaseModel

from cli.conftest import Run, environ, ludens  # noqa: F401 - fixtures
from ludens.bridges.trajectories import KINDS, Chat, Step, accepted, columns, rows_of, schema_tables
from ludens.episode.calls import usage
from ludens.episode.events import EpisodeEnded, Event, ModelFailed, Outcome
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_table
from ludens.llm.calls import Call
from ludens.llm.errors import ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse
from ludens.llm.scripted import ScriptedLLM
from ludens.llm.structured import complete_json
from ludens.mafia.events import ReplyRefused
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
    for chat in (each for each in rows if isinstance(each, Chat)):
        assert [each.role for each in chat.messages] == ["system", "user", "assistant"]
        assert "valid under this JSON schema" in chat.messages[0].content
    decided = next(e for e in store.events(row.id) if e.type == "game_decided")
    winners = {f"seat:{seat}" for seat in json.loads(decided.data)["winners"]}
    told = {agent: chat.total for agent, chat in chats.items()}
    assert told == {agent: float(agent in winners) for agent in chats}
    steps = [each for each in rows if isinstance(each, Step) and each.agent in winners]
    assert sum(step.reward for step in steps) == len(winners & chats.keys())


async def test_a_reply_that_the_table_refused_is_no_example(store: Store) -> None:
    refused: set[str] = set()

    def wrong_first(request: LLMRequest) -> str:
        task = request.messages[0].blocks[0].text
        if "It is your turn to speak" in task:
            if "was not valid" not in task:
                refused.add(answer(request, nomination="Somebody Else", speech="Wrong."))
                return answer(request, nomination="Somebody Else", speech="Wrong.")
            return answer(request, speech="Right.")
        if "vote" in task.split("## What you are asked")[1]:
            refused.add("No JSON.")
            return "No JSON."  # at every try
        return answer(request)

    settings = load_settings({"mafia": {"seats": 5, "retries": 1}})
    runner = Runner(store, Mafia(stand_ins={"seat:2": ScriptedLLM(wrong_first, name="s/one")}))
    row = await runner.play(runner.create(new_table(settings, seed=3)))
    rows = list(rows_of(store, row))
    said = [each.completion[0].content for each in rows if isinstance(each, Step)]
    assert {"No JSON."} < refused
    assert any("Right." in each for each in said)
    assert not refused & set(said)
    assert not refused & {
        m.content for each in rows if isinstance(each, Chat) for m in each.messages
    }
    log = [event for _, event in read_events(store, Mafia(), row)]
    wrong = [each for each in log if isinstance(each, ReplyRefused)]
    assert len(said) == usage(store, row.id).calls - len(wrong) < usage(store, row.id).calls


async def test_what_a_book_refused_is_no_example() -> None:
    class Shape(BaseModel):
        word: str

    def call_of(request: LLMRequest, text: str) -> Call:
        return Call(
            request_hash=request.hash,
            occurrence=0,
            attempt=1,
            agent="referee",
            provider="s",
            model="one",
            request=request,
            response=LLMResponse(text=text, model="s/one"),
            error=None,
            started=datetime(2026, 1, 1, tzinfo=UTC),
            latency_ms=1.0,
        )

    made: list[Call] = []
    replies = iter(["No.", '{"word": "a"}', '{"word": "b"}'])

    async def ask(request: LLMRequest) -> LLMResponse:
        made.append(call_of(request, next(replies)))
        assert made[-1].response is not None
        return made[-1].response

    for question in ("first", "second"):
        await complete_json(ask, LLMRequest.of(question), Shape, retries=1)
    calls = [(1, each) for each in made]
    log: list[tuple[int, Event]] = [(1, EpisodeEnded(outcome=Outcome.ENDED, reason=""))]
    assert list(accepted(calls, log)) == calls[1:]
    failed = ModelFailed(role="referee", model="s/one", kind=ErrorKind.INVALID, reason="")
    assert list(accepted(calls, [*log, (1, failed)])) == []
    assert list(accepted(calls, [])) == []


def test_an_export_that_cannot_be_what_was_meant_is_refused(
    ludens: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    ludens("mafia", "--model", "offline", "--seats", "5", "--seed", "1")
    export = ("export", "last", "--format", "trajectories")
    nothing = ludens(*export, "-o", "rows.jsonl")
    assert nothing.returncode == 1
    assert "nothing to train on" in nothing.stderr
    assert not (tmp_path / "rows.jsonl").exists()
    ludens("play", "--seed", "1", "--max-turns", "2")
    assert "-o rows;" in ludens(*export, "-o", "rows.parquet").stderr
    ludens(*export, "-o", "rows")
    assert "holds files already" in ludens(*export, "-o", "rows").stderr
