"""The offline company plays the first story, with and without a search beforehand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from ludens.adventure.game import Adventure
from ludens.adventure.settings import AdventureSettings
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


@pytest.mark.parametrize("perception", ["text", "state"])
def test_a_search_is_recorded_and_its_best_find_is_typed_as_it_was_foreseen(
    perception: str, tmp_path: Path
) -> None:
    budget = 900
    search = {"enabled": True, "budget": budget}
    store, row = played(tmp_path, 30, perception=perception, search=search)
    events = [(event.turn, event.type, json.loads(event.data)) for event in store.events(row.id)]
    store.close()
    made = [data for _, kind, data in events if kind == "search_made"]
    # A batch is tried whole, and who reads text looks round after each of its commands.
    assert budget <= made[-1]["total"] <= budget + 100
    best = made[0]["finds"][0]
    assert best["kind"] == "score"
    scores = {turn: data["score"] for turn, kind, data in events if kind == "score_change"}
    assert scores[best["commands"]] == best["score"], "at the turn at which it was foreseen"
    by_search = [data for _, kind, data in events if kind == "command_chosen"]
    assert [data["by"] for data in by_search[: best["commands"]]] == ["search"] * best["commands"]


def test_there_is_no_search_unless_asked_for(tmp_path: Path) -> None:
    store, row = played(tmp_path, 3)
    assert all(event.type != "search_made" for event in store.events(row.id))
    store.close()


def test_settings_of_an_episode_with_lookahead_still_load() -> None:
    old = {"lookahead": {"enabled": True, "budget": 10, "per_turn": 5, "batch": 2}}
    assert not AdventureSettings.model_validate(old).search.enabled
