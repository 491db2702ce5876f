"""How right the maps of published stories are, by walks that lead through them from end to end.

    python bench/published_maps.py --walks FOLDER --list FILE [--half tune] [--perceptions state]

FOLDER holds a walk for each story, as JSON: the seed of the story's random numbers, the location
(the number of the room's object) at the start and after each command, the score, and a digest of
the last four words of each answer. FILE is the list of the development stories (CSV: name, file,
max_score, half). The stories themselves belong to their authors and lie in `.stories/published/`:
`ludens stories` tells how free ones are had; those of the list are in the repository
BYU-PCCL/z-machine-games on GitHub, under the names in the list's column `file`.

Perception sees what the walker typed and what the story answered, never the walk's locations: they
are the truth that its map is held against. A walk's location is what the player is directly in,
which may be a boat or a chair: the room is what that is in, by the story's object tree at the
moment, where rooms are known by what most locations are in. `--direct` takes the locations as they
are. Where a walk tells no location, nothing is counted. A walk that our answers leave for good
(other random numbers) is left out, and named. By the half `tune` things may be tuned; `report`
only reports.

    rooms   how many of the rooms that the walk came to are on the map, one for one
    exact   how many of the rooms on the map are one room that the walk came to
    ways    how many of the ways that the walk took are on the map
    wrong   how many of the ways that the map calls walked were not
    turns   how often the room is right
    ms      the median of what a turn of perception took, and its worst
"""

from __future__ import annotations

import argparse
import csv
import gc
import hashlib
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table
from worlds.measure import Score, matching, measure, told_edges, untold, walked_edges
from worlds.truth import TrueTurn

from ludens.adventure.company import senses_for
from ludens.adventure.events import TextObserved
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.mapping import Keys, Mapping, map_story, rooms_by_turn
from ludens.adventure.world.ways import leaves_the_world, several, way_of

STORIES = Path(".stories/published")
PERCEPTIONS = ("state", "text")
BARS = {"state": (1.0, 1.0, 1.0), "text": (0.98, 0.97, 0.90)}
"""What the rooms and the ways of all stories should reach, and those of any one story."""
SLOWEST = 10.0
"""How often the median the worst turn of a story may take; and turns that no clock can tell."""
INSTANT = 0.02
"""Seconds below which a turn is never called slow."""
LOST = 0.9
"""A walk is left where no answer agrees any more before so much of it is done."""


@dataclass(frozen=True)
class Walk:
    """One story walked from beginning to end, with the truth."""

    name: str
    half: str
    story: StoryFile
    seed: int
    steps: Sequence[dict[str, object]]
    start: int

    @property
    def commands(self) -> list[str]:
        return [str(step["command"]) for step in self.steps]


@dataclass
class Judged:
    """How right one map is."""

    walk: Walk
    perception: str
    score: Score
    times: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def slow(self) -> bool:
        return max(self.times) > max(INSTANT, SLOWEST * statistics.median(self.times))


def main() -> int:
    options = arguments()
    console = Console(width=120)
    judged: list[Judged] = []
    for walk in walks(options, console):
        truth = Truth(walk, options.direct)
        if truth.agreed < LOST * len(walk.steps):
            console.print(f"{walk.name} is left out: no answer is the walk's after {truth.agreed}.")
            continue
        for perception in options.perceptions:
            judged.append(judge(walk, perception, truth.rooms))
            if options.progress:
                console.print(line(judged[-1]), markup=False)
    report(console, judged, options.show)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="names of stories; all if none is given")
    parser.add_argument("--walks", type=Path, required=True, help="folder of the walks")
    parser.add_argument("--list", type=Path, required=True, help="the development stories")
    parser.add_argument("--half", choices=("tune", "report"), help="only one half")
    parser.add_argument("--perceptions", nargs="+", default=PERCEPTIONS, choices=PERCEPTIONS)
    parser.add_argument("--direct", action="store_true", help="a boat or a chair is a place too")
    parser.add_argument("--show", action="store_true", help="name what is wrong on each map")
    parser.add_argument("--progress", action="store_true", help="print each story as it is done")
    return parser.parse_args()


