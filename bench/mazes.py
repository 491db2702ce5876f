"""How well mazes are mapped: 200 invented ones a class, each against its truth.

    python bench/mazes.py [--count 200] [--class NAME] [--stories]

Prints one table: a row for each class of mazes, and at its end, with the rows "N markers a room",
what it costs to have fewer markers than rooms. Without --stories the solver plays the mazes without
a story; with it, each maze is compiled (Inform 6) and played by the house under both perceptions.

Columns: mazes mapped exactly as the truth; maps called sure, and how many of those are wrong (must
be 0); commands a room; the ratio to a solver that sees room numbers, mean and worst (collecting
markers not counted); markers left behind; how the rest ended.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "stories"))

from mazes.spec import Descriptions, MazeSpec, Plan, invent
from mazes.trial import Trial, run

from ludens.adventure.settings import PerceptionKind

CLASSES = {
    "alike": Plan(),
    "different": Plan(descriptions=Descriptions.DIFFERENT),
    "mixed": Plan(descriptions=Descriptions.MIXED),
    "one-way": Plan(one_way=0.5),
    "self-loops": Plan(self_loops=0.5),
    "treasure": Plan(treasure=True),
    "half the markers": Plan(markers=0.5),
    "carry limit 6": Plan(carry_limit=6),
    "random exits": Plan(random_exits=0.3),
    "dark": Plan(dark=True),
    "thief": Plan(thief=True, markers=1.5),
    "pit": Plan(pit=True),
    "like published ones": Plan(
        rooms=(8, 14),
        degree=(2, 5),
        one_way=0.5,
        self_loops=0.2,
        dead_ends=(1, 4),
        carried=3,
        lying=4,
    ),
}
NEEDS_A_STORY = {"dark", "creature", "nested"}
ONLY_IN_STORIES = {
    "creature": Plan(creature=True),
    "nested": Plan(rooms=(4, 8), nested=True),
}
SHARES = (1.5, 1.0, 0.75, 0.5, 0.35, 0.25)


@dataclass
class Tally:
    """What came of a class."""

    mazes: int = 0
    exact: int = 0
    sure: int = 0
    wrong: int = 0
    """Maps called sure that are not exact."""
    commands: int = 0
    rooms: int = 0
    left: int = 0
    ratios: list[float] = field(default_factory=list)
    otherwise: Counter[str] = field(default_factory=Counter)

    def add(self, spec: MazeSpec, trial: Trial, best: Trial | None) -> None:
        self.mazes += 1
        self.rooms += len(spec.inside)
        self.commands += trial.commands
        self.left += trial.left_behind
        why = trial.exact() if trial.mazes.groups else "not noticed"
        sure = bool(trial.mazes.groups) and trial.group.sure
        self.exact += not why
        self.sure += sure
        self.wrong += sure and bool(why)
        if why:
            ended = f"{trial.group.phase}: {trial.group.reason}" if trial.mazes.groups else why
            self.otherwise[ended[:60]] += 1
        if best is not None and best.commands:
            self.ratios.append(trial.commands / best.commands)

    def row(self, name: str) -> str:
        """Return the class as a row of the table."""
        mean = f"{sum(self.ratios) / len(self.ratios):.2f}" if self.ratios else "-"
        worst = f"{max(self.ratios):.2f}" if self.ratios else "-"
        others = "; ".join(f"{n} {why}" for why, n in self.otherwise.most_common(3))
        return (
            f"{name:26}{self.mazes:6}{100 * self.exact / self.mazes:7.1f} %"
            f"{100 * self.sure / self.mazes:7.1f} %{self.wrong:7}"
            f"{self.commands / self.rooms:10.1f}{mean:>8}{worst:>8}{self.left:6}  {others}"
        )


HEAD = (
    f"{'class':26}{'mazes':>6}{'exact':>9}{'sure':>9}{'wrong':>7}"
    f"{'cmds/room':>10}{'ratio':>8}{'worst':>8}{'left':>6}  how the rest ended"
)


def specs(plan: Plan, count: int) -> Iterator[MazeSpec]:
    return (invent(seed, plan) for seed in range(count))


def without_a_story(name: str, plan: Plan, count: int) -> None:
    tally = Tally()
    for spec in specs(plan, count):
        tally.add(spec, run(spec), run(spec, numbers=True))
    print(tally.row(name), flush=True)


def as_stories(name: str, plan: Plan, count: int) -> None:
    from mazes.play import StoryTrial  # noqa: PLC0415 - needs jericho and inform6

    for perception in PerceptionKind:
        tally = Tally()
        for spec in specs(plan, count):
            trial = asyncio.run(StoryTrial(spec, perception).play())
            tally.add(spec, trial, None)
        print(tally.row(f"{name}, {perception}"), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--class", dest="name")
    parser.add_argument("--stories", action="store_true")
    arguments = parser.parse_args()
    plans = {**CLASSES, **ONLY_IN_STORIES} if arguments.stories else CLASSES
    plans |= {f"{share} markers a room": Plan(markers=share) for share in SHARES}
    print(HEAD)
    for name, plan in plans.items():
        if arguments.name not in (None, name):
            continue
        if arguments.stories:
            as_stories(name, plan, arguments.count)
        elif name not in NEEDS_A_STORY:
            without_a_story(name, plan, arguments.count)


if __name__ == "__main__":
    main()
