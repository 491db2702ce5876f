"""How broad the offline company's play is: many very small stories, each one classic puzzle.

Compiles the stories of stories/gallery (Debian: inform6-compiler, inform6-library) and lets the
offline company play each, the random player beside it. Prints for each the mean share of its
points and the share of its playings that were solved in full; then both for all of them, and for
those kept aside (stories/gallery/aside), by which nothing may be tuned:

    python bench/gallery.py                           # 300 turns, seeds 1 to 3
    python bench/gallery.py --names plank doormat --transcripts /tmp/gallery
    python bench/gallery.py --sets gallery --players offline
    python bench/gallery.py --search                  # the company with search too
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from offline_play import PLAYERS, Play, one

from ludens.adventure.interpreter.story_file import StoryFile, open_story

STORIES = Path(__file__).resolve().parents[1] / "stories"
SETS = {"gallery": STORIES / "gallery", "aside": STORIES / "gallery" / "aside"}
"""The stories that play may be improved by, and those kept aside."""
FULL_SCORE = 10
"""What every story of the gallery can be solved for."""


@dataclass(frozen=True)
class Row:
    """One story as one player plays it, over the seeds."""

    name: str
    player: str
    share: float
    """Mean of the best score by the full score."""
    solved: float
    """The playings that reached the full score, 0 to 1."""
    turns: float
    """Mean length of a playing."""


def sources(folder: Path) -> list[Path]:
    """Return the sources of a set, by name."""
    return sorted(folder.glob("*.inf"))


def compiled(source: Path, folder: Path) -> Path:
    """Compile a story, with the headers that it may include, into a folder.

    Raises subprocess.CalledProcessError when it does not compile.
    """
    for file in (*STORIES.glob("*.h"), *SETS["gallery"].glob("*.h"), source):
        shutil.copy(file, folder)
    target = folder / f"{source.stem}.z5"
    command = ["inform6", source.name, target.name]
    subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return target


def play_story(story: StoryFile, player: str, options: argparse.Namespace) -> Row:
    """Play a story with every seed."""
    plays = [one(story, player, options.perception, seed, options) for seed in options.seeds]
    shares = [share(play) for play in plays]
    return Row(
        name=Path(story.name).stem,
        player=player,
        share=statistics.mean(shares),
        solved=statistics.mean(each >= 1 for each in shares),
        turns=statistics.mean(play.turns for play in plays),
    )


def share(play: Play) -> float:
    """Return the share of a story's points that were ever reached, 0 to 1."""
    return max(0, play.curve[-1]) / FULL_SCORE


def line(name: str, rows: list[Row]) -> str:
    """Return one line of the table: each player's share of the points and of full solves."""
    told = (
        f"{row.player:9} {100 * row.share:5.1f} % solved {100 * row.solved:5.1f} % "
        f"{row.turns:5.0f} turns"
        for row in rows
    )
    return f"{name:14} {'   '.join(told)}"


def total(rows: list[Row], player: str) -> Row:
    """Return the mean of a player's rows."""
    mine = [row for row in rows if row.player == player]
    return Row(
        name="",
        player=player,
        share=statistics.mean(row.share for row in mine),
        solved=statistics.mean(row.solved for row in mine),
        turns=statistics.mean(row.turns for row in mine),
    )


def main() -> None:
    options = arguments()
    if shutil.which("inform6") is None:
        sys.exit("there is no inform6 here; on Debian: apt install inform6-compiler")
    began = time.monotonic()
    totals: list[str] = []
    for name in options.sets:
        rows: list[Row] = []
        print(f"{name}:")
        with tempfile.TemporaryDirectory() as folder:
            for source in sources(SETS[name]):
                if options.names and source.stem not in options.names:
                    continue
                story = open_story(compiled(source, Path(folder)))
                mine = [play_story(story, player, options) for player in options.players]
                print(line(source.stem, mine), flush=True)
                rows += mine
        if rows:
            means = [total(rows, player) for player in options.players]
            totals.append(line(f"{name} ({len(rows) // len(means)})", means))
    print("\n".join(["means:", *totals, f"{time.monotonic() - began:.0f} s"]))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", nargs="+", help="only these stories")
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--perception", default="text")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, help="who plays")
    parser.add_argument("--search", action="store_true", help="the company with search too")
    parser.add_argument("--set", default="{}", help="JSON laid over the adventure's settings")
    parser.add_argument("--transcripts", type=Path, help="a folder to write transcripts to")
    options = parser.parse_args()
    options.players = options.players or ["offline", "random"]
    if options.search and "search" not in options.players:
        options.players.insert(1, "search")
    return options


if __name__ == "__main__":
    main()
