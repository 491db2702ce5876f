"""Agents of one's own: recorded by name and source, resumed and replayed as themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Reply
from ludens.adventure.game import Adventure
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure
from ludens.settings import load_settings

WAITER = """
from ludens.adventure.agents.player import Decision

class Waiter:
    async def decide(self, briefing):
        return Decision(reasoning="All comes to him.", command=briefing.dice.choice(["wait", "z"]))
"""
PASSER = """
from ludens.mafia.agents.random_player import RandomPlayer

class Passer(RandomPlayer):
    pass
"""


@pytest.fixture
def waiter(tmp_path: Path) -> Path:
    file = tmp_path / "waiter.py"
    file.write_text(WAITER)
    return file


def test_an_agent_of_ones_own_is_resumed_and_replayed_as_itself(ludens: Run, waiter: Path) -> None:
    played = ludens("play", "--agent", "waiter.py", "--max-turns", "3", "--seed", "1", "--json")
    episode = json.loads(played.stdout)
    assert episode["model"] == "agent:Waiter", played.stderr
    name = episode["episode"]
    assert json.loads(ludens("replay", name, "--json").stdout)["same"]
    ludens("resume", name, "--max-turns", "6", "--json")
    turn = json.loads(ludens("show", name, "--turn", "6", "--json").stdout)
    (chosen,) = [event for event in turn["events"] if event["type"] == "command_chosen"]
    assert chosen["command"] in ("wait", "z")
    waiter.write_text(WAITER + "# another one")
    refused = ludens("resume", name, "--max-turns", "9")
    assert "its source has changed" in refused.stderr
    forked = ("fork", name, "--turn", "3", "--agent", "waiter.py", "--max-turns", "4", "--json")
    assert json.loads(ludens(*forked).stdout)["turns"] == 4


@pytest.mark.usefixtures("waiter")
def test_a_replay_that_is_refused_names_the_episode_and_not_its_copy(ludens: Run) -> None:
    ludens("play", "--agent", "waiter.py", "--max-turns", "1", "--seed", "1", "--store", "a.db")
    ludens("export", "last", "-o", "waited.jsonl", "--store", "a.db")
    ludens("import", "waited.jsonl", "--store", "b.db")
    (there,) = json.loads(ludens("episodes", "--json", "--store", "b.db").stdout)
    refused = ludens("replay", "last", "--store", "b.db")
    assert f"ludens: episode {there['episode']} was imported" in refused.stderr


def test_an_agent_of_ones_own_plays_in_suites_and_at_tables(
    ludens: Run, waiter: Path, tmp_path: Path
) -> None:
    (tmp_path / "passer.py").write_text(PASSER)
    (tmp_path / "suite.toml").write_text(
        'name = "own"\nseeds = 1\nmodels = ["agent:waiter.py", "offline"]\n'
        '[adventure]\nstories = ["drowned_clock"]\nlimits = { turns = 3 }\n'
    )
    ran = ludens("bench", "run", "suite.toml", "--workers", "1", "--json")
    assert json.loads(ran.stdout)["finished"] == 2, ran.stderr
    assert "agent:waiter.py" in ludens("bench", "report", "suite.toml").stdout
    (tmp_path / "tournament.toml").write_text(
        'name = "own"\nblocks = 1\nmodels = ["agent:passer.py", "offline"]\n[mafia]\nseats = 5\n'
    )
    games = json.loads(ludens("mafia", "tournament", "tournament.toml", "--json").stdout)
    assert {one["model"] for one in games["standings"]} == {"agent:passer.py", "offline"}


def test_a_refused_start_leaves_no_episode(ludens: Run, played: dict[str, object]) -> None:
    for refused in (
        ("play", "--set", 'hooks=["nosuch"]'),
        ("play", "--model", "openai/some"),
        ("mafia", "--model", "openai/some"),
        ("book", "--visitor", "--model", "openai/some"),
        ("play", "--agent", "nosuch.py"),
    ):
        assert ludens(*refused).returncode == 1
    assert json.loads(ludens("episodes", "--json").stdout) == [played]


def test_last_is_the_last_that_a_command_can_use_and_it_says_which(
    ludens: Run, played: dict[str, object]
) -> None:
    table = json.loads(ludens("mafia", "--seats", "5", "--seed", "1", "--json").stdout)
    assert f"Episode {table['episode']} (mafia" in ludens("show", "last").stderr
    for command in (("show", "last", "--map"), ("stuck", "last"), ("resume", "last", "--json")):
        done = ludens(*command)
        assert f"Episode {played['episode']} (adventure" in done.stderr
    shown = ludens("show", table["episode"], "--map")
    assert (shown.returncode, "only stories have a map" in shown.stderr) == (1, True)
    told = ludens("briefings", str(played["episode"]))
    assert (told.returncode, "has no briefing" in told.stderr) == (1, True)


class TheirAdventure(Adventure):
    """A game that a program of somebody's own made."""


