"""How well the company plays stories that nobody here wrote, each half by itself.

Plays the published stories with every seed, perception and player, and prints the mean share of
their points for each half of them: by the stories of `tune` one may tune, those of `report` only
report. Beside each figure stands its bootstrap interval over the stories; `--against` an earlier
run prints the difference, story by story paired, with its interval.

    python bench/published.py --stories .stories/published --list published.csv
    python bench/published.py --seeds 1 --half report --players offline
    python bench/published.py --rows after.jsonl --against before.jsonl
    python bench/published.py --players search --steps 50000 200000

The list is a CSV file with the columns name, file, max_score (empty where only the story knows it)
and half. Scores are the true ones: where a story shows none they are read from its memory, for
this report alone. A story that tells no highest score counts for none of the shares.

Rows are kept as JSON lines (`--rows`), one an episode; a cell that stands in the file already is
not played again.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from playing.episode import PLAYERS, Wish, play
from playing.truth import Truth, true_scores

from ludens.adventure.interpreter.story_file import StoryFile, open_story

HOW = """There are no published stories in {folder}. Fetch the repository BYU-PCCL/z-machine-games
from GitHub, and copy from it the files that the list names, and no others, into {folder}."""
HALVES = ("tune", "report")
RESAMPLES = 10_000


@dataclass(frozen=True)
class Listed:
    """A story of the list."""

    name: str
    path: Path
    most: int | None
    half: str


@dataclass(frozen=True)
class Row:
    """One episode played, as it is kept."""

    story: str
    half: str
    player: str
    perception: str
    steps: int
    """Interpreter steps of search allowed; 0: none."""
    seed: int
    turns: int
    played: int
    """Turns played: fewer than were allowed when it ended before."""
    score: int | None
    """The best true score; None where nobody can tell."""
    most: int | None
    shown: int
    """The best score as the company knew it."""
    curve: tuple[int, ...]
    """The best true score after each quarter of the turns."""
    rooms: int
    won: bool
    seconds: float
    """CPU of the episode, interpreter included."""
    failed: str = ""
    """Why there is no result, if there is none."""

    @property
    def cell(self) -> tuple[object, ...]:
        """What tells it from the others."""
        return (self.story, *self.kind, self.seed)

    @property
    def kind(self) -> tuple[str, str, int, int]:
        """Who played how."""
        return (self.player, self.perception, self.steps, self.turns)

    @property
    def share(self) -> float | None:
        """The share of the points, 0 to 1; None where the score or the highest one is unknown.

        What is more than the highest score is no score: something else was read.
        """
        if not self.most or self.score is None or self.score > self.most:
            return None
        return max(0, self.score) / self.most


def main() -> None:
    options = arguments()
    listed = list(stories(options))
    rows = read_rows(options.rows)
    known = {row.cell for row in rows}
    wishes = [wish for wish in cells(listed, options) if wish.cell not in known]
    began = time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(measure, wish) for wish in wishes]
        for future in as_completed(futures):
            row = future.result()
            rows.append(row)
            if options.rows:
                with options.rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(row)) + "\n")
            if not options.quiet:
                print(line(row), flush=True)
    names = {one.name for one in listed}
    rows = [row for row in rows if row.story in names]
    earlier = read_rows(options.against)
    for kind in sorted({row.kind for row in rows}):
        for half in HALVES:
            mine = [row for row in rows if row.kind == kind and row.half == half]
            if mine:
                print(summary(mine, earlier))
    print(f"{len(wishes)} episodes in {time.monotonic() - began:.0f} s")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stories", type=Path, default=Path(".stories/published"))
    parser.add_argument("--list", type=Path, default=Path(".stories/published.csv"))
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--names", nargs="+", help="only these stories")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--perceptions", nargs="+", default=["text", "state"])
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=["offline", "random"])
    parser.add_argument("--steps", type=int, nargs="+", default=[50_000], help="of search")
    parser.add_argument("--set", default="{}", help="JSON laid over the adventure's settings")
    parser.add_argument("--jobs", type=int, default=2, help="episodes at once")
    parser.add_argument("--rows", type=Path, help="where rows are kept")
    parser.add_argument("--against", type=Path, help="rows of an earlier run")
    parser.add_argument("--transcripts", type=Path, help="a folder to write transcripts to")
    parser.add_argument("--quiet", action="store_true", help="print the means alone")
    return parser.parse_args()


def stories(options: argparse.Namespace) -> Iterator[Listed]:
    """Yield the stories asked for. Exits in one line when they are not there."""
    if not options.list.is_file():
        sys.exit(f"There is no list {options.list}: name one with --list.")
    with options.list.open(encoding="utf-8") as file:
        entries = list(csv.DictReader(file))
    if not any((options.stories / Path(entry["file"]).name).is_file() for entry in entries):
        sys.exit(HOW.format(folder=options.stories))
    for entry in entries:
        path = options.stories / Path(entry["file"]).name
        if not path.is_file():
            sys.exit(f"{path} is missing: copy it, or take it off the list.")
        if options.half not in (entry["half"], "both"):
            continue
        if options.names and entry["name"] not in options.names:
            continue
        most = int(entry["max_score"]) if entry["max_score"] else None
        yield Listed(entry["name"], path, most, entry["half"])


@dataclass(frozen=True)
class Asked(Wish):
    """An episode to be measured."""

    listed: Listed = None  # type: ignore[assignment] # always given

    @property
    def cell(self) -> tuple[object, ...]:
        kind = (self.player, self.perception, self.steps, self.turns)
        return (self.listed.name, *kind, self.seed)


def cells(listed: Sequence[Listed], options: argparse.Namespace) -> Iterator[Asked]:
    """Yield what is to be played, one seed of all stories after the other."""
    for seed in options.seeds:
        for perception in options.perceptions:
            for player in options.players:
                for steps in options.steps if player == "search" else [0]:
                    for one in listed:
                        yield Asked(
                            player=player,
                            perception=perception,
                            steps=steps,
                            seed=seed,
                            turns=options.turns,
                            settings=options.set,
                            transcripts=options.transcripts,
                            listed=one,
                        )


def measure(asked: Asked) -> Row:
    """Play an episode and tell its true score."""
    listed = asked.listed
    began = time.process_time()
    told: dict[str, object] = {
        "story": listed.name,
        "half": listed.half,
        "player": asked.player,
        "perception": asked.perception,
        "steps": asked.steps,
        "seed": asked.seed,
        "turns": asked.turns,
    }
    try:
        story = open_story(listed.path)
        truth = truth_of(story)
        with play(story, asked) as episode:
            curve = true_scores(episode, truth, asked.turns)
            headline = episode.row.headline
            return Row(
                **told,  # type: ignore[arg-type]
                played=episode.row.turns,
                score=curve[-1],
                most=listed.most or truth.most,
                shown=headline["score"] or 0,
                curve=tuple(value or 0 for value in curve),
                rooms=headline["rooms"],
                won=episode.row.outcome == "victory",
                seconds=time.process_time() - began,
                failed=(episode.row.reason or "") if episode.row.outcome == "failed" else "",
            )
    except Exception as error:  # one broken story must not end the run: it is told
        return Row(
            **told,  # type: ignore[arg-type]
            played=0,
            score=None,
            most=listed.most,
            shown=0,
            curve=(),
            rooms=0,
            won=False,
            seconds=time.process_time() - began,
            failed=f"{type(error).__name__}: {error}",
        )


def truth_of(story: StoryFile) -> Truth:
    """Return how a story's true score is read."""
    return Truth.of(story)


