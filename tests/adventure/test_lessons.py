"""Lessons go with an episode, and to the next one only where that is asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adventure.test_survival import log_of, new
from begun import new_store
from ludens.adventure.events import (
    By,
    CommandChosen,
    CommandJudged,
    StoryRestored,
    StorySaved,
    TextObserved,
)
from ludens.adventure.game import Adventure
from ludens.adventure.lessons.carrying import with_lessons
from ludens.adventure.lessons.events import LessonsCarried, LessonsDrawn
from ludens.adventure.offline.proposers import usual_features
from ludens.adventure.review.events import CommandReviewed
from ludens.cli.app import app
from ludens.episode.control import Control
from ludens.episode.history import read_events, state_at
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store.db")


def played(
    store: Store, folder: Path, turns: int, story: str | None = None, **flags: Any
) -> EpisodeRow:
    runner = Runner(store, Adventure())
    settings = {"limits": {"turns": turns}, "adventure": flags}
    row = runner.create(with_lessons(store, new(folder, story, **settings)))
    return asyncio.run(runner.play(row))


def events(store: Store, row: EpisodeRow, kind: type[Any]) -> list[Any]:
    return [event for _, event in read_events(store, Adventure(), row) if isinstance(event, kind)]


def test_lessons_are_carried_to_the_next_episode_of_the_story_only_if_so_set(
    store: Store, tmp_path: Path
) -> None:
    first = played(store, tmp_path, 90, lessons={"every": 30})
    drawn = events(store, first, LessonsDrawn)
    assert len(drawn) == 3
    assert drawn[-1].lines
    plain = played(store, tmp_path, 1)
    assert events(store, plain, LessonsCarried) == []
    heir = played(store, tmp_path, 3, lessons={"carry": True})
    [carried] = events(store, heir, LessonsCarried)
    state = state_at(store, Adventure(), plain, 1)
    assert carried.lines == drawn[-1].lines, "of the newest episode that taught anything"
    assert state.lessons.carried == ()
    stranger = played(store, tmp_path, 1, "four_parts_copper", lessons={"carry": True})
    assert events(store, stranger, LessonsCarried) == []


def test_an_heirs_log_stands_alone(store: Store, tmp_path: Path) -> None:
    played(store, tmp_path, 20, lessons={"every": 10})
    heir = played(store, tmp_path, 8, lessons={"carry": True})
    other = new_store(tmp_path / "elsewhere.db")
    runner = Runner(other, Adventure())
    again = new(tmp_path, limits={"turns": 8})
    again.settings["adventure"] = heir.settings["adventure"]
    row = asyncio.run(runner.play(runner.create(again)))
    # Elsewhere there is no earlier episode: what was given is in the episode's own settings.
    assert log_of(other, row)[1:] == log_of(store, heir)[1:]


def test_heuristics_are_counts_of_rules_in_other_stories(store: Store, tmp_path: Path) -> None:
    other = played(store, tmp_path, 40, "four_parts_copper")
    tried = state_at(store, Adventure(), other, 40).memory.rules
    row = played(store, tmp_path, 1, lessons={"heuristics": True})
    fared = row.settings["adventure"]["lessons"]["fared"]
    assert {rule: sum(pair) for rule, pair in fared.items()} == {
        rule: tally.tries for rule, tally in tried.items()
    }
    told = state_at(store, Adventure(), row, 0)
    rule = max(fared, key=lambda one: fared[one][1])
    assert usual_features(told, rule)["luck"] < usual_features(told, "never tried")["luck"]
    same = played(store, tmp_path, 1, "four_parts_copper", lessons={"heuristics": True})
    counted = same.settings["adventure"]["lessons"]["fared"]
    assert sum(map(sum, counted.values())) <= 1, "its own story is left out"


def typed(store: Store, folder: Path, *commands: str) -> EpisodeRow:
    """Play these commands in the company's place."""
    runner = Runner(store, Adventure(), control=Control(listens=True, after=0))
    row = runner.create(new(folder, limits={"turns": len(commands)}))
    for command in commands:
        line = ["intervene", row.id, command, "--store", str(folder / "store.db")]
        result = CliRunner().invoke(app, line)
        assert result.exit_code == 0, result.output
    return asyncio.run(runner.play(row))


def test_a_person_overrides_the_company_from_another_terminal(store: Store, tmp_path: Path) -> None:
    row = typed(store, tmp_path, "look", "inventory")
    chosen = events(store, row, CommandChosen)
    assert [(event.command, event.by) for event in chosen] == [
        ("look", By.HUMAN),
        ("inventory", By.HUMAN),
    ]
    assert events(store, row, CommandReviewed) == [], "nobody reviews a person"


def test_a_person_may_ask_the_story_for_help(store: Store, tmp_path: Path) -> None:
    row = typed(store, tmp_path, "help", "look")
    (_, told, _) = events(store, row, TextObserved)
    assert "is not typed" not in told.text
    judged = [event.command for event in events(store, row, CommandJudged)]
    assert judged == ["look"], "what it tells is no news of the world"


def test_orders_to_the_program_are_answered_by_the_company(store: Store, tmp_path: Path) -> None:
    row = typed(store, tmp_path, "take lamp", "save", "quit", "script", "purloin lamp", "restore")
    told = [event.text for event in events(store, row, TextObserved)][1:]
    assert told[1] == "(Saved: RESTORE goes back to here.)"
    assert all(text.startswith("(") and "is not typed" in text for text in told[2:5])
    assert [event.to_turn for event in events(store, row, StorySaved)] == [2]
    assert [event.to_turn for event in events(store, row, StoryRestored)] == [2]
    assert row.turns == 6