def walks(options: argparse.Namespace, console: Console) -> Iterator[Walk]:
    with options.list.open(encoding="utf-8") as lines:
        listed = list(csv.DictReader(lines))
    missing = []
    for row in listed:
        path, half = options.walks / f"{row['name']}.json", row["half"]
        unwanted = (options.only and row["name"] not in options.only) or (
            options.half and half != options.half
        )
        if unwanted or not path.exists():
            continue
        file = STORIES / Path(row["file"]).name
        if not file.exists():
            missing.append(row["file"])
            continue
        told = json.loads(path.read_text(encoding="utf-8"))
        yield Walk(row["name"], half, open_story(file), told["seed"], told["steps"], told["start"])
    if missing:
        console.print(
            f"Not in {STORIES}, so left out: {', '.join(missing)}. They lie under these names in "
            "BYU-PCCL/z-machine-games on GitHub; take these files alone."
        )


class Truth:
    """A walk followed: where it leaves our answers, and the room after each command."""

    def __init__(self, walk: Walk, direct: bool) -> None:
        self.agreed = 0
        """The last command whose answer is the walk's."""
        self._objects = ZStory(walk.story.data).objects
        game = JerichoInterpreter(walk.story, seed=walk.seed)
        try:
            chains = list(self._chains(walk, game))
        finally:
            game.close()
        holders = Counter(chain[1] for chain in set(chains) if chain)
        self._holder = holders.most_common(1)[0][0]
        """What the rooms are in."""
        self.rooms = [
            (chain[0] if chain else None) if direct else self._room(chain) for chain in chains
        ]
        """Before the first command and after each; None where the walk does not tell it."""

    def _chains(self, walk: Walk, game: JerichoInterpreter) -> Iterator[tuple[int, ...]]:
        """Yield each location with all that it is in, and 0 behind it."""
        seen = game.start()
        yield self._chain(game, walk.start)
        for number, step in enumerate(walk.steps, 1):
            while seen.wants is Wants.KEY and step["command"]:
                seen = game.send(" ")
            if seen.wants is Wants.NOTHING:
                return
            seen = game.send(str(step["command"]))
            if tail(seen.text) == step["tail"] or tail(f"{seen.text} >") == step["tail"]:
                self.agreed = number
            yield self._chain(game, step["location"])

    def _chain(self, game: JerichoInterpreter, location: object) -> tuple[int, ...]:
        memory = game.memory()
        if not isinstance(location, int) or memory is None:
            return ()
        return (location, *self._objects.tree(memory).ancestors(location), 0)

    def _room(self, chain: tuple[int, ...]) -> int | None:
        return next((at for at, holder in pairwise(chain) if holder == self._holder), None)


def tail(text: str) -> str:
    return hashlib.sha1(" ".join(text.split()[-4:]).encode()).hexdigest()[:8]


def judge(walk: Walk, perception: str, truth: Sequence[int | None]) -> Judged:
    """Map a walk and compare with its truth."""
    game = JerichoInterpreter(walk.story, seed=walk.seed)
    times: list[float] = []
    began = 0.0

    def watch(mapping: Mapping) -> None:
        nonlocal began
        times.append(time.process_time() - began)
        began = time.process_time()

    try:
        calibration = None
        if perception == "state":
            calibration = calibrate(game, walk.story.data, game.start())
        senses = senses_for(walk.story, calibration)
        gc.collect()
        gc.freeze()  # what stands in memory before the walk is none of its turns' cost
        began = time.process_time()
        mapping = map_story(game, walk.commands, senses, keys=Keys.ALWAYS, watch=watch)
    finally:
        game.close()
    turns = true_turns(walk, mapping, truth)
    score = measure(turns, mapping)
    return Judged(walk, perception, score, times[1:], list(notes(turns, mapping)))


def true_turns(walk: Walk, mapping: Mapping, truth: Sequence[int | None]) -> list[TrueTurn]:
    """Return the truth of each turn of a mapping, as the walk tells it."""
    turns = [TrueTurn("", Observation(told(mapping, 0)), truth[0], None)]
    meant = ""
    for number, command in enumerate(walk.commands[: len(mapping.turns) - 1], 1):
        meant = meant if way_of(command) == "again" else command
        way = way_of(meant)
        moves = bool(way) and not leaves_the_world(way) and not several(way)
        text = Observation(told(mapping, number))
        turns.append(TrueTurn(command, text, truth[number], None, way if moves else None))
    return turns


