"""How well mazes are mapped: 200 invented ones a class, each against its truth.

    python bench/mazes.py [--count 200] [--class NAME] [--show] [--rows FILE]
                          [--stories [--perception text]]
    python bench/mazes.py --ordinary [--count 20]
    python bench/mazes.py --published --walks FOLDER --list FILE [--perception text]

Prints one table: a row for each class of mazes, and at its end, with the rows "N markers a room",
what it costs to have fewer markers than rooms. Without --stories the solver plays the mazes without
a story; with it, each maze is compiled (Inform 6) and played by the house under both perceptions.
--count 100-149 takes those seeds, and --class may be given several times. --show names the seeds
of those that were not mapped exactly. --rows keeps a line for each maze as it is done; what stands
in that file already is not played again, so a run that was ended goes on. --ordinary plays places
that are no mazes instead (houses, streets, woods, stairs) and counts the false alarms.

--published plays the stories of `published_maps.py` whose walk leads into what is called a maze:
up to its door as the walk has it, then by the house alone. `state` sees the rooms' numbers, so its
commands are what those of `text` are held against; a room is right that is one room of the map and
no other's.

Columns: mazes mapped exactly as the truth; maps called sure, and how many of those are wrong (must
be 0); commands a room; the ratio to a solver that sees room numbers, mean and worst (collecting
markers not counted); markers left behind; how the rest ended.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "stories"))

from mazes.manner import Listing, Manner
from mazes.spec import Descriptions, MazeSpec, Plan, invent
from mazes.trial import Trial, run

from ludens.adventure.offline.planner import OfflinePlanner
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
    "dark": Plan(dark=True),
    "two ways that kill": Plan(deadly=2),
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
    "light that fails": Plan(dark=True, light=6),
    "creature": Plan(creature=True),
    "nested": Plan(rooms=(4, 8), nested=True),
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
STORIES = Path(".stories/published")
MOST_TURNS = 2500
"""That the house may spend on the mazes of a published story."""
TURNS = 120
"""That an ordinary place is walked about in."""
SHARES = (1.5, 1.0, 0.75, 0.5, 0.35, 0.25)


@dataclass(frozen=True)
class Row:
    """What came of one maze."""

    name: str
    """Its class, with the perception where it was played as a story."""
    seed: int
    why: str
    """How its map differs from the truth; empty if it does not."""
    ended: str
    """How the work on it ended, and the solver's own reason."""
    sure: bool
    commands: int
    rooms: int
    left: int
    """Markers left behind."""
    best: int = 0
    """The commands of a solver that sees room numbers; 0 if there was none beside."""

    @property
    def told(self) -> str:
        """What is to be told of a maze that did not end as it should; empty if it did."""
        if self.why:
            return f"seed {self.seed}: {self.why}; {self.ended}; left {self.left}"
        return f"seed {self.seed}: left {self.left}" if self.left else ""


def row(name: str, spec: MazeSpec, trial: Trial, best: Trial | None = None) -> Row:
    """Return what came of a maze."""
    found = bool(trial.mazes.groups)
    return Row(
        name=name,
        seed=spec.seed,
        why=trial.exact() if found else "not noticed",
        ended=f"{trial.group.phase}: {trial.group.reason}" if found else "not noticed",
        sure=found and all(group.sure for group in trial.mazes.groups.values()),
        commands=trial.commands,
        rooms=len(spec.inside),
        left=trial.left_behind,
        best=best.commands if best is not None else 0,
    )


