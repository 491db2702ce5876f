"""How far the offline company gets: score against turns, beside a random player.

Plays every named story with every seed, perception and player, one after another, and prints a
table of means with the score after every quarter of the turns:

    python bench/offline_play.py                  # our own stories in short: under 5 minutes
    python bench/offline_play.py --full           # 5 seeds, 1000 turns, as the docs state it
    python bench/offline_play.py .stories/zork1.z3 --full --perceptions state
    python bench/offline_play.py 'games/*.z8' --wins --full   # a folder of TextWorld games
    python bench/offline_play.py lastwell --full --ablate     # each mechanism off in turn

Without `--players` the company plays and the random player beside it, in full with and without
search; with `--wins` the company alone.

The random player draws from what the offline player's eyes see: the twelve directions, and the
story's own verbs about things that its texts name and that are at hand.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playing.episode import RandomAdventure, transcript

from ludens.adventure.game import Adventure
from ludens.adventure.interpreter.story_file import StoryFile
from ludens.adventure.offline.proposers import rule_ids
from ludens.adventure.stories import bundled
from ludens.adventure.story_library import find_story
from ludens.episode.runner import Runner
from ludens.episode.store import NewEpisode, Store
from ludens.settings import load_settings

PLAYERS = ("offline", "search", "random")
STUCK = (*("velocity", "oscillation", "camping", "revisits", "warnings", "hints"),)
ABLATIONS: dict[str, dict[str, Any]] = {
    **{f"no {rule}": {"player": {"without": [rule]}} for rule in rule_ids()},
    "no puzzles": {"puzzles": {"enabled": False}},
    "no critic": {"critic": {"enabled": False}},
    "no lessons": {"lessons": {"enabled": False}},
    "no mazes": {"mazes": {"solve": False}},
    "no return": {"on_death": "end"},
    **{f"no {name}": {"stuck": {name: {"enabled": False}}} for name in STUCK},
}
"""Mechanisms that can be switched off one by one, each with the settings that do it."""
POINTS = 4
"""Points of the curve of score against turns."""


@dataclass(frozen=True)
class Play:
    """One episode played."""

    story: str
    player: str
    perception: str
    seed: int
    turns: int
    score: int
    most: int | None
    rooms: int
    deaths: int
    won: bool
    curve: tuple[int, ...]
    cpu: float


def main() -> None:
    options = arguments()
    plays: list[Play] = []
    began = time.monotonic()
    for story in stories(options.stories):
        for perception in options.perceptions:
            for player in options.players:
                mine = [one(story, player, perception, seed, options) for seed in options.seeds]
                plays += mine
                if not options.wins:
                    print(line(mine), flush=True)
            if options.ablate:
                ablate(story, perception, options)
    if options.wins:
        keys = {(play.player, play.perception): None for play in plays}
        for key in keys:
            mine = [play for play in plays if (play.player, play.perception) == key]
            won = sum(play.won for play in mine)
            lost = [play.story for play in mine if not play.won]
            print(f"{key[0]:10} {key[1]:6} won {won} of {len(mine)}; lost: {' '.join(lost)}")
    print(f"{time.monotonic() - began:.0f} s")


def ablate(story: StoryFile, perception: str, options: argparse.Namespace) -> None:
    """Print what the company reaches without each of its mechanisms."""
    laid_over = options.set
    for name, off in ABLATIONS.items():
        options.set = json.dumps({**json.loads(laid_over), **off})
        mine = [one(story, "offline", perception, seed, options) for seed in options.seeds]
        print(line([replace(play, player=name) for play in mine]), flush=True)
    options.set = laid_over


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stories", nargs="*", help="names, files or patterns; none: our own")
    parser.add_argument("--full", action="store_true", help="5 seeds and 1,000 turns")
    parser.add_argument("--turns", type=int)
    parser.add_argument("--seeds", type=int, nargs="+")
    parser.add_argument("--perceptions", nargs="+", default=["text"])
    parser.add_argument("--players", nargs="+", choices=PLAYERS, help="who plays")
    parser.add_argument("--wins", action="store_true", help="only count the stories won")
    parser.add_argument("--ablate", action="store_true", help="switch each mechanism off in turn")
    parser.add_argument("--set", default="{}", help="JSON laid over the adventure's settings")
    parser.add_argument("--transcripts", type=Path, help="a folder to write transcripts to")
    options = parser.parse_args()
    options.turns = options.turns or (1000 if options.full else 200)
    options.seeds = options.seeds or ([1, 2, 3, 4, 5] if options.full else [1, 2])
    options.players = options.players or _players(options)
    return options


def _players(options: argparse.Namespace) -> list[str]:
    """Return who plays unless it is said: search takes long, so only in full."""
    if options.wins:
        return ["offline"]
    return list(PLAYERS) if options.full else ["offline", "random"]


def stories(names: list[str]) -> Iterator[StoryFile]:
    for name in names or [entry.name for entry in bundled()]:
        root = Path(Path(name).anchor)
        found = (
            sorted(root.glob(str(Path(name).relative_to(root)))) if set(name) & set("*?[") else []
        )
        for path in found or [name]:
            yield find_story(str(path))


def one(
    story: StoryFile, player: str, perception: str, seed: int, options: argparse.Namespace
) -> Play:
    """Play one episode."""
    adventure: dict[str, Any] = {"perception": perception, **json.loads(options.set)}
    if player == "search":
        adventure["search"] = {"enabled": True, **adventure.get("search", {})}
    with tempfile.TemporaryDirectory() as folder:
        flags = {"limits": {"turns": options.turns}, "adventure": adventure}
        settings = load_settings(flags, environ={}, folder=Path(folder))
        store = Store.open(str(Path(folder) / "store.db"))
        runner = Runner(store, RandomAdventure() if player == "random" else Adventure())
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
        began = time.process_time()
        row = asyncio.run(runner.play(row))
        cpu = (time.process_time() - began) / max(1, row.turns)
        events = [(e.turn, e.type, json.loads(e.data)) for e in store.events(row.id)]
        store.close()
    if options.transcripts is not None:
        options.transcripts.mkdir(parents=True, exist_ok=True)
        name = f"{Path(story.name).stem}-{player}-{perception}-{seed}.txt"
        (options.transcripts / name).write_text(transcript(events), encoding="utf-8")
    line = row.headline
    return Play(
        story=Path(story.name).stem,
        player=player,
        perception=perception,
        seed=seed,
        turns=row.turns,
        score=line["score"] or 0,
        most=line["max_score"],
        rooms=line["rooms"],
        deaths=line["deaths"],
        won=row.outcome == "victory",
        curve=curve(events, options.turns),
        cpu=cpu,
    )


def curve(events: list[tuple[int, str, dict[str, Any]]], turns: int) -> tuple[int, ...]:
    """Return the best score so far after each part of the turns."""
    best = [0] * (POINTS + 1)
    for turn, kind, data in events:
        if kind == "score_change":
            part = min(POINTS, -(-turn * POINTS // turns))
            best[part] = max(best[part], data["score"])
    return tuple(max(best[: part + 1]) for part in range(1, POINTS + 1))


def line(plays: list[Play]) -> str:
    """Return one row of the table: the mean of the seeds."""
    first = plays[0]
    mean = statistics.mean(play.score for play in plays)
    best = [statistics.mean(play.curve[part] for play in plays) for part in range(POINTS)]
    return (
        f"{first.story[:24]:24} {first.perception:6} {first.player:14} "
        f"mean {mean:6.1f} best {best[-1]:6.1f} of {max((p.most or 0) for p in plays):4} "
        f"curve {' '.join(f'{b:6.1f}' for b in best)}  "
        f"each {' '.join(str(p.score) for p in plays):24} "
        f"rooms {statistics.mean(p.rooms for p in plays):5.1f} "
        f"deaths {statistics.mean(p.deaths for p in plays):4.1f} "
        f"won {sum(p.won for p in plays)}/{len(plays)} "
        f"{1000 * statistics.median(p.cpu for p in plays):5.1f} ms/turn"
    )


if __name__ == "__main__":
    main()
