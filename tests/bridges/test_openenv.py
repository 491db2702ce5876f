"""A story behind OpenEnv's protocol, played by its own client."""

from __future__ import annotations

import asyncio
import threading

import pytest
import uvicorn

from web.conftest import until

pytest.importorskip("openenv.core", reason="needs ludens[openenv]")

from openenv.core.generic_client import GenericEnvClient

from ludens.bridges.openenv import app


def test_two_clients_play_a_story_each_and_are_paid_its_points() -> None:
    server = uvicorn.Server(uvicorn.Config(app(), port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        asyncio.run(_play(f"http://127.0.0.1:{port}"))
    finally:
        server.should_exit = True
        thread.join()


async def _play(url: str) -> None:
    async with GenericEnvClient(base_url=url) as one, GenericEnvClient(base_url=url) as other:
        begun = await one.reset(seed=1, story="drowned_clock")
        assert "Crest of the Dam" in begun.observation["text"]
        assert "Lastwell" in (await other.reset(seed=1, story="lastwell")).observation["text"]
        paid = 0.0
        for command in ("north", "take lamp", "south", "west", "west"):
            step = await one.step({"command": command})
            paid += step.reward
        assert (step.observation["moves"], step.done) == (5, False)
        assert paid == step.observation["score"]
        assert (await one.state())["step_count"] == 5
        assert (await other.state())["step_count"] == 0
