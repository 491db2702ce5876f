"""A table of four providers on the wire, through their official SDKs; one of them down."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import pytest

from llm.harness import KEY, MODELS, PROVIDERS, SERVERS
from llm.servers.http import LoopbackServer
from llm.servers.replies import Answer, Asked, Failure, Reply
from ludens.episode.calls import usage
from ludens.episode.events import Outcome
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.mafia.events import DefaultTaken, MindKept, ReplyRefused
from ludens.mafia.game import Mafia
from ludens.mafia.settings import MafiaSettings
from mafia.playing import reply_to

for package in ("openai", "anthropic", "google.genai"):
    pytest.importorskip(package, reason=f"{package} is not installed")


def answer(asked: Asked) -> Answer:
    """Return a valid reply to a briefing: the first of those that may be chosen."""
    assert asked.schema is not None
    task = asked.messages[-1][1].split("## What you are asked")[1]
    values = reply_to(asked.schema, task, said_by=asked.model)
    return Reply(json.dumps(values))


async def test_four_providers_play_and_one_that_is_down_hurts_no_other(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    down = "gemini"
    async with AsyncExitStack() as stack:
        servers: dict[str, LoopbackServer] = {}
        for provider in PROVIDERS:
            reply = (lambda asked: Failure(500)) if provider == down else answer
            server = SERVERS[provider](reply)
            servers[provider] = await stack.enter_async_context(server)
        settings = {
            "mafia": MafiaSettings(seats=5).model_dump(mode="json"),
            "llm": {
                "retries": {"attempts": 1},
                "models": {
                    f"seat:{seat}": f"{provider}/{MODELS[provider]}"
                    for seat, provider in enumerate(PROVIDERS)
                },
                "providers": {
                    provider: {"base_url": server.base_url, "key_env": "LOOPBACK_KEY"}  # type: ignore[attr-defined]
                    for provider, server in servers.items()
                },
            },
        }
        runner = Runner(sqlite_store, Mafia())
        row = await runner.play(
            runner.create(
                NewEpisode(game="mafia", subject="t", seed=4, model="four", settings=settings)
            )
        )
    assert row.outcome is Outcome.ENDED
    log = [event for _, event in read_events(sqlite_store, Mafia(), row)]
    failing = PROVIDERS.index(down)
    assert {event.seat for event in log if isinstance(event, DefaultTaken)} == {failing}
    assert not [event for event in log if isinstance(event, ReplyRefused)]
    thought = {e.seat: e.reasoning for e in log if isinstance(e, MindKept)}
    for seat, provider in enumerate(PROVIDERS):
        if provider != down and seat in thought:
            assert f"Threats: threats of {MODELS[provider]}" in thought[seat]
    served = [server.total() for server in servers.values()]
    used = usage(sqlite_store, row.id)
    assert used.input_tokens == sum(total.input_tokens for total in served)
    assert used.output_tokens == sum(total.output_tokens for total in served)
    assert KEY not in "".join(line.data for line in sqlite_store.events(row.id))
