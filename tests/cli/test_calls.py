"""`ludens calls`: whom an episode asked, and what that cost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from begun import new_store
from ludens.bench.waiting import waiting
from ludens.cli.calls import calls as listing
from ludens.episode.calls import EpisodeCalls
from ludens.episode.store import NewEpisode, Store
from ludens.llm.calls import Asking, Call, CallError
from ludens.llm.errors import ErrorKind
from ludens.llm.request import LLMRequest
from ludens.llm.response import LLMResponse, Usage

command = typer.Typer()
command.command()(listing)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = new_store(tmp_path / "store.db")
    yield opened
    opened.close()


@pytest.fixture
def calls(store: Store) -> EpisodeCalls:
    new = NewEpisode(game="adventure", subject="s", seed=1, model="mine/a", settings={})
    made = EpisodeCalls(store, store.create(new))
    made.begin_turn(0)
    return made


def record(calls: EpisodeCalls, agent: str, model: str, cost: str | None, error: str = "") -> None:
    request = LLMRequest.of("What now?", agent=agent)
    reply = LLMResponse(
        text="look",
        model=f"mine/{model}",
        usage=Usage(input_tokens=100, cached_tokens=40, output_tokens=5),
        cost=None if cost is None else Decimal(cost),
    )
    calls.record(
        Call(
            request_hash=request.hash,
            occurrence=0,
            attempt=1,
            agent=agent,
            provider="mine",
            model=model,
            request=request,
            response=None if error else reply,
            error=CallError(kind=ErrorKind(error), message="down") if error else None,
            started=datetime.now(UTC),
            latency_ms=500.0,
        )
    )


def said(calls: EpisodeCalls, *options: str) -> tuple[str, str]:
    calls.store.close()
    done = CliRunner().invoke(
        command,
        [calls.episode, *options, "--store", calls.store.database.describe()],
    )
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def test_calls_are_summed_by_agent_and_model_with_failures_and_money(calls: EpisodeCalls) -> None:
    record(calls, "player", "a", "0.002")
    record(calls, "player", "a", None, error="timeout")
    record(calls, "critic", "a", "0.001")
    told, _ = said(calls, "--json")
    found = json.loads(told)
    player = next(one for one in found["calls"] if one["agent"] == "player")
    assert (player["calls"], player["failed"], player["cost"]) == (2, 1, "0.002")
    assert (found["total"]["input_tokens"], found["total"]["cost"]) == (200, "0.003")


def test_a_sum_with_an_unpriced_part_is_unpriced_and_it_is_said_how_to_price_it(
    calls: EpisodeCalls,
) -> None:
    record(calls, "player", "a", "0.002")
    record(calls, "player", "b", None)
    told, noted = said(calls)
    assert told.splitlines()[-1].split()[-2] == "unpriced"
    assert "--set llm.providers.mine.rates.b.input=1" in noted
    assert "rates.a" not in noted


def test_a_call_that_was_not_made_is_no_failed_one(calls: EpisodeCalls) -> None:
    record(calls, "player", "a", "0.002")
    record(calls, "player", "a", None, error="circuit_open")
    total = json.loads(said(calls, "--json")[0])["total"]
    assert (total["calls"], total["failed"], total["spared"]) == (1, 0, 1)
    assert total["seconds"] == 0.5


def test_each_call_can_be_listed_with_why_it_failed(calls: EpisodeCalls) -> None:
    record(calls, "player", "a", None, error="timeout")
    told, _ = said(calls, "--each")
    assert told.splitlines()[1].split()[-1] == "timeout"


def test_it_is_known_whom_an_episode_in_hand_waits_for(calls: EpisodeCalls) -> None:
    calls.show(Asking("player", "mine/a", datetime.now(UTC)))
    (one,) = waiting(calls.store, {calls.episode: "s mine/a plain seed 1"})
    assert (one.agent, one.model, one.turn) == ("player", "mine/a", 0)
    record(calls, "player", "a", "0.002")
    assert waiting(calls.store, {calls.episode: "s"}) == []