def read_rows(path: Path | None) -> list[Row]:
    """Return the rows of a file; none if there is none."""
    if path is None or not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Row(**{**json.loads(one), "curve": tuple(json.loads(one)["curve"])}) for one in lines]


def line(row: Row) -> str:
    """Return one episode as a line."""
    share = "     -" if row.share is None else f"{row.share:6.1%}"
    score = "-" if row.score is None else str(row.score)
    return (
        f"{row.half:6} {row.story[:14]:14} {row.perception:5} {row.player:8} {row.steps:6} "
        f"seed {row.seed} {score:>5} of {row.most or '?':>4} {share} "
        f"rooms {row.rooms:3} turns {row.played:5} {row.seconds:6.1f} s "
        f"{'won' if row.won else ''}{row.failed}"
    )


def shares(rows: Sequence[Row]) -> dict[str, float]:
    """Return for each story the mean share of its points over the seeds."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if row.share is not None and not row.failed:
            found.setdefault(row.story, []).append(row.share)
    return {story: statistics.mean(values) for story, values in found.items()}


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the bootstrap interval of a mean at 95 %, over the stories."""
    dice = np.random.default_rng(0)
    drawn = dice.choice(np.array(values), (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)


def summary(rows: Sequence[Row], earlier: Sequence[Row]) -> str:
    """Return the means of one player in one half, and what became of them since."""
    first, mine = rows[0], shares(rows)
    seeds = len({row.seed for row in rows})
    rooms = statistics.mean(row.rooms for row in rows)
    seconds = statistics.median(row.seconds for row in rows)
    told = f"{first.half:6} {first.perception:5} {first.player:8} {first.steps:6} steps "
    told += f"{first.turns} turns: "
    if mine:
        low, high = interval(list(mine.values()))
        told += f"{statistics.mean(mine.values()):6.2%} [{low:.1%}, {high:.1%}] "
    told += f"of {len(mine)} stories, {seeds} seeds; rooms {rooms:.1f}; {seconds:.1f} s each"
    failed = [row for row in rows if row.failed]
    if failed:
        told += f"; {len(failed)} failed, {', '.join(sorted({row.story for row in failed}))}"
    before = shares([row for row in earlier if row.kind == first.kind and row.half == first.half])
    both = sorted(set(mine) & set(before))
    if both:
        gains = [mine[story] - before[story] for story in both]
        low, high = interval(gains)
        was = statistics.mean(before[story] for story in both)
        told += (
            f"\n       against {was:.2%}: {statistics.mean(gains):+.2%} [{low:+.1%}, {high:+.1%}]"
        )
    return told


if __name__ == "__main__":
    main()
