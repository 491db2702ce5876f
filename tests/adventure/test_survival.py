"""A story survives mutated files and a second try, and reaches what it did."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from adventure.forked import start
from begun import new_store
from ludens.adventure.game import Adventure
from ludens.adventure.story_library import find_story
from ludens.episode.history import state_at
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

ZORK = Path(__file__).parents[2] / ".stories" / "zork1.z3"


def new(folder: Path, story: str | None = None, seed: int = 5, **flags: Any) -> NewEpisode:
    found = find_story(story)
    settings = load_settings(flags, environ={}, folder=folder)
    return NewEpisode(
        game="adventure",
        subject=found.name,
        subject_hash=found.sha256,
        subject_content=found.data,
        seed=seed,
        model="offline",
        settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
    )


def played(store: Store, episode: NewEpisode) -> EpisodeRow:
    runner = Runner(store, Adventure())
    return asyncio.run(runner.play(runner.create(episode)))


def log_of(store: Store, row: EpisodeRow) -> list[tuple[int, int, str, str]]:
    return [(e.seq, e.turn, e.type, e.data) for e in store.events(row.id)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store.db")


@pytest.mark.parametrize("perception", ["state", "text"])
def test_the_offline_company_reaches_more_than_half_of_the_first_story(
    store: Store, tmp_path: Path, perception: str
) -> None:
    row = played(
        store,
        new(tmp_path, limits={"turns": 90}, adventure={"perception": perception}),
    )
    assert row.headline["rooms"] > 9, "the story has 18 rooms"
    assert row.headline["max_score"] == 50, "told by the memory, or by the catalogue"


@pytest.mark.parametrize("perception", ["state", "text"])
def test_the_same_seed_gives_the_same_log(store: Store, tmp_path: Path, perception: str) -> None:
    flags = {"limits": {"turns": 25}, "adventure": {"perception": perception}}
    first, second = (played(store, new(tmp_path, **flags)) for _ in range(2))
    assert log_of(store, first) == log_of(store, second)


def test_a_fork_has_its_parents_state_and_goes_its_own_way(store: Store, tmp_path: Path) -> None:
    game = Adventure()
    runner = Runner(store, game)
    parent = played(store, new(tmp_path, limits={"turns": 30}))
    fork = runner.fork(parent, 17, {"limits": {"turns": 40}}, seed=99)
    assert state_at(store, game, fork, 17) == state_at(store, game, parent, 17)
    fork = asyncio.run(runner.play(fork))
    assert fork.turns == 40
    shared = [line for line in log_of(store, parent) if line[1] <= 17]
    assert log_of(store, fork)[: len(shared)] == shared


def _mutated(story: bytes, dice: Random) -> bytes:
    data = bytearray(story)
    match dice.randrange(4):
        case 0:
            return bytes(data[: dice.randrange(len(data))])
        case 1:
            for _ in range(dice.choice((1, 10, 1000))):
                data[dice.randrange(len(data))] = dice.randrange(256)
        case 2:
            for _ in range(dice.choice((1, 3, 20))):
                data[dice.randrange(64)] = dice.randrange(256)
        case 3:
            start, end = sorted(dice.randrange(len(data)) for _ in range(2))
            data[start:end] = dice.randbytes(end - start)
    # A right checksum lets the damage through to the interpreter.
    if dice.random() < 0.7 and len(data) > 64:
        data[0x1A:0x1C] = len(data).to_bytes(4, "big")[2:]
        data[0x1A:0x1C] = (0).to_bytes(2, "big")
        data[0x1C:0x1E] = (0).to_bytes(2, "big")
    return bytes(data)


PATIENCE = 600
"""Seconds for one file: a story may hang as often as the settings let it, on a busy machine."""
GIVEN_UP = 4
"""The exit status of an episode that came to nothing."""


def _kill(process: psutil.Process) -> None:
    """Leave nothing of a process that hangs to whatever runs next."""
    for one in (*process.children(recursive=True), process):
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()


def _harmless(folder: Path, files: int, dice: Random) -> dict[str, int]:
    story = find_story(None).data
    seen = {"refused": 0, "played": 0, "given up": 0}
    for number in range(files):
        path = folder / f"mutant{number}.z5"
        path.write_bytes(_mutated(story, dice))
        child = start(
            folder / "played",
            *("play", path, "--max-turns", "8", "--json", "--store", folder / "store.db"),
            # Whatever hangs does so a fifth as long; whatever goes well is soon done.
            *("--set", "adventure.deadline=1", "--set", "adventure.search.budget=500"),
        )
        child.join(timeout=PATIENCE)
        if child.exitcode is None:
            _kill(psutil.Process(child.pid))
            pytest.fail("ludens play hangs")
        out, err = ((folder / f"played.{end}").read_text() for end in ("out", "err"))
        path.unlink()
        if child.exitcode == 0:
            assert err == ""
            assert json.loads(out)["outcome"] != "failed"
            seen["played"] += 1
        elif child.exitcode == GIVEN_UP:
            assert json.loads(out)["outcome"] == "failed"
            seen["given up"] += 1
        else:
            assert child.exitcode == 1, err
            assert out == ""
            assert len(err.splitlines()) == 1, err
            seen["refused"] += 1
    return seen


def test_mutated_stories_are_refused_played_or_given_up(tmp_path: Path) -> None:
    seen = _harmless(tmp_path, 6, Random(3))
    assert sum(seen.values()) == 6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1050))
def test_a_thousand_mutated_stories_do_no_harm(tmp_path: Path, seed: int) -> None:
    start(tmp_path / "first", "--version").join()  # what starts the others is there from now on
    before = {p.pid for p in psutil.Process().children(recursive=True)}
    seen = _harmless(tmp_path, 20, Random(seed))
    assert seen["refused"], seen
    assert seen["played"], seen
    assert {p.pid for p in psutil.Process().children(recursive=True)} <= before


@pytest.mark.parametrize("perception", ["state", "text"])
def test_a_real_story_is_played_for_300_turns(
    store: Store, tmp_path: Path, perception: str
) -> None:
    if not ZORK.is_file():
        pytest.skip("put a real story at .stories/zork1.z3 to run this")
    row = played(
        store,
        new(
            tmp_path,
            str(ZORK),
            limits={"turns": 300},
            adventure={"perception": perception},
        ),
    )
    assert row.turns == 300 or row.outcome is not None
    assert row.headline["rooms"] >= 10
