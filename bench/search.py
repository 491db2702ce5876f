"""How far search alone gets in stories that nobody here wrote, each half by itself.

Searches every story of the list from its opening, without the company, and prints the best score
found and the mean share of the points at each number of steps. The finds of fewer steps are those
of the same search by then. `--bare` leaves the company's tables of actions out of it.

    python bench/search.py --stories .stories/published --list .stories/published.csv
    python bench/search.py --half tune --names zork1 --steps 20000 --perceptions state text

Rows are kept as JSON lines (`--rows`); a cell that stands in the file already is not run again.
`--routes` writes the commands of each story's best find, for `fit_value.py`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from published import HALVES, Listed, interval, stories, truth_of

from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.interpreter.story_file import StoryFile, open_story
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.search.candidates import Knowledge
from ludens.adventure.search.facts import Facts
from ludens.adventure.search.memory_facts import MemoryFacts
from ludens.adventure.search.search import Found, Kind, Search
from ludens.adventure.search.simulator import Simulator
from ludens.adventure.search.text_facts import TextFacts
from ludens.adventure.settings import SearchSettings
from ludens.adventure.vocabulary import Vocabulary

KEYS = 12
"""Keys that an opening may ask for before its first command."""


@dataclass(frozen=True)
class Row:
    """One story searched, as it is kept."""

    story: str
    half: str
    perception: str
    bare: bool
    steps: int
    seed: int
    score: int
    """The best true score of a find that was typed out."""
    most: int | None
    commands: int
    """Commands of that find."""
    places: int
    states: int
    seconds: float
    """By the clock, of the whole search."""

    @property
    def kind(self) -> tuple[str, bool, int, int]:
        """Who searched how."""
        return (self.perception, self.bare, self.steps, self.seed)

    @property
    def share(self) -> float | None:
        """The share of the points, 0 to 1; None where the highest score is unknown."""
        return max(0, self.score) / self.most if self.most else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stories", type=Path, default=Path(".stories/published"))
    parser.add_argument("--list", type=Path, default=Path(".stories/published.csv"))
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--names", nargs="+", help="only these stories")
    parser.add_argument("--steps", type=int, nargs="+", default=[50_000, 200_000])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--perceptions", nargs="+", default=["state"])
    parser.add_argument("--bare", action="store_true", help="without the tables of actions")
    parser.add_argument("--jobs", type=int, default=1, help="stories at once")
    parser.add_argument("--rows", type=Path, help="where rows are kept")
    parser.add_argument("--routes", type=Path, help="where the best finds' commands are kept")
    options = parser.parse_args()
    rows = read_rows(options.rows)
    known = {(row.story, *row.kind) for row in rows}
    listed = list(stories(options))
    with ProcessPoolExecutor(options.jobs) as pool:
        futures = []
        for one in listed:
            for perception in options.perceptions:
                for seed in options.seeds:
                    how = [(perception, options.bare, steps, seed) for steps in options.steps]
                    if not known.issuperset((one.name, *kind) for kind in how):
                        futures.append(
                            pool.submit(
                                measure,
                                *(one, perception, options.bare, options.steps, seed),
                                options.routes,
                            )
                        )
        for future in as_completed(futures):
            for row in future.result():
                if (row.story, *row.kind) in known:
                    continue
                rows.append(row)
                print(line(row), flush=True)
                if options.rows:
                    with options.rows.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(row)) + "\n")
    names = {one.name for one in listed}
    for kind in sorted({row.kind[:3] for row in rows}):
        for half in HALVES:
            mine = [r for r in rows if r.kind[:3] == kind and r.half == half and r.story in names]
            if mine:
                print(summary(mine))


def measure(
    one: Listed,
    perception: str,
    bare: bool,
    steps: Sequence[int],
    seed: int,
    routes: Path | None,
) -> list[Row]:
    """Search a story, and tell the true score of the best find by each number of steps."""
    story = open_story(one.path)
    truth = truth_of(story)
    began = time.monotonic()
    rows = []
    with JerichoInterpreter(story, seed=seed) as interpreter:
        snapshot, facts = opening(interpreter, story, perception)
        simulator = Simulator(story, seed=seed)
        proposals = None if bare else Knowledge(Vocabulary(story.data))
        search = Search(
            simulator, story.data, facts, SearchSettings(), Random(seed), proposals
        )  # fmt: skip
        spent = 0
        for until in sorted(steps):
            found = search.run(snapshot, until - spent)
            spent = until
            score, commands = typed(interpreter, snapshot, found, truth.probe)
            rows.append(
                Row(
                    story=one.name,
                    half=one.half,
                    perception=perception,
                    bare=bare,
                    steps=until,
                    seed=seed,
                    score=score,
                    most=one.most or truth.most,
                    commands=commands,
                    places=found.places,
                    states=found.states,
                    seconds=time.monotonic() - began,
                )
            )
        simulator.close()
    best = [find for find in found.finds if find.kind is not Kind.ROOM]
    if routes is not None and best:
        route = {"story": one.name, "commands": best[0].commands}
        with routes.open("a", encoding="utf-8") as file:
            file.write(json.dumps(route) + "\n")
    return rows


def opening(
    interpreter: JerichoInterpreter, story: StoryFile, perception: str
) -> tuple[bytes, Facts]:
    """Return the snapshot to search from, behind a title page, and how states are read."""
    observation = interpreter.start()
    facts: Facts = TextFacts(Vocabulary(story.data))
    if perception == "state":
        calibration = calibrate(interpreter, story.data, observation)
        facts = MemoryFacts(ZStory(story.data), calibration)
    for _ in range(KEYS):
        if observation.wants is not Wants.KEY:
            break
        observation = interpreter.send(" ")
    return interpreter.snapshot(), facts


def typed(interpreter: JerichoInterpreter, snapshot: bytes, found: Found, probe) -> tuple[int, int]:  # type: ignore[no-untyped-def] # a probe or None
    """Return the best true score on the way of the best finds, typed out, and their length."""
    best = (found.score, 0)
    for find in [find for find in found.finds if find.kind is not Kind.ROOM][:3]:
        interpreter.restore(snapshot)
        for number, command in enumerate(find.commands, 1):
            interpreter.send(command)
            memory = interpreter.memory()
            told = probe.read(memory).score if probe is not None and memory else None
            if told is not None and told > best[0]:
                best = (told, number)
        if probe is None and find.score > best[0]:
            best = (find.score, len(find.commands))
    return best


def read_rows(path: Path | None) -> list[Row]:
    """Return the rows of a file; none if there is none."""
    if path is None or not path.is_file():
        return []
    return [Row(**json.loads(one)) for one in path.read_text(encoding="utf-8").splitlines()]


def line(row: Row) -> str:
    """Return one row as a line."""
    share = "     -" if row.share is None else f"{row.share:6.1%}"
    return (
        f"{row.half:6} {row.story[:14]:14} {row.perception:5} {'bare ' if row.bare else ''}"
        f"{row.steps:6} seed {row.seed} {row.score:5} of {row.most or '?':>4} {share} "
        f"by {row.commands:3} places {row.places:3} states {row.states:5} {row.seconds:6.1f} s"
    )


def summary(rows: Sequence[Row]) -> str:
    """Return the mean share of one half, with its interval over the stories."""
    first = rows[0]
    values = list(shares(rows))
    told = f"{first.half:6} {first.perception:5} {'bare ' if first.bare else ''}{first.steps:6}: "
    if values:
        low, high = interval(values)
        told += f"{statistics.mean(values):6.2%} [{low:.1%}, {high:.1%}] "
    return told + f"of {len(values)} stories"


def shares(rows: Sequence[Row]) -> Iterator[float]:
    """Yield for each story the mean share of its points over the seeds."""
    for story in sorted({row.story for row in rows}):
        mine = [row.share for row in rows if row.story == story and row.share is not None]
        if mine:
            yield statistics.mean(mine)


if __name__ == "__main__":
    main()
