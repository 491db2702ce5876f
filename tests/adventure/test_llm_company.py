"""The company with a model behind every role, over a real socket and the official SDK."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adventure.oracle import Oracle, Wretch, role_of
from begun import new_store
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Reply, ReplyFunction
from ludens.adventure.events import By, CommandChosen, TextObserved
from ludens.adventure.forbidden import forbidden
from ludens.adventure.game import Adventure
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.search.events import SearchMade
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.calls import usage
from ludens.episode.errors import ModelUnavailableError
from ludens.episode.events import ModelFailed, ModelReturned
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.errors import ErrorKind
from ludens.settings import load_settings

COPPER = "four_parts_copper"


async def played(
    store: Store,
    folder: Path,
    reply: ReplyFunction,
    turns: int,
    deadline: float,
    on_failure: str = "offline",
    **flags: Any,
) -> tuple[EpisodeRow, OpenAIServer]:
    """Play a story with every role asking a server that answers as told."""
    async with OpenAIServer(reply) as server:
        provider = {"base_url": server.base_url, "deadline": deadline}
        found = find_story(COPPER)
        settings = load_settings(
            {
                "limits": {"turns": turns},
                "adventure": {"critic": {"by_model": True}, **flags},
                "llm": {
                    "models": {"default": "compatible/some-model"},
                    "providers": {"compatible": provider},
                    "retries": {"attempts": 2, "first_backoff": 0.001, "longest_backoff": 0.002},
                    "circuit": {"failures": 50, "cooldown": 0.01},
                    "json_retries": 1,
                    "on_model_failure": on_failure,
                },
            },
            environ={},
            folder=folder,
        )
        runner = Runner(store, Adventure())
        row = runner.create(
            NewEpisode(
                game="adventure",
                subject=found.name,
                subject_hash=found.sha256,
                subject_content=found.data,
                seed=3,
                model="compatible/some-model",
                settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
            )
        )
        try:
            return await runner.play(row), server
        except ModelUnavailableError as error:
            assert f"ludens resume {row.id}" in str(error)
            return await runner.play(store.episode(row.id)), server


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store.db")


def test_an_oracle_in_every_role_wins_within_the_budget_of_calls(
    store: Store, tmp_path: Path
) -> None:
    oracle = Oracle(COPPER)
    row, server = asyncio.run(played(store, tmp_path, oracle, 400, deadline=60))
    assert row.outcome == "victory", row.reason
    assert row.headline["score"] == 100
    assert len(server.asked) / row.turns <= 1.2, oracle.calls
    assert set(oracle.calls) >= {"player", "puzzle_agent", "keeper"}
    assert usage(store, row.id).calls == len(server.asked)


@pytest.mark.parametrize("tries", [0, 3])
def test_a_mind_that_may_try_on_copies_is_refused_nothing(
    tries: int, store: Store, tmp_path: Path
) -> None:
    oracle, ways = Oracle(COPPER), itertools.cycle(("north", "south"))

    def paces(asked: Asked) -> Answer:
        role = role_of(asked)
        if role != "player":
            return Reply(json.dumps(oracle.answer(role, asked)))
        return Reply(json.dumps({"reasoning": "On.", "steps": [next(ways)]}))

    flags = {"player": {"tries": tries}, "critic": {"enabled": False}}
    row, _ = asyncio.run(played(store, tmp_path, paces, turns=20, deadline=20, **flags))
    log = [event for _, event in read_events(store, Adventure(), row)]
    refused = [e for e in log if isinstance(e, CommandReviewed) and not e.accepted]
    assert bool(refused) is not bool(tries)


def test_a_mind_is_told_what_the_search_found_and_types_it_itself(
    store: Store, tmp_path: Path
) -> None:
    prompts, oracle = list[str](), Oracle(COPPER)

    def reply(asked: Asked) -> Answer:
        prompts.append(asked.text)
        return oracle(asked)

    search = {"enabled": True, "budget": 1000, "slice": 500}
    row, _ = asyncio.run(played(store, tmp_path, reply, turns=6, deadline=20, search=search))
    log = [event for _, event in read_events(store, Adventure(), row)]
    found = [find for event in log if isinstance(event, SearchMade) for find in event.finds]
    assert any(find.kind == "score" for find in found)
    assert any("What it found to\nscore by them" in one for one in prompts)
    assert any("[Tried on a copy" in one for one in prompts)
    assert all(event.by is not By.SEARCH for event in log if isinstance(event, CommandChosen))


def test_where_rules_stand_in_for_a_model_the_search_types_what_it_found(
    store: Store, tmp_path: Path
) -> None:
    search = {"enabled": True, "budget": 1000, "slice": 500}
    outage = Outage(Oracle(COPPER), 1, 10**6)
    row, _ = asyncio.run(played(store, tmp_path, outage, turns=6, deadline=20, search=search))
    log = [event for _, event in read_events(store, Adventure(), row)]
    assert any(isinstance(one, CommandChosen) and one.by is By.SEARCH for one in log)


def test_a_wretched_server_loses_no_turn(store: Store, tmp_path: Path) -> None:
    row, _ = asyncio.run(played(store, tmp_path, Wretch(Oracle(COPPER)), 40, deadline=0.3))
    assert row.outcome == "limit"
    assert row.turns == 40
    words = Vocabulary(find_story(COPPER).data)
    typed: Counter[int] = Counter()
    answered: Counter[int] = Counter()
    for line, event in read_events(store, Adventure(), row):
        match event:
            case CommandChosen():
                typed[line.turn] += 1
                if forbidden(words, event.command) is not None:
                    continue
            case TextObserved():
                answered[line.turn] += 1
    assert set(typed) == set(range(1, 41))
    assert set(answered) == set(range(41))


@dataclass
class Outage:
    """Is down for everybody from one request to another."""

    oracle: Oracle
    first: int
    last: int
    asked: int = 0

    def __call__(self, asked: Asked) -> Answer:
        self.asked += 1
        return Failure(503) if self.first <= self.asked <= self.last else self.oracle(asked)


def test_an_outage_is_played_by_rule_and_told_until_the_model_is_back(
    store: Store, tmp_path: Path
) -> None:
    outage = Outage(Oracle(COPPER), 12, 25)
    row, _ = asyncio.run(played(store, tmp_path, outage, 40, deadline=30))
    assert (row.outcome, row.turns) == ("limit", 40)
    down: set[str] = set()
    replaced = 0
    for _, event in read_events(store, Adventure(), row):
        match event:
            case ModelFailed():
                assert event.kind is ErrorKind.OVERLOADED
                assert event.role not in down, "told twice"
                down.add(event.role)
            case ModelReturned():
                down.remove(event.role)
            case CommandChosen() if "In the place of the model" in event.reasoning:
                replaced += 1
    assert replaced >= 2
    assert down == set()


@pytest.mark.parametrize("on_failure", ["pause", "stop"])
def test_an_outage_pauses_or_ends_the_episode_where_that_is_set(
    store: Store, tmp_path: Path, on_failure: str
) -> None:
    outage = Outage(Oracle(COPPER), 6, 7)
    row, _ = asyncio.run(played(store, tmp_path, outage, 20, 30, on_failure=on_failure))
    events = [event for _, event in read_events(store, Adventure(), row)]
    assert not any(isinstance(event, ModelFailed) for event in events)
    turns = sum(isinstance(event, CommandChosen) for event in events)
    assert turns == row.turns, "no turn is lost, none is played twice"
    if on_failure == "pause":
        assert (row.outcome, row.turns) == ("limit", 20)
    else:
        assert (row.outcome, row.turns < 20) == ("failed", True)
        assert "model, " in (row.reason or "")
