"""An assistant plays over MCP, by the official client, on the record."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs ludens[mcp]")

from mcp import Client, StdioServerParameters

from ludens.adventure.events import By, CommandChosen
from ludens.adventure.game import Adventure
from ludens.episode.history import read_events
from ludens.episode.store import Store


async def test_an_assistant_plays_looks_and_forks(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LUDENS_")}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "ludens", "mcp", "--store", url], env=kept
    )

    async with Client(server) as client:

        async def ask(tool: str, **arguments: Any) -> Any:
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result
            return json.loads(result.content[0].text)

        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"play_story", "type_command", "company_plays", "look", "fork"} <= names
        begun = await ask("play_story", story="drowned_clock", seed=1)
        episode = begun["episode"]
        assert begun["turn"] == 0 and begun["text"]
        one = await ask("type_command", episode=episode, command="inventory")
        two = await ask("type_command", episode=episode, command="south")
        assert (one["turn"], two["turn"]) == (1, 2)
        on = await ask("company_plays", episode=episode, turns=3)
        assert on["turn"] == 5
        assert (await ask("look", episode=episode, turn=2))["text"] == two["text"]
        forked = await ask("fork", episode=episode, turn=1)
        other = await ask("type_command", episode=forked["episode"], command="look")
        assert (other["turn"], forked["episode"] != episode) == (2, True)
        wrong = await client.call_tool("look", {"episode": "nosuch"})
        assert wrong.is_error
        assert "there is no episode" in wrong.content[0].text
    store = Store.open(url)
    log = [event for _, event in read_events(store, Adventure(), store.episode(episode))]
    typed = [e.command for e in log if isinstance(e, CommandChosen) and e.by is By.HUMAN]
    assert typed == ["inventory", "south"]
    store.close()
