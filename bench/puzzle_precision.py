"""How good are the puzzle agent's suggestions? On our stories, in both perceptions.

Two measures, neither of which the agent can see:
- recall: along each walkthrough, how many of its deeds (beyond walking and taking) were suggested
  before they were typed, and at what confidence;
- precision: an offline player follows every suggestion it can; how many of those did something.

    python bench/puzzle_precision.py [--turns 300] [--seeds 1] [STORY ...]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ludens.adventure.agents.player import Decision, Player
from ludens.adventure.briefing import Briefing
from ludens.adventure.events import CommandChosen, CommandJudged, Effect
from ludens.adventure.game import Adventure, AdventureSession
from ludens.adventure.puzzles.events import (
    PuzzleFound,
    PuzzleSolved,
    SuggestionClosed,
    SuggestionMade,
)
from ludens.adventure.stories import bundled
from ludens.adventure.story_library import find_story
from ludens.adventure.world.routes import path
from ludens.episode.game import Stage
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings

STORIES = Path(__file__).parents[1] / "stories"


@dataclass
class Walker:
    """Types a walkthrough."""

    commands: list[str]

    async def decide(self, briefing: Briefing) -> Decision:
        return Decision(reasoning="", command=self.commands.pop(0) if self.commands else "look")


@dataclass
class Follower:
    """Follows the surest suggestion whose things it carries; plays offline otherwise."""

    inner: Player
    told: set[str] = field(default_factory=set)

    async def decide(self, briefing: Briefing) -> Decision:
        state = briefing.state
        here = state.map.here
        for one in sorted(state.puzzles.suggestions.values(), key=lambda s: -s.confidence):
            if here is None or briefing.refusals:
                break
            carried = {state.items.known[id_].name for id_ in state.items.carried()}
            if not carried.issuperset(one.items):
                continue
            if one.room is None or state.map.resolve(one.room) == here:
                return Decision(reasoning="try", command=one.command)
            route = path(state.map, here, one.room)
            if route is not None and route.commands:
                return Decision(reasoning="go", command=route.commands[0])
        return await self.inner.decide(briefing)


class Played(Adventure):
    """The adventure with another player."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def open(self, stage: Stage) -> AdventureSession:
        session = super().open(stage)
        session.company.player = self.player(session.company.player)
        return session


def _walker(commands: list[str], _: Player) -> Walker:
    return Walker(list(commands))


def play(
    store: Store,
    story: str,
    seed: int,
    turns: int,
    flags: dict[str, Any],
    player: Any,
    folder: Path,
) -> EpisodeRow:
    found = find_story(story)
    settings = load_settings(
        {"limits": {"turns": turns}, "adventure": flags}, environ={}, folder=folder
    )
    runner = Runner(store, Played(player))
    row = runner.create(
        NewEpisode(
            game="adventure",
            subject=found.name,
            subject_hash=found.sha256,
            subject_content=found.data,
            seed=seed,
            model="offline",
            settings=settings.model_dump(mode="json", include={"limits", "adventure", "llm"}),
        )
    )
    return asyncio.run(runner.play(row))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="Print every suggestion tried.")
    parser.add_argument("stories", nargs="*", default=[story.name for story in bundled()])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        for story in options.stories:
            for perception in ("state", "text"):
                flags: dict[str, Any] = {"perception": perception}
                script = STORIES / f"{story}.walkthrough"
                if script.exists():
                    lines = [line.split("#")[0].strip() for line in script.read_text().splitlines()]
                    commands = [line for line in lines if line]
                    quiet = flags | {
                        "critic": {"enabled": False},
                        "review": {"threshold": 0.0},
                        "stuck": {"velocity": {"enabled": False}},
                        "mazes": {"solve": False},
                        "puzzles": {"adaptive": False},
                    }
                    row = play(
                        store,
                        story,
                        1,
                        len(commands),
                        quiet,
                        partial(_walker, commands),
                        Path(folder),
                    )
                    recall(store, row)
                for seed in range(options.seeds):
                    row = play(store, story, seed, options.turns, flags, Follower, Path(folder))
                    precision(store, row, options.list)


def _same(one: str, other: str) -> bool:
    """Whether two commands bring the same things together, whatever the verb."""
    few, many = sorted((_things(one), _things(other)), key=len)
    same_verb = one.split(maxsplit=1)[0] == other.split(maxsplit=1)[0]
    return bool(few) and few <= many and (len(few) > 1 or same_verb)


def _things(command: str) -> set[str]:
    return {word for word in command.split()[1:] if len(word) > 3} - {"with", "into"}


def recall(store: Store, row: EpisodeRow) -> None:
    open_: dict[str, SuggestionMade] = {}
    before: dict[str, SuggestionMade] = {}
    wanted, sure, missed = 0, [], []
    counts = {PuzzleFound: 0, PuzzleSolved: 0, SuggestionMade: 0}
    command = ""
    for _, event in read_events(store, Adventure(), row):
        if type(event) in counts:
            counts[type(event)] += 1
        match event:
            case SuggestionMade():
                open_[event.suggestion] = event
            case CommandChosen():
                command, before = event.command, dict(open_)
            case SuggestionClosed():
                open_.pop(event.suggestion, None)
            case CommandJudged(effect=Effect.SCORED | Effect.CHANGED) if " " in command:
                small = event.effect is Effect.CHANGED and len(event.things) < 2
                if small or command.split()[0] in ("take", "drop"):
                    continue
                wanted += 1
                same = [s.confidence for s in before.values() if _same(s.command, command)]
                if same:
                    sure.append(max(same))
                else:
                    missed.append(command)
    found, solved, made = counts.values()
    print(f"{row.subject}, walkthrough: {found} puzzles, {solved} solved, {made} suggestions")
    listed = ", ".join(f"{confidence:.2f}" for confidence in sure)
    print(f"   {len(sure)} of {wanted} deeds foretold ({listed}); not: {'; '.join(missed)}")


def precision(store: Store, row: EpisodeRow, verbose: bool) -> None:
    made: dict[str, SuggestionMade] = {}
    tally: dict[float, list[int]] = defaultdict(lambda: [0, 0])
    for line, event in read_events(store, Adventure(), row):
        match event:
            case SuggestionMade():
                made[event.suggestion] = event
            case SuggestionClosed(worked=bool()):
                one = made[event.suggestion]
                fifth = min(int(one.confidence * 5), 4) / 5
                tally[fifth][0] += 1
                tally[fifth][1] += bool(event.worked)
                if verbose:
                    sign = "+" if event.worked else "-"
                    told = f"{sign} {one.confidence:.2f} {one.command!r} {one.reason}"
                    print(f"      {line.turn:4} {told}")
    shares = "  ".join(f"{low:.1f}: {good}/{n}" for low, (n, good) in sorted(tally.items()))
    tried, good = (sum(pair[i] for pair in tally.values()) for i in (0, 1))
    score = f"score {row.headline['score']} of {row.headline['max_score']} in {row.turns} turns"
    print(f"{row.subject}, followed: {good} of {tried} worked ({shares}); {score}")


if __name__ == "__main__":
    main()
