"""One episode of the offline company, or of the random player, in a store of its own."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.adventure.agents.random_player import RandomPlayer
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.episode.game import Stage
from ludens.episode.rows import EpisodeRow
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.settings import load_settings

PLAYERS = ("offline", "search", "random")


class RandomAdventure(Adventure):
    """The adventure with the random player in it."""

    def open(self, stage: Stage) -> AdventureSession:
        """Bring the company together and change the player."""
        session = super().open(stage)
        session.company.player = RandomPlayer(session.company.vocabulary)
        return session


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is to be played."""

    player: str
    perception: str
    steps: int
    """Interpreter steps of search allowed; 0: none."""
    seed: int
    turns: int
    settings: str = "{}"
    """JSON laid over the adventure's settings."""
    transcripts: Path | None = None


@dataclass(frozen=True)
class Episode:
    """An episode played, in its store."""

    story: StoryFile
    store: Store
    row: EpisodeRow
    events: list[tuple[int, str, dict[str, Any]]]


@contextmanager
def play(story: StoryFile, wish: Wish) -> Iterator[Episode]:
    """Play an episode; its store is gone afterwards."""
    adventure: dict[str, Any] = {"perception": wish.perception, **json.loads(wish.settings)}
    if wish.steps:
        budget = {"enabled": True, "budget": wish.steps}
        adventure["search"] = {**budget, **adventure.get("search", {})}
    with tempfile.TemporaryDirectory() as folder:
        flags = {"limits": {"turns": wish.turns}, "adventure": adventure}
        settings = load_settings(flags, environ={}, folder=Path(folder))
        store = Store.open(str(Path(folder) / "store.db"))
        runner = Runner(store, RandomAdventure() if wish.player == "random" else Adventure())
        row = runner.create(
            NewEpisode(
                game="adventure",
                subject=story.name,
                subject_hash=story.sha256,
                subject_content=story.data,
                seed=wish.seed,
                model="offline",
                settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
            )
        )
        row = asyncio.run(runner.play(row))
        events = [(e.turn, e.type, json.loads(e.data)) for e in store.events(row.id)]
        if wish.transcripts is not None:
            wish.transcripts.mkdir(parents=True, exist_ok=True)
            kind = f"{wish.player}-{wish.perception}-{wish.steps}-{wish.seed}"
            name = f"{Path(story.name).stem}-{kind}.txt"
            (wish.transcripts / name).write_text(transcript(events), encoding="utf-8")
        try:
            yield Episode(story, store, row, events)
        finally:
            store.close()


def transcript(events: list[tuple[int, str, dict[str, Any]]]) -> str:
    """Return an episode as text: commands with their reasons, answers, and what was judged."""
    lines: list[str] = []
    for turn, kind, data in events:
        if kind == "command_chosen":
            why = f"({data.get('by', 'player')}: {data.get('reasoning', '')})"
            lines.append(f"\n[{turn}] > {data['command']}    {why}")
        elif kind == "text_observed":
            lines.append(data["text"])
        elif kind == "command_judged":
            gained, novel = data.get("gained", False), data.get("novel", False)
            lines.append(f"  -- {data['effect']} gained={gained} novel={novel}")
        elif kind in SHOWN:
            lines.append(f"  -- {kind} {data}")
    return "\n".join(lines)


SHOWN = {
    *("score_change", "story_restored", "player_died", "room_found", "item_found", "item_moved"),
    *("item_changed", "exit_blocked", "carry_limit_met", "puzzle_found", "suggestion_made"),
    *("search_made", "episode_ended"),
}
