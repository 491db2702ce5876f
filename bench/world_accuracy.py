"""How right the maps are: rooms and ways against the Z-machine's own object tree.

Walks our own stories (also by their walkthroughs), invented worlds with the troubles and the
manners of published ones, TextWorld games, and any story files that are named: at random,
exploring, as people type, on tours of the rooms, by walkthroughs, and as the offline company
plays. Each walk is mapped by every
perception:

    state       by memory and text
    text        by the text and the status line: what a person sees
    no-status   by the text alone, the status line hidden

Prints a table, pooled and for each story and walk below the bar, and fails when a bar is missed.
Games are kept in a folder outside the project (--folder, or BENCH_GAMES). TextWorld needs
an environment of its own (its dependencies are heavy):

    python3 -m venv ~/textworld && ~/textworld/bin/pip install textworld
    bench/world_accuracy.py --tw-make ~/textworld/bin/tw-make

The default is a sample of some minutes, of which the docs state the figures; --full takes an hour
or two. Interrupted, it tells what it has measured so far.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table
from worlds import invented, textworld
from worlds.company import company_walk
from worlds.measure import Score, measure, same_inventory
from worlds.truth import TruePlay, play
from worlds.walks import exploring_walk, random_walk, tour_walk, typed_walk

from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Observation
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.mapping import Mapping, map_story
from ludens.adventure.stories import bundled, bundled_story

ROOT = Path(__file__).resolve().parents[1]
BARS = {"node recall": 0.96, "node precision": 0.96, "edge recall": 0.95, "wrong edges": 0.03}
WORST_STORY = 0.85
PERCEPTIONS = ("state", "text", "no-status")
FOLDER = Path(os.environ.get("BENCH_GAMES") or Path.home() / ".cache" / "ludens" / "bench-games")
SAMPLE = {"invented": 4, "mannered": 6, "further": 6, "textworld": 16, "seeds": 1}
FULL = {"invented": 24, "mannered": 24, "further": 24, "textworld": 64, "seeds": 4}
"""How many worlds and games, and how many seeds of the company on each of our stories."""


@dataclass(frozen=True)
class Walk:
    """One story walked in one way."""

    group: str
    story: str
    kind: str
    game: TruePlay


class Statusless(JerichoInterpreter):
    """An engine that hides the status line."""

    def start(self) -> Observation:
        return replace(super().start(), status=None)

    def send(self, command: str) -> Observation:
        return replace(super().send(command), status=None)


def main() -> int:
    options = arguments()
    console = Console(width=118)
    began = time.monotonic()
    scores = Scores()
    whole = True
    try:
        with Console(stderr=True).status("Making what is missing") as status:
            for walk in walks(options, console):
                status.update(f"{walk.group}: {walk.story}, {walk.kind} ({len(scores.walks)} done)")
                for perception in options.perceptions:
                    score = judged(walk, perception)
                    scores.add(perception, walk.group, walk.story, walk.kind, score)
            for story, kind, perception, score in company(options):
                status.update(f"the company: {story}, {kind} ({len(scores.walks)} done)")
                scores.add(perception, "company", story, kind, score)
    except KeyboardInterrupt:
        whole = False
        console.print("Interrupted: these are the walks so far.")
    report(console, scores)
    console.print(f"{len(scores.walks)} walks, {time.monotonic() - began:.0f} s")
    return 0 if whole and scores.reached() else 1


@dataclass
class Scores:
    """What was measured: by group of stories, by story, and by walk."""

    pooled: dict[tuple[str, str], Score] = field(default_factory=dict)
    """By perception and group; the group `all` holds everything."""
    stories: dict[tuple[str, str], Score] = field(default_factory=dict)
    walks: dict[tuple[str, str], Score] = field(default_factory=dict)

    def add(self, perception: str, group: str, story: str, kind: str, score: Score) -> None:
        """Take in the score of one walk."""
        for where, key in (
            (self.pooled, group),
            (self.pooled, "all"),
            (self.stories, story),
            (self.walks, f"{story}, {kind}"),
        ):
            where[perception, key] = where.get((perception, key), Score()) + score

    def reached(self) -> bool:
        """Say whether the bars are reached: those of all walks together, and of every story."""
        whole = all(
            reached(score, perception)
            for (perception, group), score in self.pooled.items()
            if group == "all"
        )
        return whole and not below(self.stories)


def below(scores: dict[tuple[str, str], Score]) -> list[tuple[str, str, Score]]:
    """Return perception, name and score of those with a figure below every story's bar."""
    worse = sorted(scores.items(), key=lambda entry: entry[1].worst)
    return [(*key, score) for key, score in worse if score.worst < WORST_STORY]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stories", nargs="*", type=Path, help="more story files to walk")
    parser.add_argument("--full", action="store_true", help="all worlds, not a sample")
    parser.add_argument("--invented", type=int, help="invented worlds, in two styles")
    parser.add_argument("--mannered", type=int, help="invented worlds told in odd manners")
    parser.add_argument("--further", type=int, help="invented worlds told in rarer manners")
    parser.add_argument(
        "--first", type=int, default=0, help="seed of the first invented world of each kind"
    )
    parser.add_argument("--textworld", type=int, help="TextWorld games")
    parser.add_argument("--seeds", type=int, help="episodes of the company on each of our stories")
    parser.add_argument("--turns", type=int, default=250, help="commands of a walk")
    parser.add_argument("--tw-make", type=Path, default=textworld.maker())
    parser.add_argument("--inform6", type=Path, default=shutil.which("inform6"))
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept")
    parser.add_argument("--perceptions", nargs="+", default=PERCEPTIONS, choices=PERCEPTIONS)
    options = parser.parse_args()
    for name, count in (FULL if options.full else SAMPLE).items():
        if getattr(options, name) is None:
            setattr(options, name, count)
    return options


