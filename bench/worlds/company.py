"""Walks of the offline company: the map of an episode beside the memory in its snapshots.

The company explores, fails, dies, goes back to saves and solves mazes, as no walkthrough does.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludens.adventure.company import senses_for
from ludens.adventure.events import CommandChosen, PlayerDied, StoryRestored, TextObserved
from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.mapping import Mapping
from ludens.adventure.state import AdventureState
from ludens.episode.events import Event
from ludens.episode.history import read_events, state_at
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings
from worlds.truth import TruePlay, TrueTurn

RESTORED = "restore"
"""What a turn that went back to a save counts as: its command led nowhere."""


@dataclass(frozen=True)
class CompanyWalk:
    """An episode: where the player truly was after each turn, and the map that was drawn."""

    turns: Sequence[TrueTurn]
    mapping: Mapping


def company_walk(story: StoryFile, perception: str, *, seed: int, turns: int) -> CompanyWalk:
    """Play an episode with the offline company, and read the truth out of its snapshots."""
    with tempfile.TemporaryDirectory() as folder:
        flags = {
            "limits": {"turns": turns},
            "adventure": {"perception": perception, "max_deaths": turns},
        }
        settings = load_settings(flags, environ={}, folder=Path(folder))
        store = Store.open(str(Path(folder) / "store.db"))
        game = Adventure()
        runner = Runner(store, game)
        row = runner.create(
            NewEpisode(
                game="adventure",
                subject=story.name,
                subject_hash=story.sha256,
                subject_content=story.data,
                seed=seed,
                model="offline",
                settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
            )
        )
        row = asyncio.run(runner.play(row))
        log: list[list[Event]] = [[] for _ in range(row.turns + 1)]
        for line, event in read_events(store, game, row):
            log[line.turn].append(event)
        state = state_at(store, game, row, row.turns)
        truth = _truth(story, store, row, log)
        store.close()
    return CompanyWalk(truth, _mapping(story, state, log))


def _mapping(story: StoryFile, state: AdventureState, log: list[list[Event]]) -> Mapping:
    return Mapping(senses_for(story, None), state, log, looks=state.looks)


def _truth(
    story: StoryFile, store: Store, row: EpisodeRow, log: list[list[Event]]
) -> list[TrueTurn]:
    game = TruePlay(story)
    try:
        return [_true_turn(game, store, row, turn, events) for turn, events in enumerate(log)]
    finally:
        game.close()


def _true_turn(
    game: TruePlay, store: Store, row: EpisodeRow, turn: int, events: list[Event]
) -> TrueTurn:
    command = next((e.command for e in events if isinstance(e, CommandChosen)), "")
    text = next((e.text for e in events if isinstance(e, TextObserved)), "")
    if any(isinstance(event, StoryRestored | PlayerDied) for event in events):
        command = RESTORED
    kept = store.snapshot(row.id, "engine", turn=turn, exactly=True)
    assert kept is not None, "an exact snapshot is there or an error was raised"
    return game.remembered(command, Observation(text), kept[2])
