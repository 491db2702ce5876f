"""`ludens replay`: a recorded episode comes out the same, also where a person took over."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from cli.conftest import Run
from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.events import By, CommandChosen
from ludens.adventure.game import Adventure
from ludens.episode.control import Control
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import Store
from ludens.games import new_adventure, new_table
from ludens.mafia.agents.player import InvalidReplyError, PlayerFailedError
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision
from ludens.mafia.events import DefaultTaken, ReplyRefused
from ludens.mafia.game import Mafia
from ludens.settings import check_settings
from promises.model import anything


def test_an_adventure_that_a_person_took_over_is_given_the_persons_commands(
    ludens: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "store.db")
    store = Store.open(path)
    typed = {3: "inventory", 4: "think about it", 6: "look"}
    decided = {turn: HumanPlayer(command=command) for turn, command in typed.items()}
    runner = Runner(store, Adventure(typed=decided))
    row = runner.create(new_adventure(check_settings({"limits": {"turns": 8}}), seed=1))
    row = asyncio.run(runner.play(row))
    chosen = {
        line.turn: event.command
        for line, event in read_events(store, Adventure(), row)
        if isinstance(event, CommandChosen) and event.by is By.HUMAN
    }
    store.close()
    assert chosen == typed
    done = ludens("replay", row.id, "--store", path)
    assert done.returncode == 0, done.stderr
    assert "8 turns played again, every event the same" in done.stdout


def test_a_table_is_given_what_its_people_decided_refused_and_late_ones_too(
    ludens: Run, tmp_path: Path
) -> None:
    class Sitter:
        """Decides by chance; every fifth time too late, every seventh not at all as asked."""

        def __init__(self) -> None:
            self.asked = 0

        async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
            self.asked += 1
            if self.asked % 5 == 0:
                raise PlayerFailedError("no decision within 60 seconds")
            if self.asked % 7 == 0:
                raise InvalidReplyError("nobody sits there")
            decision = await RandomPlayer().decide(briefing)
            kept = {"reasoning": "I wonder.", "beliefs": {0: 0.5}, "memory": f"ask {self.asked}"}
            return decision.model_copy(update=kept)

    path = str(tmp_path / "store.db")
    store = Store.open(path)
    mafia = {"seats": 7, "players": {"2": "human", "4": "human"}}
    runner = Runner(store, Mafia(person=Sitter()))
    row = runner.create(new_table(check_settings({"mafia": mafia}), seed=11))
    row = asyncio.run(runner.play(row))
    events = [event for _, event in read_events(store, Mafia(), row)]
    store.close()
    assert sum(isinstance(e, DefaultTaken) for e in events) >= 1
    assert sum(isinstance(e, ReplyRefused) for e in events) >= 1
    done = ludens("replay", row.id, "--store", path)
    assert done.returncode == 0, done.stderr
    assert "every event the same" in done.stdout


def test_what_was_limited_resumed_forked_and_stopped_is_replayed_all_the_same(
    ludens: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "store.db")
    store = Store.open(path)
    runner = Runner(store, Adventure())
    row = runner.create(new_adventure(check_settings({"limits": {"turns": 3}}), seed=1))
    row = asyncio.run(runner.play(row))
    row = asyncio.run(runner.play(row, {"limits": {"turns": 5}}))
    fork = runner.fork(row, 4, {"adventure": {"player": {"kind": "random"}}}, seed=7)
    fork = asyncio.run(runner.play(fork, {"limits": {"turns": 6}}))
    again = runner.create(new_adventure(check_settings({"limits": {"seconds": 0.001}}), seed=1))
    again = asyncio.run(runner.play(again))  # no clock decides it twice
    stopped = Runner(store, Adventure(), control=Control(stop=True))
    again = asyncio.run(stopped.play(again, {"limits": {"seconds": None}}))
    rows = [row.id, fork.id, again.id]
    store.close()
    for episode in rows:
        done = ludens("replay", episode, "--store", path)
        assert "every event the same" in done.stdout, done.stderr


def test_an_import_is_replayed_with_what_it_was_reopened_with(ludens: Run, tmp_path: Path) -> None:
    file, here, there = (str(tmp_path / name) for name in ("table.jsonl", "here.db", "there.db"))
    own = "llm.providers.compatible.silence=300"  # what no import decides
    for words in (
        ("mafia", "--seed", "5", "--max-turns", "5", "--store", here),
        ("resume", "last", "--max-turns", "8", "--set", own, "--store", here),
        ("export", "last", "-o", file, "--store", here),
        ("import", file, "--store", there),
    ):
        done = ludens(*words)
        assert done.returncode == 0, done.stderr
    done = ludens("replay", "last", "--store", there)
    assert done.returncode == 0, done.stderr
    assert "8 turns played again, every event the same" in done.stdout


THEIRS = "LUDENS_LLM__PROVIDERS__THEIRS__"


@pytest.fixture
def imported(ludens: Run, environ: dict[str, str], tmp_path: Path) -> str:
    """The store with an import whose model's provider only those have who played it."""
    file, here, there = (str(tmp_path / name) for name in ("played.jsonl", "a.db", "b.db"))
    with in_a_thread(OpenAIServer(anything)) as server:
        known = {THEIRS + "ADAPTER": "compatible", THEIRS + "BASE_URL": server.base_url}
        play = ("play", "--seed", "1", "--max-turns", "3", "--model", "theirs/m", "--store", here)
        done = ludens(*play, env={**environ, **known})
        assert done.returncode == 0, done.stderr
    for words in (("export", "last", "-o", file, "--store", here), ("import", file)):
        done = ludens(*words, *(("--store", there) if words[0] == "import" else ()))
        assert done.returncode == 0, done.stderr
    return there


