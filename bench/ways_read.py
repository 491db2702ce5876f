"""How well the ways out are read from the texts of published stories' rooms, before one is tried.

    python bench/ways_read.py --walks FOLDER --list FILE --half tune [--keep FILE] [--show]

FOLDER and FILE are those of `published_maps.py`. At the first visit of each room of a walk, LOOK
and the twelve directions are tried on a copy of the story: the truth is whether the player is
elsewhere afterwards. A walk that our answers leave goes on all the same: every room is a sample
of its own.
`--keep` keeps the samples, so that the reading can be judged again without the stories.

    right    how many of the ways that are read lead somewhere
    barred   how many are refused, but not denied: something may be in the way
    found    how many of the ways that lead somewhere are read
    unread   of the directions that a text does not name, how many lead somewhere, by how many ways
             it names (the last: so many or more)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from published_maps import Walk, walks
from rich.console import Console

from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault, Trial, Wants, explore
from ludens.adventure.interpreter.zmachine.experiment import calibrate
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.perception.exits_text import exits_in
from ludens.adventure.perception.refusals import denies
from ludens.adventure.perception.telling import MENTIONED

LEADS, BARRED, ABSENT = "leads", "barred", "absent"
MANY = 2
"""Ways that a room's text names, from which on it is like any with more."""
TITLE = 60
"""Characters of a first line that is a title."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="names of stories; all if none is given")
    parser.add_argument("--walks", type=Path, required=True, help="folder of the walks")
    parser.add_argument("--list", type=Path, required=True, help="the development stories")
    parser.add_argument("--half", choices=("tune", "report"), required=True)
    parser.add_argument("--rooms", type=int, default=40, help="of one story at most")
    parser.add_argument("--keep", type=Path, help="samples are kept here, and read from here")
    parser.add_argument("--show", action="store_true", help="print what is read wrongly")
    options = parser.parse_args()
    if options.keep and options.keep.exists():
        samples = json.loads(options.keep.read_text(encoding="utf-8"))
    else:
        samples = []
        for walk in walks(options, Console(width=120)):
            samples += sampled(walk, options.rooms)
        if options.keep:
            options.keep.write_text(json.dumps(samples), encoding="utf-8")
    judge(samples, show=options.show)
    return 0


def sampled(walk: Walk, most: int) -> list[dict[str, object]]:
    """Return what each room says, and what came of each direction there."""
    game = JerichoInterpreter(walk.story, seed=walk.seed)
    objects = ZStory(walk.story.data).objects
    try:
        calibration = calibrate(game, walk.story.data, game.start())
        if calibration is None or calibration.player is None:
            return []
        return list(_rooms(walk, game, objects, calibration.player, most))
    except InterpreterFault:
        return []
    finally:
        game.close()


def _rooms(
    walk: Walk, game: JerichoInterpreter, objects: object, player: int, most: int
) -> Iterator[dict[str, object]]:
    def place(memory: bytes | None) -> int | None:
        above = [player, *objects.tree(memory).ancestors(player)] if memory else []  # type: ignore[attr-defined]
        return next((holder for _, holder in pairwise(above)), None)

    seen, known = game.start(), set[int]()
    for step in ({"command": None}, *walk.steps):
        command = step["command"]
        while command and seen.wants is Wants.KEY:
            seen = game.send(" ")
        if command and seen.wants is Wants.LINE:
            seen = game.send(str(command))
        here = place(game.memory())
        if seen.wants is not Wants.LINE or here is None or here in known:
            continue
        known.add(here)
        if len(known) > most:
            return
        look, *tried = explore(game, ["look", *DIRECTIONS])
        if look.observation is None:
            continue
        came = {one.command: _came(one, place(one.memory), here) for one in tried}
        ends = {one.command: place(one.memory) for one in tried}
        text = look.observation.text.strip()
        title, _, body = text.partition("\n")
        yield {
            "story": walk.name,
            "text": " ".join((body if len(title) <= TITLE else text).split()),
            "came": came,
            "ends": ends,
        }


def _came(trial: Trial, there: int | None, here: int) -> str:
    if trial.observation is None or there is None or there != here:
        return LEADS
    return ABSENT if denies(trial.observation.text) else BARRED


def judge(samples: list[dict[str, object]], *, show: bool) -> None:
    """Print how right the reading is: the surer the reading, the righter."""
    read, truth = Counter[str](), Counter[str]()
    unread = Counter[tuple[int, str]]()
    bins = Counter[tuple[float, str]]()
    for sample in samples:
        facts = {fact.direction: fact for fact in exits_in(str(sample["text"]))}
        for direction, came in sample["came"].items():  # type: ignore[attr-defined]
            truth[came] += 1
            fact = facts.get(direction)
            mentioned = fact is not None and fact.confidence >= MENTIONED
            if fact is not None:
                bins[fact.confidence, came] += 1
            else:
                unread[min(len(facts), MANY), came] += 1
            if mentioned:
                read[came] += 1
            if show and mentioned != (came == LEADS) and (mentioned or fact is not None):
                print(
                    f"{sample['story']}: {direction} {came}, read {fact.confidence}: {fact.quote}"
                )
            elif show and came == LEADS and fact is None:
                print(f"{sample['story']}: {direction} leads, not read: {sample['text']}")
    every = sum(read.values())
    print(
        f"{len(samples)} rooms, {every} ways read: right {read[LEADS] / every:.3f}, "
        f"barred {read[BARRED] / every:.3f}, found {read[LEADS] / truth[LEADS]:.3f}"
    )
    for sure in sorted({sure for sure, _ in bins}):
        of = {came: bins[sure, came] for came in (LEADS, BARRED, ABSENT)}
        print(f"  read with {sure}: {of[LEADS]} lead, {of[BARRED]} barred, {of[ABSENT]} absent")
    for many in range(MANY + 1):
        of = {came: unread[many, came] for came in (LEADS, BARRED, ABSENT)}
        share = of[LEADS] / max(1, sum(of.values()))
        print(f"  unread where {many} are read: {share:.3f} of {sum(of.values())} lead")


if __name__ == "__main__":
    sys.exit(main())
