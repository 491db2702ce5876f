"""Stories told by a few lines of Python in place of an interpreter, for tests of the loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from adventure.scripted import ScriptedPlayer
from begun import new_store
from ludens.adventure.agents.player import Player
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.story_library import find_story
from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode
from ludens.settings import check_settings

Telling = Callable[[dict[str, Any], str], str]
"""Changes the world for a command and returns the answer; an empty command opens the story."""


class ToldStory:
    """An interpreter whose whole world is a dictionary."""

    def __init__(self, telling: Telling, world: dict[str, Any]) -> None:
        self.telling = telling
        self.world = world

    def start(self) -> Observation:
        """Open the story."""
        return Observation(text=self.telling(self.world, ""))

    def send(self, command: str) -> Observation:
        """Answer a command."""
        return Observation(text=self.telling(self.world, command))

    def snapshot(self) -> bytes:
        """Return the world."""
        return json.dumps(self.world).encode()

    def restore(self, snapshot: bytes) -> None:
        """Put the world back."""
        self.world = json.loads(snapshot)

    def memory(self) -> bytes | None:
        """There is none."""
        return None

    def close(self) -> None:
        """There is nothing to close."""


class ToldAdventure(Adventure):
    """The adventure over a told story; a bundled one lends its dictionary."""

    def __init__(self, story: ToldStory, player: Player | None) -> None:
        super().__init__()
        self.story, self.player = story, player

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together around it."""
        session = super().open(stage)
        session.company.interpreter.close()
        session.company.interpreter = self.story
        if self.player is not None:
            session.company.player = self.player
        return session


def play_told(
    story: ToldStory,
    folder: Path,
    *,
    commands: Sequence[str] | None = None,
    turns: int | None = None,
    lender: str = "drowned_clock",
    decides: Player | None = None,
    **settings: Any,
) -> tuple[EpisodeRow, list[tuple[int, list[Event]]]]:
    """Play commands, or let the company play, and return what happened, turn by turn."""
    limit = turns if turns is not None else len(commands or ())
    options = {"perception": "text", **settings}
    checked = check_settings({"limits": {"turns": limit}, "adventure": options})
    found = find_story(lender)
    player = ScriptedPlayer(list(commands)) if commands is not None else decides
    game = ToldAdventure(story, player)
    store = new_store(folder / "told.db")
    try:
        runner = Runner(store, game)
        row = runner.create(
            NewEpisode(
                game="adventure",
                subject=found.name,
                subject_hash=found.sha256,
                subject_content=found.data,
                seed=1,
                model="told",
                settings=checked.model_dump(mode="json", include={"limits", "adventure"}),
            )
        )
        row = asyncio.run(runner.play(row))
        lines = read_events(store, game, row)
    finally:
        store.close()
    turns_told = [
        (turn, [event for _, event in group])
        for turn, group in groupby(lines, key=lambda line: line[0].turn)
    ]
    return row, turns_told
