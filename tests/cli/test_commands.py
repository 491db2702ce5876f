"""Every command does what its help says, and every mistake is one clear line."""

from __future__ import annotations

import json
import os
import re
import signal
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

import launching
from cli.conftest import Run
from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Hang
from web.conftest import until

LUDENS_PROJECT = Path(__file__).parents[2]

PLAY_KEYS = (
    "episode game story seed model perception turns outcome reason score max_score rooms items "
    "searched calls input_tokens output_tokens cached_tokens cost lost_calls seconds"
)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_play_prints_one_json_object_and_nothing_else(played: dict[str, Any]) -> None:
    assert list(played) == PLAY_KEYS.split()
    assert (played["game"], played["seed"], played["model"]) == ("adventure", 3, "offline")
    assert (played["turns"], played["outcome"]) == (12, "limit")
    assert played["perception"] == "state"
    assert played["cost"] is None
    assert played["rooms"] >= 2


def test_play_shows_the_story_and_an_ending_worth_reading(ludens: Run) -> None:
    done = ludens("play", "--seed", "3", "--max-turns", "5")
    assert "Crest of the Dam" in done.stdout
    assert done.stdout.count("\n> ") == 5
    for hint in ("ludens resume", "ludens fork", "ludens show", "ludens export"):
        assert hint in done.stdout


def test_settings_that_do_not_go_together_are_refused_whoever_brings_them(ludens: Run) -> None:
    fast = ("--engine", "dfrotz", "--no-web", "--max-turns", "1")
    ludens("play", "--no-search", *fast)
    search = ("--set", "adventure.search.enabled=true")
    for words in (
        ("play", "--search", *fast),
        ("resume", "last", "--max-turns", "2", *search),
        ("fork", "last", "--turn", "1", *search),
    ):
        refused = ludens(*words)
        assert refused.returncode == 1
        assert refused.stderr.splitlines()[-1].endswith("search needs the jericho engine")


def test_episodes_lists_what_was_played(ludens: Run, played: dict[str, Any]) -> None:
    assert played["episode"] in ludens("episodes").stdout
    assert json.loads(ludens("episodes", "--json").stdout) == [played]


def test_episodes_teaches_when_there_are_none(ludens: Run) -> None:
    assert "ludens play" in ludens("episodes").stdout


def test_show_gives_any_turn_as_it_was(ludens: Run, played: dict[str, Any]) -> None:
    turns = [json.loads(ludens("show", "last", "--turn", str(n), "--json").stdout) for n in (0, 7)]
    assert [turn["turn"] for turn in turns] == [0, 7]
    assert turns[0]["headline"]["rooms"] == 1
    assert any(event["type"] == "command_chosen" for event in turns[1]["events"])
    assert "turn 7 of 12" in ludens("show", played["episode"], "--turn", "7").stdout
    assert "there is no turn 13" in ludens("show", "last", "--turn", "13").stderr


def test_resume_goes_on_and_fork_goes_its_own_way(ludens: Run, played: dict[str, Any]) -> None:
    episode = played["episode"]
    more = json.loads(ludens("resume", episode, "--max-turns", "20", "--json").stdout)
    assert (more["episode"], more["turns"]) == (episode, 20)
    fork = json.loads(
        ludens("fork", episode, "--turn", "6", "--max-turns", "9", "--seed", "8", "--json").stdout
    )
    assert fork["episode"] != episode
    assert (fork["turns"], fork["seed"]) == (9, 8)
    shown = [
        json.loads(ludens("show", e, "--turn", "6", "--json").stdout)["state"]
        for e in (episode, fork["episode"])
    ]
    assert shown[0] == shown[1]


def test_export_and_import_carry_an_episode(
    ludens: Run, played: dict[str, Any], tmp_path: Path
) -> None:
    assert ludens("export", "last", "-o", "episode.jsonl").returncode == 0
    there = ("--store", str(tmp_path / "other.db"))
    assert ludens("import", "episode.jsonl", *there).returncode == 0
    assert json.loads(ludens("episodes", "--json", *there).stdout) == [played]
    more = json.loads(ludens("resume", "last", "--max-turns", "15", "--json", *there).stdout)
    here = json.loads(ludens("resume", "last", "--max-turns", "15", "--json").stdout)
    assert ludens("export", "last", "--format", "transcript", *there).stdout == (
        ludens("export", "last", "--format", "transcript").stdout
    )
    assert more["turns"] == here["turns"] == 15


def test_a_transcript_reads_like_the_story(ludens: Run, played: dict[str, Any]) -> None:
    text = ludens("export", "last", "--format", "transcript").stdout
    assert text.startswith("drowned_clock\n")
    assert text.count("\n> ") == 12


def test_the_same_seed_gives_the_same_transcript(ludens: Run, played: dict[str, Any]) -> None:
    first = ludens("export", "last").stdout
    ludens("play", "--seed", "3", "--max-turns", "12", "--json")
    second = ludens("export", "last").stdout

    def events(text: str) -> list[dict[str, Any]]:
        found = [json.loads(line).get("event") for line in text.splitlines()]
        return [{k: v for k, v in e.items() if k != "time"} for e in found if e]

    assert events(first) == events(second)


