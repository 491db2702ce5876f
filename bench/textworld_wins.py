"""How many TextWorld games the offline company wins, made afresh, the random player beside it.

Games of one maker's kind (take, carry, open, unlock, cook): by their length of quest in two groups,
each game of another seed. Needs `tw-make` (pip install textworld), in this Python's environment or
named by `--tw-make`.

    python bench/textworld_wins.py --games 20                # 20 games of each group, 1,000 turns
    python bench/textworld_wins.py --games 20 --players offline search --perception state
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from playing.episode import PLAYERS, Wish, play
from worlds import textworld

from ludens.adventure.interpreter.story_file import open_story

QUESTS = {"1 to 5": range(1, 6), "6 to 10": range(6, 11)}
"""Commands that the shortest way to win needs."""
FIRST_SEED = 9000


@dataclass(frozen=True)
class Made:
    """How a game is made."""

    quest: int
    seed: int

    @property
    def rooms(self) -> int:
        """Rooms of its world: 3 to 12."""
        return 3 + self.seed % 10

    def file(self, maker: Path, folder: Path) -> Path:
        """Make it. Raises subprocess.CalledProcessError when its maker cannot."""
        path = folder / f"quest-{self.quest}-{self.seed}.z8"
        if not path.exists():
            subprocess.run(
                [
                    *(str(maker), "custom", "--world-size", str(self.rooms)),
                    *("--nb-objects", str(self.rooms + 8)),
                    *("--quest-length", str(self.quest)),
                    *("--seed", str(self.seed), "--output", str(path)),
                ],
                check=True,
                capture_output=True,
            )
        return path


def wished(games: int) -> Iterator[tuple[str, Made]]:
    """Yield so many games of each group, the lengths of its quests by turns."""
    for group, quests in QUESTS.items():
        for number in range(games):
            yield group, Made(quests[number % len(quests)], FIRST_SEED + quests[0] * 100 + number)


def won(path: Path, wish: Wish) -> tuple[bool, int]:
    """Play a game; return whether it was won, and in how many turns."""
    with play(open_story(path), wish) as episode:
        return episode.row.outcome == "victory", episode.row.turns


def main() -> None:
    options = arguments()
    if options.tw_make is None:
        sys.exit("there is no tw-make here; pip install textworld, or name one with --tw-make")
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        games = [
            (group, made.file(options.tw_make, folder)) for group, made in wished(options.games)
        ]
        for player in options.players:
            wish = Wish(
                player=player,
                perception=options.perception,
                steps=options.steps if player == "search" else 0,
                seed=1,
                turns=options.turns,
                settings=options.set,
            )
            with ProcessPoolExecutor(options.jobs) as pool:
                ended = list(pool.map(won, (path for _, path in games), [wish] * len(games)))
            for group in QUESTS:
                mine = [end for (its, _), end in zip(games, ended, strict=True) if its == group]
                turns = sorted(turns for victory, turns in mine if victory)
                middle = f", median {turns[len(turns) // 2]} turns" if turns else ""
                print(
                    f"{player:8} {options.perception:5}  quests of {group:7}: "
                    f"{len(turns)} of {len(mine)} won{middle}",
                    flush=True,
                )
            if options.each:
                for (_, path), (victory, turns) in zip(games, ended, strict=True):
                    print(f"   {path.name:24} {'won' if victory else 'not won'} {turns}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4, help="of each group")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--perception", default="text")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=["offline", "random"])
    parser.add_argument("--steps", type=int, default=20_000, help="of search, where it plays")
    parser.add_argument("--set", default="{}", help="JSON laid over the adventure's settings")
    parser.add_argument("--folder", type=Path, help="where games are kept")
    parser.add_argument("--tw-make", type=Path, default=textworld.maker())
    parser.add_argument("--jobs", type=int, default=2, help="games at once")
    parser.add_argument("--each", action="store_true", help="a line a game")
    return parser.parse_args()


if __name__ == "__main__":
    main()