def test_an_import_and_its_fork_are_replayed_without_the_provider_that_played_it(
    ludens: Run, imported: str
) -> None:
    fork = ("fork", "last", "--turn", "2", "--max-turns", "4", "--model", "offline")
    for words in (("replay", "last"), fork, ("replay", "last")):
        done = ludens(*words, "--store", imported)
        assert done.returncode == 0, done.stderr


def test_a_fork_that_is_refused_leaves_nothing(ludens: Run, imported: str) -> None:
    done = ludens("fork", "last", "--turn", "2", "--store", imported)
    assert done.returncode == 1
    assert "no provider 'theirs'" in done.stderr
    listed = ludens("episodes", "--json", "--store", imported)
    assert len(json.loads(listed.stdout)) == 1


def test_a_book_that_a_person_left_and_came_back_to_is_replayed(
    ludens: Run, tmp_path: Path
) -> None:
    store = ("--store", str(tmp_path / "a.db"))
    short = ("--set", "story.prompt_characters=200")
    ludens("book", "play", "--seed", "2", *short, *store, input="who are you?\nlook\n")
    ludens("resume", "last", *store, input="And where was the ferry going? " * 9 + "\n")
    ludens("resume", "last", "--set", "story.visitor=true", "--max-turns", "6", *store)
    (row,) = json.loads(ludens("episodes", "--json", *store).stdout)
    assert row["turns"] >= 5
    done = ludens("replay", "last", *store)
    assert "every event the same" in done.stdout, done.stderr


def test_a_book_in_which_a_server_took_part_is_replayed_by_nobody(
    ludens: Run, tmp_path: Path
) -> None:
    with in_a_thread(OpenAIServer(anything)) as server:
        asked = ("story.reranking=server", f"story.reranking_server.base_url={server.base_url}")
        sets = [word for each in (*asked, "story.visitor=true") for word in ("--set", each)]
        done = ludens("book", "--max-turns", "1", *sets, "--store", str(tmp_path / "a.db"))
        assert done.returncode == 0, done.stderr
        before = len(server.requests)
        done = ludens("replay", "last", "--store", str(tmp_path / "a.db"))
        assert done.returncode == 1
        assert "a replay asks nobody" in done.stderr
        assert len(server.requests) == before