def walks(options: argparse.Namespace, console: Console) -> Iterator[Walk]:
    """Yield every walk, played; each is closed after its use."""
    for entry in bundled():
        path = bundled_story(entry.name)
        guide = ROOT / "stories" / f"{entry.name}.walkthrough"
        if guide.exists():
            lines = guide.read_text(encoding="utf-8").splitlines()
            commands = [line.strip() for line in lines if line.strip() and line[0] != "#"]
            yield from played("own", path, "walkthrough", lambda g, c=commands: play(g, c))
        yield from wandered("own", path, options.turns)
    for path in options.stories:
        yield from wandered("named", path, options.turns)
    if options.inform6 is None:
        console.print("Invented worlds are left out: there is no inform6 on this machine.")
    else:
        made = (options.inform6, options.folder)
        for path in invented.games(*made, seeds(options, options.invented)):
            yield from wandered("invented", path, options.turns)
        for path in invented.mannered_games(*made, seeds(options, options.mannered)):
            yield from wandered("mannered", path, options.turns)
        for path in invented.further_games(*made, seeds(options, options.further)):
            yield from wandered("further", path, options.turns)
    games = textworld.games(options.tw_make, options.folder, options.textworld)
    if len(games) < options.textworld:
        console.print(
            f"{options.textworld - len(games)} TextWorld games are left out: they are not in "
            f"{options.folder}; name a tw-make with --tw-make to have them made."
        )
    untrue = 0
    for path in games:
        commands = textworld.walkthrough(path)
        kinds = played("TextWorld", path, "walkthrough", lambda g, c=commands: play(g, c))
        for walk in chain(kinds, wandered("TextWorld", path, options.turns)):
            untrue += textworld.untrue(path, walk.game.turns)
            yield walk
    if games:
        console.print(f"True ways that are not in TextWorld's own data: {untrue}")


def seeds(options: argparse.Namespace, count: int) -> range:
    """Return the seeds of so many invented worlds."""
    return range(options.first, options.first + count)


def company(options: argparse.Namespace) -> Iterator[tuple[str, str, str, Score]]:
    """Yield how right the maps are that the offline company draws as it plays our stories."""
    for entry in bundled():
        story = open_story(bundled_story(entry.name))
        for seed in range(1, options.seeds + 1):
            for perception in options.perceptions:
                if perception == "no-status":
                    continue
                walk = company_walk(story, perception, seed=seed, turns=2 * options.turns)
                score = measure(walk.turns, walk.mapping)
                yield bundled_story(entry.name).name, f"company {seed}", perception, score