class Rows:
    """Every maze played so far; kept in a file, if there is one, so that a run can go on."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[tuple[str, int], Row] = {}
        for line in path.read_text().splitlines() if path is not None and path.exists() else ():
            known = Row(**json.loads(line))
            self.known[known.name, known.seed] = known

    def of(self, name: str, seed: int, play: Callable[[], Row]) -> Row:
        """Return the row of a maze; it is played if that was not done before."""
        if (name, seed) not in self.known:
            new = self.known[name, seed] = play()
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps(asdict(new)) + "\n")
        return self.known[name, seed]


def summary(name: str, rows: Sequence[Row]) -> str:
    """Return a class as a line of the table."""
    count = len(rows)
    exact, sure = sum(not r.why for r in rows), sum(r.sure for r in rows)
    wrong = sum(r.sure and bool(r.why) for r in rows)
    cost = sum(r.commands for r in rows) / sum(r.rooms for r in rows)
    ratios = [r.commands / r.best for r in rows if r.best]
    mean = f"{sum(ratios) / len(ratios):.2f}" if ratios else "-"
    worst = f"{max(ratios):.2f}" if ratios else "-"
    left = sum(r.left for r in rows)
    ended = Counter(r.ended[:60] for r in rows if r.why)
    others = "; ".join(f"{n} {why}" for why, n in ended.most_common(3))
    return (
        f"{name:34}{count:6}{100 * exact / count:7.1f} %{100 * sure / count:7.1f} %{wrong:7}"
        f"{cost:10.1f}{mean:>8}{worst:>8}{left:6}  {others}"
    )


HEAD = (
    f"{'class':34}{'mazes':>6}{'exact':>9}{'sure':>9}{'wrong':>7}"
    f"{'cmds/room':>10}{'ratio':>8}{'worst':>8}{'left':>6}  how the rest ended"
)


def without_a_story(name: str, plan: Plan, seeds: range, rows: Rows) -> Iterator[list[Row]]:
    def play(seed: int) -> Row:
        spec = invent(seed, plan)
        return row(name, spec, run(spec), run(spec, numbers=True))

    yield [rows.of(name, seed, partial(play, seed)) for seed in seeds]


def as_stories(
    name: str, plan: Plan, seeds: range, rows: Rows, perceptions: Sequence[PerceptionKind]
) -> Iterator[list[Row]]:
    from mazes.play import StoryTrial  # noqa: PLC0415 - needs jericho and inform6

    def play(perception: PerceptionKind, seed: int) -> Row:
        spec = invent(seed, plan)
        trial = asyncio.run(StoryTrial(spec, perception).play())
        return row(f"{name}, {perception}", spec, trial)

    for perception in perceptions:
        played = partial(play, perception)
        yield [rows.of(f"{name}, {perception}", seed, partial(played, seed)) for seed in seeds]


def ordinary_places(seeds: range) -> None:
    from mazes.ordinary import Ordinary, ordinary  # noqa: PLC0415 - needs jericho and inform6
    from mazes.play import Wanderer, played  # noqa: PLC0415
    from mazes.story import compiled  # noqa: PLC0415

    print(f"{'place':26}{'walks':>6}  false alarms")
    for kind in Ordinary:
        for perception in PerceptionKind:
            alarms = []
            for seed in seeds:
                story = compiled(ordinary(seed, kind))
                offline = OfflinePlanner(Vocabulary(story.data))
                for player in (offline, Wanderer(story.name)):
                    found = asyncio.run(played(story, player, TURNS, perception))
                    alarms += [seed] * len(found.mazes.groups)
            told = f"{len(alarms)} (seeds {alarms})" if alarms else "0"
            print(f"{f'{kind}, {perception}':26}{2 * len(seeds):6}  {told}", flush=True)


def published(options: argparse.Namespace, perceptions: Sequence[PerceptionKind]) -> None:
    from mazes.published import PublishedTrial, door  # noqa: PLC0415 - needs jericho

    from ludens.adventure.interpreter.story_file import open_story  # noqa: PLC0415

    listed = {row["name"]: row for row in csv.DictReader(options.list.open(encoding="utf-8"))}
    for name in options.names or sorted(listed):
        walk, file = options.walks / f"{name}.json", STORIES / Path(listed[name]["file"]).name
        if not walk.exists() or not file.exists():
            continue
        story, told = open_story(file), json.loads(walk.read_text(encoding="utf-8"))
        steps = told["steps"]
        way_in = door(story, [s["command"] for s in steps], [s["location"] for s in steps])
        if not way_in:
            continue
        for perception in perceptions:
            trial = PublishedTrial(story, told["seed"], way_in, perception)
            found = asyncio.run(trial.play(MOST_TURNS))
            print(
                f"{name}, {perception}: door after {len(way_in)} commands; "
                f"{found.right} of {len(found.true)} rooms right; {found.mapping} commands to map, "
                f"{found.collecting} to collect, {found.walking} of the player's; "
                f"{found.deaths} deaths; {'; '.join(found.ends) or 'not noticed'}",
                flush=True,
            )


def seeds(text: str) -> range:
    """Read a count of seeds from 0 on, or a first and a last one: 30, 100-129."""
    first, dash, last = text.partition("-")
    return range(int(first), int(last) + 1) if dash else range(int(first))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=seeds, default=range(200), dest="seeds")
    parser.add_argument("--class", action="append", default=[], dest="names")
    parser.add_argument("--stories", action="store_true")
    parser.add_argument("--perception", choices=list(PerceptionKind), type=PerceptionKind)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--ordinary", action="store_true")
    parser.add_argument("--published", action="store_true")
    parser.add_argument("--walks", type=Path, help="folder of the walks")
    parser.add_argument("--list", type=Path, help="the development stories")
    arguments = parser.parse_args()
    if arguments.published:
        if not (arguments.walks and arguments.list):
            parser.error("--published needs --walks and --list")
        wanted = [arguments.perception] if arguments.perception else list(PerceptionKind)
        published(arguments, wanted)
        return
    if arguments.ordinary:
        ordinary_places(arguments.seeds)
        return
    plans = {**CLASSES, **ONLY_IN_STORIES} if arguments.stories else CLASSES
    plans |= {f"{share} markers a room": Plan(markers=share) for share in SHARES}
    rows = Rows(arguments.rows)
    perceptions = [arguments.perception] if arguments.perception else list(PerceptionKind)
    print(HEAD)
    for name in arguments.names or plans:
        if arguments.stories:
            classes = as_stories(name, plans[name], arguments.seeds, rows, perceptions)
        else:
            classes = without_a_story(name, plans[name], arguments.seeds, rows)
        for found in classes:
            print(summary(found[0].name, found), flush=True)
            for told in filter(None, (r.told for r in found)) if arguments.show else ():
                print(f"    {told}", flush=True)


if __name__ == "__main__":
    main()
