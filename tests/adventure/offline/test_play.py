"""The offline company plays the first story, with and without trying commands beforehand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from ludens.adventure.game import Adventure
from ludens.adventure.story_library import find_story
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

FLOOR = 4
"""Points in 80 turns that it has never fallen below."""


def played(folder: Path, turns: int, **adventure: Any) -> tuple[Store, EpisodeRow]:
    story = find_story(None)
    flags = {"limits": {"turns": turns}, "adventure": {"perception": "text", **adventure}}
    settings = load_settings(flags, environ={}, folder=folder)
    store = Store.open(str(folder / "store.db"))
    runner = Runner(store, Adventure())
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=story.name,
            subject_hash=story.sha256,
            subject_content=story.data,
            seed=3,
            model="offline",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )
    return store, asyncio.run(runner.play(row))


def test_the_first_story_is_played_above_a_floor(tmp_path: Path) -> None:
    _, row = played(tmp_path, 80)
    assert row.headline["score"] >= FLOOR


def test_lookahead_keeps_to_its_budget_and_changes_nothing_by_itself(tmp_path: Path) -> None:
    budget = 150
    store, row = played(tmp_path, 15, lookahead={"enabled": True, "budget": budget})
    events = [(event.turn, event.type, json.loads(event.data)) for event in store.events(row.id)]
    steps = [data["steps"] for _, kind, data in events if kind == "foreseen"]
    assert 0 < sum(steps) <= budget
    typed = [turn for turn, kind, _ in events if kind == "text_observed"]
    assert typed == sorted(set(typed)), "one answer a turn: what was tried did not happen"


def test_lookahead_is_off_unless_asked_for(tmp_path: Path) -> None:
    store, row = played(tmp_path, 3)
    assert all(event.type != "foreseen" for event in store.events(row.id))


def test_what_a_snapshot_tells_of_ways_and_of_the_load_is_kept(tmp_path: Path) -> None:
    """Known ways are walked under one name; ways that are barred are barred without a turn."""
    store, row = played(tmp_path, 45, perception="state", lookahead={"enabled": True})
    events = list(store.events(row.id))
    store.close()
    seen = [json.loads(event.data) for event in events if event.type == "foreseen"]
    idle = [one for event in seen for one in event.get("idle", ())]
    assert any(one["effect"] == "moved" for one in idle), "a known way by another name"
    told = [one for event in seen for one in event.get("told", ())]
    assert any(one.get("overloaded") for one in told), "only typing makes room for it"
    typed = {
        (event.turn, json.loads(event.data)["command"])
        for event in events
        if event.type == "command_chosen"
    }
    barred = [event for event in events if event.type == "exit_blocked"]
    assert any((e.turn, json.loads(e.data)["direction"]) not in typed for e in barred)
