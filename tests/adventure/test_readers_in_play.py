"""Episodes in which models read: what is asked, what it costs, what a failure costs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from llm.harness import KEY, MODELS
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Failure, Garbage, Reply, ReplyFunction
from ludens.adventure.game import Adventure
from ludens.adventure.perception.events import TextParsed
from ludens.adventure.story_library import find_story
from ludens.adventure.world.fact import Source
from ludens.adventure.world.item_events import ItemFound
from ludens.adventure.world.map_events import ExitSeen, RoomFound
from ludens.episode.calls import calls_of
from ludens.episode.events import Event
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

pytest.importorskip("openai", reason="openai is not installed")

TITLED = re.compile(r"\bA (?P<noun>[a-z]+)\b")
BUDGET = 0.15
"""Calls a turn that the readers stay below, over a long episode."""


def diligent(asked: Asked) -> Answer:
    """Report a true way, a false one, a thing that is named and one that is not."""
    assert asked.schema is not None
    text = asked.messages[-1][1].split("Text:\n")[1]
    if "exits" in asked.schema["properties"]:
        sentences = [s for s in re.split(r"(?<=\.)\s+", text) if re.search(r"\bdown\b", s)]
        exits = [{"direction": "down", "quote": sentence} for sentence in sentences[:1]]
        exits.append({"direction": "up", "quote": "A rope of moonlight leads up."})
        return Reply(json.dumps({"exits": exits, "closed": [], "carried_by": None}))
    named = TITLED.search(text)
    names = [(named["noun"], named[0])] if named else []
    names.append(("unicorn", "a unicorn grazes here"))
    traits = asked.schema["$defs"]["ReportedItem"]["properties"]
    items = [
        {**dict.fromkeys(traits), "name": name, "quote": quote, "where": "here"}
        for name, quote in names
    ]
    return Reply(json.dumps({"items": items}))


async def played(
    store: Store, folder: Path, reply: ReplyFunction, turns: int, **adventure: Any
) -> tuple[EpisodeRow, OpenAIServer, list[tuple[int, Event]]]:
    found = find_story(None)
    model = f"openai/{MODELS['openai']}"
    async with OpenAIServer(reply) as server:
        flags = {
            "limits": {"turns": turns},
            "adventure": {"perception": "text", **adventure},
            "llm": {
                "retries": {"attempts": 1},
                "models": {"map_reader": model, "item_reader": model},
                "providers": {"openai": {"base_url": server.base_url, "key_env": "LOOPBACK_KEY"}},
            },
        }
        settings = load_settings(flags, environ={}, folder=folder)
        runner = Runner(store, Adventure())
        row = await runner.play(
            runner.create(
                NewEpisode(
                    game="adventure",
                    subject=found.name,
                    subject_hash=found.sha256,
                    subject_content=found.data,
                    seed=3,
                    model="offline",
                    settings=settings.model_dump(
                        mode="json", include={"limits", "adventure", "llm"}
                    ),
                )
            )
        )
        log = [(place.turn, event) for place, event in read_events(store, Adventure(), row)]
    return row, server, log


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)


@pytest.mark.usefixtures("key")
async def test_models_read_what_is_new_on_the_record_and_only_what_is_quoted_counts(
    sqlite_store: Store, tmp_path: Path
) -> None:
    row, server, log = await played(sqlite_store, tmp_path, diligent, 60)
    calls = [call for _, call in calls_of(sqlite_store, row.id)]
    assert {call.agent for call in calls} == {"map_reader", "item_reader"}
    assert len(calls) == len(server.asked) == sum(isinstance(e, TextParsed) for _, e in log)
    texts = [asked.messages[-1][1] for asked in server.asked]
    assert len(set(texts)) == len(texts), "no text is read twice"
    read = [e for _, e in log if isinstance(e, ExitSeen | ItemFound) and e.source is Source.LLM]
    assert any(isinstance(event, ItemFound) for event in read)
    assert not [e for e in read if isinstance(e, ItemFound) and "unicorn" in e.name]
    assert not [e for e in read if isinstance(e, ExitSeen) and e.direction == "up"]


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("answer", [Failure(500), Garbage(), Reply("I would rather play chess.")])
async def test_readers_that_fail_cost_nothing_but_their_facts(
    sqlite_store: Store, tmp_path: Path, answer: Answer
) -> None:
    row, server, log = await played(sqlite_store, tmp_path, lambda asked: answer, 15)
    silent, _, alone = await played(sqlite_store, tmp_path, diligent, 15, reader_share=0)
    assert server.asked
    assert row.turns == silent.turns == 15
    read = [(turn, e) for turn, e in log if not isinstance(e, TextParsed)]
    rooms, same = ([e for _, e in x if isinstance(e, RoomFound)] for x in (read, alone))
    assert rooms == same


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("turns", [pytest.param(100), pytest.param(400, marks=pytest.mark.long)])
async def test_readers_stay_within_their_share_of_calls(
    sqlite_store: Store, tmp_path: Path, turns: int
) -> None:
    _, server, _ = await played(sqlite_store, tmp_path, diligent, turns)
    assert len(server.asked) < BUDGET * turns + 4
