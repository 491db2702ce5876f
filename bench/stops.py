"""What minds did after each kind of stop of a plan: whether it was worth its call.

    python bench/stops.py STORE...

STORE is a database of episodes that a model played with plans, as `bench/mind.py` keeps. Printed
are counts alone, for each kind of stop: how often nothing of the plan was left; else how often the
next plan went on with what came next in the old one (`kept`), and how often one of its first three
steps names what the stop named (`names it`).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ludens.adventure.game import Adventure
from ludens.adventure.plan import PlanEnded, PlanMade, Step, StepDone
from ludens.adventure.world.belongings import words
from ludens.episode.events import EventCodec
from ludens.episode.store import Store

READ = {one.type for one in (PlanMade, StepDone, PlanEnded)}
FIRST = 3
"""Steps of the next plan in which what the stop named is looked for."""


def kind_of(why: str) -> str:
    """Return what a reason is called, without what it names."""
    return re.sub(r'"[^"]*"', "…", re.split(r"[:.]", why)[0])


def stops(store: Store) -> Iterator[tuple[str, bool, bool, bool]]:
    """Yield each stop: its kind, whether something was left, was kept, is named next."""
    codec = EventCodec(Adventure().events)
    for row in store.episodes():
        steps: tuple[Step, ...] = ()
        done, before = 0, None
        for line in store.events(row.id):
            if line.type not in READ:
                continue
            match codec.decode(line.type, line.data):
                case PlanMade(plan=plan) if plan.said:
                    if before is not None:
                        why, rest = before
                        named = words(why.partition(":")[2])
                        said = words(" ".join(map(str, plan.steps[:FIRST])))
                        kept = bool(rest) and rest[0] in plan.steps[:2]
                        yield kind_of(why), bool(rest), kept, bool(named & said)
                    steps, done, before = plan.steps, 0, None
                case PlanMade():
                    steps = ()
                case StepDone(step=step):
                    done = step + 1
                case PlanEnded(done=False, why=why) if steps:
                    left = steps[done:]
                    # a command was typed when it was stopped; an intent goes on
                    before = why, left[1:] if left and left[0].intent is None else left
                    steps = ()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("stores", nargs="+", type=Path, metavar="STORE")
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path in parser.parse_args().stores:
        store = Store.open(str(path))
        for kind, left, kept, named in stops(store):
            found[kind].update(all=1, left=int(left), kept=int(kept), named=int(left and named))
        store.close()
    table = Table("stop", "all", "nothing left", "kept", "names it")
    for kind, count in sorted(found.items(), key=lambda one: -one[1]["all"]):
        numbers = (count["all"], count["all"] - count["left"], count["kept"], count["named"])
        table.add_row(kind, *map(str, numbers))
    Console().print(table)


if __name__ == "__main__":
    main()