def wandered(group: str, path: Path, turns: int) -> Iterator[Walk]:
    yield from played(group, path, "random", lambda g: random_walk(g, Random(0), turns))
    yield from played(group, path, "exploring", lambda g: exploring_walk(g, Random(0), turns))
    yield from played(group, path, "typed", lambda g: typed_walk(g, Random(0), turns))
    yield from played(group, path, "tour", lambda g: tour_walk(g, Random(0), turns))


def played(group: str, path: Path, kind: str, walk: Callable[[TruePlay], None]) -> Iterator[Walk]:
    game = TruePlay(open_story(path))
    try:
        walk(game)
        yield Walk(group, path.name, kind, game)
    finally:
        game.close()


def judged(walk: Walk, perception: str) -> Score:
    """Map a walk anew and compare with its truth."""
    game = walk.game
    calibration = game.calibration if perception == "state" else None
    with engine(perception, game.story) as interpreter:
        right: list[bool] = []

        def watch(mapping: Mapping) -> None:
            turn = game.turns[len(mapping.turns) - 1]
            if turn.held is not None:
                right.append(same_inventory(mapping, turn))

        mapping = map_story(
            interpreter,
            [turn.command for turn in game.turns[1:]],
            senses_for(game.story, calibration),
            watch=watch if perception == "state" else None,
        )
    score = measure(game.turns, mapping)
    return replace(score, inventories=len(right), right_inventories=sum(right))


def engine(perception: str, story: StoryFile) -> JerichoInterpreter:
    return Statusless(story) if perception == "no-status" else JerichoInterpreter(story)


def reached(score: Score, perception: str) -> bool:
    """Say whether pooled figures reach the bars.

    State perception must be exact. Ways in the midst of a line of several commands are counted by
    themselves: memory is that of the line's end.
    """
    if perception == "state":
        return score.worst == 1.0 and score.right_inventories == score.inventories
    return (
        score.node_recall >= BARS["node recall"]
        and score.node_precision >= BARS["node precision"]
        and score.edge_recall >= BARS["edge recall"]
        and score.wrong_edges <= BARS["wrong edges"]
        and score.unexplained == 0
    )


def report(console: Console, scores: Scores) -> None:
    table = Table(title="Maps against the object tree, pooled")
    last = ("in lines", "conflicts", "looks", "turns", "inventory")
    for column in ("perception", "stories", *BARS, *last):
        table.add_column(column, justify="left" if column in ("perception", "stories") else "right")
    for (perception, group), score in sorted(scores.pooled.items()):
        held = f"{score.right_inventories / score.inventories:.3f}" if score.inventories else "-"
        table.add_row(
            perception,
            group,
            *(f"{share:.3f}" for share in shares(score)),
            f"{score.right_line_edges}/{score.line_edges}",
            f"{score.contradictions} ({score.unexplained})",
            f"{score.looks / score.turns:.3f}",
            f"{score.right_turns / score.turns:.3f}",
            held,
        )
    console.print(table)
    for what, found in (("Stories", scores.stories), ("Walks", scores.walks)):
        worse = Table(title=f"{what} with a figure below {WORST_STORY:.0%}")
        for column in ("perception", "name", *BARS, "rooms", "ways"):
            worse.add_column(column)
        for perception, name, score in below(found):
            figures = (f"{share:.2f}" for share in shares(score))
            counts = (str(score.true_nodes), str(score.true_edges))
            worse.add_row(perception, name, *figures, *counts)
        if worse.rows:
            console.print(worse)
        else:
            console.print(f"{what} with a figure below {WORST_STORY:.0%}: none.")


def shares(score: Score) -> tuple[float, float, float, float]:
    return score.node_recall, score.node_precision, score.edge_recall, score.wrong_edges


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InterpreterFault as fault:
        sys.exit(str(fault))
