"""How well mazes are mapped: 200 invented ones a class, each against its truth.

    python bench/mazes.py [--count 200] [--class NAME] [--stories [--perception text]] [--show]
    python bench/mazes.py --ordinary [--count 20]

Prints one table: a row for each class of mazes, and at its end, with the rows "N markers a room",
what it costs to have fewer markers than rooms. Without --stories the solver plays the mazes without
a story; with it, each maze is compiled (Inform 6) and played by the house under both perceptions.
--show names the seeds of those that were not mapped exactly. --ordinary plays places that are no
mazes instead (houses, streets, woods, stairs) and counts the false alarms.

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

from mazes.manner import Listing, Manner
from mazes.spec import Descriptions, MazeSpec, Plan, invent
from mazes.trial import Trial, run

from ludens.adventure.agents.offline.player import OfflinePlayer
from ludens.adventure.settings import PerceptionKind
from ludens.adventure.vocabulary import Vocabulary

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
EVERYTHING = Manner(
    listing=Listing.CLOSE,
    dropped="You put down *.",
    noises=True,
    actor=True,
    crawls=0.3,
    refusals=True,
)
ONLY_IN_STORIES = {
    "dark": Plan(dark=True),
    "light that fails": Plan(dark=True, light=6),
    "creature": Plan(creature=True),
    "nested": Plan(rooms=(4, 8), nested=True),
    "two ways that kill": Plan(deadly=2),
    "no word of mazes": Plan(descriptions=Descriptions.PLAIN),
    "a paragraph each thing": Plan(manner=Manner(listing=Listing.THERE_IS, dropped="Ok.")),
    "things right below": Plan(manner=Manner(listing=Listing.CLOSE)),
    "things on the ground": Plan(manner=Manner(listing=Listing.LIES, dropped="* rolls off.")),
    "noises and an actor": Plan(manner=Manner(noises=True, actor=True)),
    "told on the way": Plan(barred=0.3, manner=Manner(crawls=0.4, refusals=True)),
    "ways told": Plan(manner=Manner(ways_told=True)),
    "everything published": Plan(
        rooms=(6, 12),
        degree=(2, 6),
        one_way=0.5,
        self_loops=0.2,
        dead_ends=(2, 4),
        own_ends=True,
        exits=(2, 5),
        carried=4,
        lying=4,
        barred=0.3,
        dark=True,
        treasure=True,
        deadly=1,
        manner=EVERYTHING,
    ),
}
TURNS = 120
"""That an ordinary place is walked about in."""
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
    failed: list[str] = field(default_factory=list)
    """Each maze that was not mapped exactly, or where something was left, and why."""

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
            self.failed.append(f"seed {spec.seed}: {why}; {ended}; left {trial.left_behind}")
        elif trial.left_behind:
            self.failed.append(f"seed {spec.seed}: left {trial.left_behind}")
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


def without_a_story(name: str, plan: Plan, arguments: argparse.Namespace) -> None:
    tally = Tally()
    for spec in specs(plan, arguments.count):
        tally.add(spec, run(spec), run(spec, numbers=True))
    say(tally, name, arguments)


def as_stories(name: str, plan: Plan, arguments: argparse.Namespace) -> None:
    from mazes.play import StoryTrial  # noqa: PLC0415 - needs jericho and inform6

    for perception in PerceptionKind:
        if arguments.perception not in (None, perception):
            continue
        tally = Tally()
        for spec in specs(plan, arguments.count):
            trial = asyncio.run(StoryTrial(spec, perception).play())
            tally.add(spec, trial, None)
        say(tally, f"{name}, {perception}", arguments)


def ordinary_places(arguments: argparse.Namespace) -> None:
    from mazes.ordinary import Ordinary, ordinary  # noqa: PLC0415 - needs jericho and inform6
    from mazes.play import Wanderer, played  # noqa: PLC0415
    from mazes.story import compiled  # noqa: PLC0415

    print(f"{'place':26}{'walks':>6}  false alarms")
    for kind in Ordinary:
        for perception in PerceptionKind:
            alarms = []
            for seed in range(arguments.count):
                story = compiled(ordinary(seed, kind))
                offline = OfflinePlayer(Vocabulary(story.data))
                for player in (offline, Wanderer(story.name)):
                    found = asyncio.run(played(story, player, TURNS, perception))
                    alarms += [seed] * len(found.mazes.groups)
            told = f"{len(alarms)} (seeds {alarms})" if alarms else "0"
            print(f"{f'{kind}, {perception}':26}{2 * arguments.count:6}  {told}", flush=True)


def say(tally: Tally, name: str, arguments: argparse.Namespace) -> None:
    print(tally.row(name), flush=True)
    for line in tally.failed if arguments.show else ():
        print(f"    {line}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--class", dest="name")
    parser.add_argument("--stories", action="store_true")
    parser.add_argument("--perception", choices=list(PerceptionKind))
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--ordinary", action="store_true")
    arguments = parser.parse_args()
    if arguments.ordinary:
        ordinary_places(arguments)
        return
    plans = {**CLASSES, **ONLY_IN_STORIES} if arguments.stories else CLASSES
    plans |= {f"{share} markers a room": Plan(markers=share) for share in SHARES}
    print(HEAD)
    for name, plan in plans.items():
        if arguments.name in (None, name):
            (as_stories if arguments.stories else without_a_story)(name, plan, arguments)


if __name__ == "__main__":
    main()