def test_a_game_of_somebodys_own_is_not_played_on_by_the_offline_company(
    ludens: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    settings = load_settings({"limits": {"turns": 3}})
    store = Store.open(settings.store)
    row = Runner(store, TheirAdventure()).create(new_adventure(settings, seed=1))
    store.close()
    assert row.model == "TheirAdventure"
    for command in ("resume", "replay"):
        assert "a game of somebody's own" in ludens(command, row.id).stderr


def test_a_suite_is_told_where_a_server_is_and_nothing_that_decides_a_cell(
    ludens: Run, tmp_path: Path
) -> None:
    (tmp_path / "suite.toml").write_text(
        'name = "there"\nseeds = 1\nmodels = ["bare:compatible/mine"]\n'
        '[adventure]\nstories = ["drowned_clock"]\nlimits = { turns = 2 }\n'
    )
    run = ("bench", "run", "suite.toml", "--workers", "1", "--json")
    nowhere = ludens(*run, "--set", "llm.providers.compatible.base_url=http://127.0.0.1:9/v1")
    assert "nothing answers at http://127.0.0.1:9/v1" in nowhere.stderr
    assert "--set llm.providers.compatible.base_url=" in nowhere.stderr
    with in_a_thread(OpenAIServer(lambda _: Reply("look"))) as server:
        there = f"llm.providers.compatible.base_url={server.base_url}"
        played = ludens(*run, "--set", there)
    assert json.loads(played.stdout)["finished"] == 1, played.stderr
    refused = ludens(*run, "--set", "adventure.perception=text")
    assert refused.returncode == 1
    assert "adventure.perception=text: only llm.providers.NAME is set here" in refused.stderr


def test_a_tournament_asks_the_server_that_this_machine_knows_and_plays_nothing_without(
    ludens: Run, tmp_path: Path
) -> None:
    (tmp_path / "tournament.toml").write_text(
        'name = "there"\nblocks = 1\nmodels = ["compatible/mine"]\n[mafia]\nseats = 5\n'
        "[limits]\nturns = 3\n"
    )
    run = ("mafia", "tournament", "tournament.toml", "--json")
    nowhere = ludens(*run, "--set", "llm.providers.compatible.base_url=http://127.0.0.1:9/v1")
    assert nowhere.returncode == 1
    assert "nothing answers at http://127.0.0.1:9/v1" in nowhere.stderr
    assert json.loads(ludens("episodes", "--json").stdout) == []
    with in_a_thread(OpenAIServer(lambda _: Reply("{}"))) as server:
        (tmp_path / "ludens.toml").write_text(
            f'[llm.providers.compatible]\nbase_url = "{server.base_url}"\n'
        )
        played = ludens(*run)
        assert json.loads(played.stdout)["finished"] > 0, played.stderr
        assert server.requests
    assert ludens(*run, "--report").returncode == 0  # what only shows asks no server
