"""`ludens story` and its parts, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def environ(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    return {
        **environ,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "LUDENS_STORY__EMBEDDINGS": "none",
    }


def test_a_person_plays_looks_behind_the_answer_leaves_and_comes_back(ludens: Any) -> None:
    done = ludens("story", input="What was the ferry called?\n/why\n/cite\n/cast\n/quit\n")
    assert done.returncode == 0, done.stderr
    assert "prompt approved" in done.stdout and "Patience" in done.stdout
    assert "agent_validation" in done.stdout and "Josse Pell" in done.stdout
    again = ludens("resume", "last", input="Call Josse on his smartphone\n")
    assert "You lose this turn" in again.stdout
    told = ludens("export", "last", "--format", "transcript").stdout
    assert "> What was the ferry called?" in told and "smartphone" in told


def test_the_referee_reads_prompts_and_writes_a_verdict_a_line(ludens: Any, tmp_path: Path) -> None:
    tale = tmp_path / "tale.txt"
    tale.write_text("Ada Brown sold a silver ring to the miller.\n\nThe miller wept.\n")
    prompts = tmp_path / "in.jsonl"
    asked = ["Why did Ada sell the ring?", "Why did Zorro fly to Venus?"]
    prompts.write_text(
        "".join(json.dumps({"id": n, "prompt": p}) + "\n" for n, p in enumerate(asked))
    )
    out = tmp_path / "out.jsonl"
    done = ludens("story", "referee", str(tale), "--in", str(prompts), "--out", str(out))
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
    who = json.loads(
        ludens("story", "who", "bell_at_low_harrow", "Captain Sorrel", "--json").stdout
    )
    assert len(who["quotes"]) >= 20
    assert set(who["quotes"][0]) >= {"text", "passage", "chapter", "offset"}
    indexed = json.loads(ludens("story", "index", "--json").stdout)
    assert indexed["words"] >= 12_000 and indexed["chapters"] == 16


@pytest.mark.parametrize(
    "arguments",
    [
        ("story", "nowhere.txt"),
        ("story", "who", "bell_at_low_harrow", "Gandalf"),
        ("story", "referee", "bell_at_low_harrow", "--in", "nowhere.jsonl"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(ludens: Any, arguments: tuple[str, ...]) -> None:
    done = ludens(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("ludens: ") and "Traceback" not in done.stderr
