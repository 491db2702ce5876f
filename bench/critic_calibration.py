"""Is the offline critic right? Its scores against what came of the commands of whole episodes.

The critic is asked after the fact, before each command of recorded offline episodes and of
walkthroughs; it decides nothing there, so what it would have refused was typed and judged.

    python bench/critic_calibration.py [--turns 400] [--seeds 2] [STORY ...]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludens.adventure.events import By, CommandChosen, CommandJudged
from ludens.adventure.game import Adventure
from ludens.adventure.offline.critic import OfflineCritic
from ludens.adventure.offline.planner import OfflinePlanner
from ludens.adventure.review.calibration import CriticRecord, calibration, was_worth_it
from ludens.adventure.state import AdventureState
from ludens.adventure.stories import bundled
from ludens.adventure.story_library import find_story
from ludens.adventure.vocabulary import Vocabulary
from ludens.episode.history import read_events
from ludens.episode.runner import Runner
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.settings import load_settings


@dataclass
class Tally:
    """The scores of one reason, and what came of the commands."""

    scores: list[float] = field(default_factory=list)
    good: int = 0


def episode(
    store: Store, story: str, seed: int, turns: int, perception: str, folder: Path
) -> EpisodeRow:
    found = find_story(story)
    flags = {
        "limits": {"turns": turns},
        "adventure": {"perception": perception, "critic": {"enabled": False}},
    }
    settings = load_settings(flags, environ={}, folder=folder)
    runner = Runner(store, Adventure())
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


def scored(
    store: Store, row: EpisodeRow, critic: OfflineCritic
) -> Iterator[tuple[float, str, CommandJudged]]:
    """Yield the critic's score and reason for each of the player's commands, and its judgement."""
    state = AdventureState()
    asked: tuple[float, str, str] | None = None
    for line, event in read_events(store, Adventure(), row):
        state.turn = line.turn
        match event:
            case CommandChosen(by=By.PLAYER):
                opinion = critic.opinion(state, event.command)
                asked = (opinion.score, opinion.reason, event.command)
            case CommandJudged() if asked is not None and asked[2] == event.command:
                yield asked[0], asked[1], event
                asked = None
        state.apply(event)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("stories", nargs="*", default=[story.name for story in bundled()])
    options = parser.parse_args()
    rows: dict[str, Tally] = defaultdict(Tally)
    everything = CriticRecord()
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "store.db"))
        for story in options.stories:
            critic = OfflineCritic(OfflinePlanner(Vocabulary(find_story(story).data)))
            for perception in ("state", "text"):
                record = CriticRecord()
                for seed in range(options.seeds):
                    row = episode(store, story, seed, options.turns, perception, Path(folder))
                    for score, reason, judged in scored(store, row, critic):
                        good = was_worth_it(judged)
                        for kept in (record, everything):
                            kept.count(score, good)
                        tally = rows[f"{kind_of(reason, judged.command)}"]
                        tally.scores.append(score)
                        tally.good += good
                report(f"{story}, {perception}", record)
    report("all", everything)
    print("\nreason                                              n  score   worth it")
    for reason, tally in sorted(rows.items(), key=lambda row: -len(row[1].scores)):
        n = len(tally.scores)
        print(f"{reason:48} {n:5} {sum(tally.scores) / n:6.2f} {tally.good / n:8.2f}")


def kind_of(reason: str, command: str) -> str:
    """Return what a reason has in common with others of its kind."""
    verb = command.partition(" ")[0]
    first = " ".join(word for word in reason.split()[:5] if "'" not in word)
    fresh = reason.startswith(("Nothing speaks", "'"))
    return f"new: {verb}" if fresh else first


def report(name: str, record: CriticRecord) -> None:
    found = calibration(record)
    brier = f"Brier {found.brier:.3f} (always the mean: {found.base:.3f})"
    print(f"{name}: {found.commands} commands, {brier}")
    for fifth in found.buckets:
        said, was = f"said {fifth.mean_score:.2f}", f"was {fifth.worth_it:.2f}"
        print(f"   {fifth.low:.1f}-{fifth.high:.1f}: {fifth.commands:5}  {said}  {was}")


if __name__ == "__main__":
    main()
