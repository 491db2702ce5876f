"""`ludens book` and its parts, as a user runs them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from llm.servers.http import in_a_thread
from llm.servers.openai import OpenAIServer
from llm.servers.replies import Answer, Asked, Reply
from story.test_wire import oracle


@pytest.fixture
def environ(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    return {
        **environ,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "LUDENS_STORY__EMBEDDINGS": "none",
    }


def test_a_person_plays_looks_behind_the_answer_leaves_and_comes_back(ludens: Any) -> None:
    done = ludens("book", input="What was the ferry called?\n/why\n/cite\n/cast\n/quit\n")
    assert done.returncode == 0, done.stderr
    assert "prompt approved" in done.stdout and "Patience" in done.stdout
    assert "agent_validation" in done.stdout and "Josse Pell" in done.stdout
    again = ludens("resume", "last", input="Call Josse on his smartphone\n")
    assert "You lose this turn" in again.stdout
    told = ludens("export", "last", "--format", "transcript").stdout
    assert "> What was the ferry called?" in told and "smartphone" in told


def test_a_book_is_refereed_by_lot_where_random_is_asked_for(ludens: Any) -> None:
    game = ("book", "--model", "random", "--visitor", "--max-turns", "6", "--seed", "1", "--json")
    told = json.loads(ludens(*game).stdout)
    assert told["model"] == "random" and told["wins"] and told["losses"]
    assert "every event the same" in ludens("replay", "last", "--offline").stdout
    other = json.loads(ludens("fork", "last", "--turn", "2", "--model", "offline", "--json").stdout)
    assert other["model"] == "offline" and other["turn"]["user_validation"]["ground"] != "doubt"


def test_the_referee_reads_prompts_and_writes_a_verdict_a_line(ludens: Any, tmp_path: Path) -> None:
    tale = tmp_path / "tale.txt"
    tale.write_text("Ada Brown sold a silver ring to the miller.\n\nThe miller wept.\n")
    prompts = tmp_path / "in.jsonl"
    asked = ["Why did Ada sell the ring?", "Why did Zorro fly to Venus?"]
    prompts.write_text(
        "".join(json.dumps({"id": n, "prompt": p}) + "\n" for n, p in enumerate(asked))
    )
    out = tmp_path / "out.jsonl"
    done = ludens("book", "referee", str(tale), "--in", str(prompts), "--out", str(out))
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, out.read_text().splitlines())
    assert set(first) >= {"id", "verdict", "confidence", "score", "reason", "passages"}
    assert first["score"] > second["score"]
    assert (first["id"], second["verdict"]) == (0, "rejected")


def test_answers_are_checked_against_what_they_should_stand_on(ludens: Any) -> None:
    lines = [
        {"id": "a", "knowledge": "The miller wept at noon.", "answer": "The miller wept."},
        {"id": "b", "knowledge": "The miller wept at noon.", "answer": "The baker wept at noon."},
    ]
    given = "\n".join(map(json.dumps, lines))
    done = ludens("story", "check", "--in", "-", input=given)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [v["verdict"] for v in verdicts] == ["approved", "rejected"]


def test_who_and_index_tell_of_the_bundled_tale(ludens: Any) -> None:
    who = json.loads(ludens("book", "who", "bell_at_low_harrow", "Captain Sorrel", "--json").stdout)
    assert len(who["quotes"]) >= 15
    assert set(who["quotes"][0]) >= {"text", "passage", "chapter", "offset"}
    indexed = json.loads(ludens("book", "index", "--json").stdout)
    assert indexed["words"] >= 12_000 and indexed["chapters"] == 16


@pytest.mark.parametrize(
    "arguments",
    [
        ("book", "nowhere.txt"),
        ("book", "who", "bell_at_low_harrow", "Gandalf"),
        ("book", "referee", "bell_at_low_harrow", "--in", "nowhere.jsonl"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(ludens: Any, arguments: tuple[str, ...]) -> None:
    done = ludens(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("ludens: ") and "Traceback" not in done.stderr


def test_a_turn_of_a_game_is_shown_as_it_was(ludens: Any) -> None:
    done = ludens("book", "--say", "Ask Josse about the bell", "--say", "Who flew the zeppelin?")
    assert done.returncode == 0, done.stderr
    first = ludens("show", "last", "--turn", "1").stdout
    assert "> Ask Josse about the bell" in first and "prompt approved" in first
    assert "Josse Pell  " in first and "npc_response" in first and "0 won, 0 lost" in first
    assert "zeppelin" not in first
    second = ludens("show", "last", "--turn", "2").stdout
    assert "You lose this turn" in second and "0 won, 1 lost" in second


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{not json", "line 3: this is not JSON"),
        ("[1, 2]", "line 3: give an object with id, prompt"),
        ('{"id": 1}', "line 3: give an object with id, prompt"),
        ('{"id": 1, "prompt": null}', "line 3: prompt must be a text or a list of texts"),
        ('{"id": 1, "prompt": "\\ud800"}', ""),
        ("[" * 100_000, "line 3: this is not JSON"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_half_written(
    ludens: Any, tmp_path: Path, line: str, told: str
) -> None:
    prompts, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    good = json.dumps({"id": "g", "prompt": "Why did the miller weep?", "more": [1]})
    prompts.write_text(f"\ufeff{good}\r\n\n{line}\n", encoding="utf-8")
    tale = tmp_path / "tale.txt"
    tale.write_text("Ada Brown sold a silver ring to the miller.\n\nThe miller wept.\n")
    done = ludens("book", "referee", str(tale), "--in", str(prompts), "--out", str(out))
    if told:
        assert done.returncode != 0
        assert told in done.stderr and len(done.stderr.strip().splitlines()) == 1
        assert not out.exists()
    else:
        assert done.returncode == 0, done.stderr
        assert len(out.read_text().splitlines()) == 2


def test_in_a_terminal_phases_pass_on_one_line_and_the_answer_is_read_as_it_comes(
    environ: dict[str, str], tmp_path: Path
) -> None:
    plain = oracle("approved", "undecided", "engage_npc", "Josse")

    def reply(asked: Asked) -> Answer:
        answer = plain(asked)
        if isinstance(answer, Reply) and answer.text == "The bell was silent.":
            passage = asked.messages[-1][1].split("- id ", 1)[1][:12]
            return Reply(f"The bell was silent. [{passage}]", pieces=7)
        return answer

    with in_a_thread(OpenAIServer(reply)) as server:
        config = tmp_path / "ludens.toml"
        config.write_text(
            f'[llm.models]\ndefault = "compatible/any"\n'
            f'[llm.providers.compatible]\nbase_url = "{server.base_url}"\n'
        )
        master, slave = pty.openpty()
        done = subprocess.Popen(
            [sys.executable, "-m", "ludens", "book", "--config", str(config)],
            stdin=slave, stdout=slave, stderr=slave, cwd=tmp_path,
            env={**environ, "TERM": "xterm-256color", "COLUMNS": "90"},
        )  # fmt: skip
        os.close(slave)
        said = iter(["What about the bell?", "/cite", "/quit", ""])
        shown = b""
        answered = 0
        while True:
            try:
                read = os.read(master, 65536)
            except OSError:  # the terminal closes with the process
                break
            if not read:
                break
            shown += read
            prompts = len(re.findall(rb"\n(?:\x1b\[[0-9;]*m)*> ", shown))
            while answered < prompts:
                answered += 1
                os.write(master, f"{next(said)}\n".encode())
        assert done.wait() == 0, shown
        os.close(master)
    text = shown.decode()
    assert re.search(r"Weighing your words against the world …(?:\x1b\[0m)?\x1b\[1G\x1b\[2K", text)
    plain_text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    assert plain_text.count("The bell was silent.") == 1
    assert "Josse Pell  The bell was silent." in plain_text
    assert "[1 cited]" in plain_text and "prompt approved" in plain_text
    assert "The bell was silent. [" not in plain_text


def test_what_a_person_said_is_played_again_whatever_was_kept_since(ludens: Any) -> None:
    for _ in range(2):  # the second session finds the personas of the first
        ludens("book", "--seed", "3", input="Where is the bell, Agnes?\n/quit\n")
        assert ludens("replay", "last").returncode == 0