def told(mapping: Mapping, turn: int) -> str:
    """Return what a story said in a turn, the keys that were pressed included."""
    answers = [event.text for event in mapping.turns[turn] if isinstance(event, TextObserved)]
    return "\n".join(answers)


def notes(turns: Sequence[TrueTurn], mapping: Mapping) -> Iterator[str]:
    """Name the turns at which the room becomes wrong, and the ways that are."""
    rooms = rooms_by_turn(mapping.turns)
    pairs = matching(rooms, [turn.location for turn in turns])
    wrong = None
    for number, (turn, room) in enumerate(zip(turns, rooms, strict=True)):
        right = turn.location is None or (room is not None and pairs.get(room) == turn.location)
        now = None if right else (turn.location, room)
        if now is not None and now != wrong:
            name = mapping.state.map.rooms[room].name if room in mapping.state.map.rooms else None
            yield f"{number} {turn.command!r}: is {turn.location}, thought {room} ({name})"
        wrong = now
    truth, within = told_edges(turns)
    _, unseen = untold(turns, rooms)
    found = {
        (pairs.get(origin), way, pairs.get(end)): (origin, end)
        for origin, way, end in walked_edges(mapping.state.map) - unseen
    }
    yield from (f"missed: {edge}" for edge in sorted(truth - found.keys()))
    for edge in sorted(found.keys() - truth - within, key=str):
        yield f"wrong: {edge}, thought {found[edge]}"


def line(found: Judged) -> str:
    score = found.score
    return (
        f"{found.walk.name:<15}{found.perception:<6}{score.node_recall:6.3f}"
        f"{score.node_precision:7.3f}{score.edge_recall:7.3f}{score.wrong_edges:7.3f}"
        f"{score.right_turns / score.turns:7.3f}{1000 * max(found.times):9.0f} ms"
    )


def report(console: Console, judged: Sequence[Judged], show: bool) -> None:
    for perception in PERCEPTIONS:
        shown = [found for found in judged if found.perception == perception]
        if not shown:
            continue
        table = Table(title=f"Maps of published stories, {perception}")
        table.add_column("story")
        for column in ("rooms", "exact", "ways", "wrong", "turns", "ms", "worst"):
            table.add_column(column, justify="right")
        for half in ("tune", "report"):
            of_half = [found for found in shown if found.walk.half == half]
            for found in sorted(of_half, key=lambda one: one.walk.name):
                table.add_row(found.walk.name, *cells([found]))
            if of_half:
                table.add_section()
                table.add_row(f"{half}: {len(of_half)} stories", *cells(of_half), style="bold")
                table.add_section()
        table.add_row(f"all: {len(shown)} stories", *cells(shown), style="bold")
        console.print(table)
        rooms, ways, each = BARS[perception]
        whole = sum((found.score for found in shown), Score())
        missed = [found.walk.name for found in shown if found.score.worst < each]
        slow = [found.walk.name for found in shown if found.slow]
        console.print(
            f"Rooms {whole.node_recall:.3f} of {rooms}, ways {whole.edge_recall:.3f} of {ways}; "
            f"a figure below {each}: {', '.join(missed) or 'none'}; "
            f"a turn above {SLOWEST:.0f} medians: {', '.join(slow) or 'none'}."
        )
        for found in shown if show else ():
            for note in found.notes:
                console.print(f"  {found.walk.name}: {note}", markup=False, highlight=False)


def cells(judged: Sequence[Judged]) -> list[str]:
    score = sum((found.score for found in judged), Score())
    times = [seconds for found in judged for seconds in found.times]
    return [
        f"{score.node_recall:.3f}",
        f"{score.node_precision:.3f}",
        f"{score.edge_recall:.3f}",
        f"{score.wrong_edges:.3f}",
        f"{score.right_turns / score.turns:.3f}",
        f"{1000 * statistics.median(times):.1f}",
        f"{1000 * max(times):.0f}",
    ]


if __name__ == "__main__":
    sys.exit(main())