def test_doctor_tells_what_is_there(ludens: Run) -> None:
    done = ludens("doctor", "--json")
    found = {f["name"]: f for f in json.loads(done.stdout)["findings"]}
    assert done.returncode == 0
    assert found["libfrotz"]["found"]
    assert found["store"]["found"]
    assert all(f["found"] or f["remedy"] for f in found.values())
    project = tomllib.loads((LUDENS_PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*project["project"]["optional-dependencies"]} - {"dev"} <= {*found}
    assert "dfrotz" in found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "nowhere.z5"), "nowhere.z5"),
        (("play", "the_wrong_clock"), "drowned_clock"),
        (("play", "."), "folder"),
        (("show", "last"), "there is no episode that has begun yet"),
        (("resume", "abcd"), "there is no episode 'abcd'"),
        (("import", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (("play", "--config", "nowhere.toml"), "there is no settings file nowhere.toml"),
        (("play", "--store", "/proc/none/x.db"), "--store"),
    ],
)
def test_a_mistake_is_one_clear_line(ludens: Run, arguments: tuple[str, ...], message: str) -> None:
    done = ludens(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(lines(done.stderr)) == 1
    assert done.stderr.startswith("ludens: ")
    assert message in done.stderr


def test_a_wrong_setting_is_one_clear_line(ludens: Run, tmp_path: Path) -> None:
    (tmp_path / "ludens.toml").write_text("[adventure]\nperseption = 'text'\n")
    done = ludens("play")
    assert len(lines(done.stderr)) == 1
    assert "did you mean adventure.perception?" in done.stderr


def test_a_settings_file_and_the_environment_are_obeyed(
    ludens: Run, tmp_path: Path, environ: dict[str, str]
) -> None:
    (tmp_path / "ludens.toml").write_text("[limits]\nturns = 4\n")
    env = {**environ, "LUDENS_ADVENTURE__PERCEPTION": "text"}
    done = json.loads(ludens("play", "--json", env=env).stdout)
    assert (done["turns"], done["perception"]) == (4, "text")


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_cleanly_and_says_how_to_go_on(
    tmp_path: Path, environ: dict[str, str], ludens: Run, kind: signal.Signals
) -> None:
    words = ["ludens", "play", "--seed", "1", "--max-turns", "100000"]
    child = launching.Launched(words, cwd=tmp_path, env=environ)
    child.wait_for("\n> ", 5)
    os.kill(child.pid, kind)
    ended = child.wait()
    assert ended.returncode == 128 + kind
    assert ended.stderr == ""
    assert "Paused" in ended.stdout
    assert "ludens resume" in ended.stdout
    row = json.loads(ludens("episodes", "--json").stdout)[0]
    assert row["outcome"] is None
    more = json.loads(
        ludens("resume", "last", "--max-turns", str(row["turns"] + 3), "--json").stdout
    )
    assert more["turns"] == row["turns"] + 3


def test_an_interrupt_does_not_wait_for_a_model_that_is_thinking(
    tmp_path: Path, environ: dict[str, str], ludens: Run
) -> None:
    with in_a_thread(OpenAIServer(lambda _: Hang())) as server:
        (tmp_path / "ludens.toml").write_text(
            f'[llm.providers.compatible]\nbase_url = "{server.base_url}"\n'
        )
        words = ["ludens", "play", "--model", "compatible/some-model", "--no-web"]
        child = launching.Launched(words, cwd=tmp_path, env=environ)
        until(lambda: bool(server.asked))
        os.kill(child.pid, signal.SIGINT)
        ended = child.wait()  # the deadline of a reply is longer
    assert ended.returncode == 130
    assert "Paused" in ended.stdout
    (row,) = json.loads(ludens("episodes", "--json").stdout)
    assert row["outcome"] is None


def test_nothing_of_a_killed_game_is_left_behind(tmp_path: Path, environ: dict[str, str]) -> None:
    import psutil

    words = ["ludens", "play", "--max-turns", "100000", "--json"]
    child = launching.Launched(words, cwd=tmp_path, env=environ)
    process = psutil.Process(child.pid)
    deadline = time.monotonic() + 60
    while not (family := process.children(recursive=True)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert family
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    _gone, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []


def test_a_company_without_a_model_searches_unless_told_not_to(
    ludens: Run, environ: dict[str, str]
) -> None:
    env = {k: v for k, v in environ.items() if k != "LUDENS_ADVENTURE__SEARCH__ENABLED"}
    few = ("--max-turns", "3", "--set", "adventure.search.budget=60")
    told = ludens("play", "--seed", "3", *few, env=env).stdout
    assert "It may try 60 commands on snapshots before it types" in told
    assert re.search(r"Search +\d+ commands tried on snapshots", told)
    for flags in (("--no-search",), ("--model", "random")):
        done = json.loads(ludens("play", "--seed", "3", *few, *flags, "--json", env=env).stdout)
        assert done["searched"] == 0
