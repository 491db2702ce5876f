"""Stories played by a script: the house's own loop with a list of commands for its player."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from begun import new_store
from ludens.adventure.agents.player import Decision, Player
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import StoryOpened
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.story_library import find_story
from ludens.episode.events import Event
from ludens.episode.game import Stage
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode
from ludens.settings import check_settings


@dataclass(slots=True)
class ScriptedPlayer:
    """Types its commands in order, then looks; it insists on what is refused."""

    commands: list[str]

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the next command."""
        if briefing.refusals:
            return Decision(reasoning="", command=next(iter(briefing.refusals)))
        return Decision(reasoning="", command=self.commands.pop(0) if self.commands else "look")


_OPENED: dict[tuple[object, ...], StoryOpened] = {}
"""What was found out at an opening by who first tried it."""


class CastAdventure(Adventure):
    """The game with a player of the test's choice."""

    def __init__(self, player: Player, opened: StoryOpened | None = None) -> None:
        super().__init__(opened=opened)
        self.player = player

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together, with another player."""
        session = super().open(stage)
        session.company.player = self.player
        return session


def play_script(
    story: str | Path,
    commands: Sequence[str],
    folder: Path,
    *,
    seed: int = 1,
    **settings: Any,
) -> list[tuple[int, list[Event]]]:
    """Play the commands and return what happened, turn by turn; `settings` are the adventure's."""
    player = ScriptedPlayer(list(commands))
    return play_with(player, story, len(commands), folder, seed=seed, **settings)


def play_with(
    player: Player,
    /,
    story: str | Path,
    turns: int,
    folder: Path,
    *,
    seed: int = 1,
    **settings: Any,
) -> list[tuple[int, list[Event]]]:
    """Let a player play, and return what happened, turn by turn."""
    checked = check_settings({"limits": {"turns": turns}, "adventure": settings})
    found = find_story(str(story))
    own = checked.adventure
    opening = (found.sha256, seed, own.engine, own.perception, own.opening_seconds)
    game = CastAdventure(player, _OPENED.get(opening))
    store = new_store(folder / "script.db")
    try:
        runner = Runner(store, game)
        row = runner.create(
            NewEpisode(
                game="adventure",
                subject=found.name,
                subject_hash=found.sha256,
                subject_content=found.data,
                seed=seed,
                model="script",
                settings=checked.model_dump(mode="json", include={"limits", "adventure"}),
            )
        )
        row = asyncio.run(runner.play(row))
        lines = read_events(store, game, row)
    finally:
        store.close()
    for _, event in lines:
        if isinstance(event, StoryOpened):
            _OPENED[opening] = event
    return [
        (turn, [event for _, event in group])
        for turn, group in groupby(lines, key=lambda line: line[0].turn)
    ]
