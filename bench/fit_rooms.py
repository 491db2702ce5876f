"""Fit how likely texts, titles and moves are, on walks whose rooms are known.

    python bench/fit_rooms.py --walks FOLDER --list FILE [--rounds 2] [--explore 150]

Which room a place shown is, text perception weighs by the numbers of
`src/ludens/adventure/perception/evidence.py`. Each walk is read once by `text`; then a single
hypothesis is led along the truth, and at every place shown the chance that the numbers give to the
true room is held against all others. The loss is minus the logarithm of that chance, mean over the
places shown. Each number is moved up and down (its odds, or its count) while the loss on the half
`tune` falls; what the walks say nothing about stays. Printed: the loss before and after on `tune`
and on `report`, which chooses nothing, and the numbers that moved.

Truth: the walks of `published_maps.py`, and `--explore` turns of exploring in each story of the
list, with the room by the Z-machine's memory.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from published_maps import STORIES, Truth, Walk, walks
from rich.console import Console
from worlds.truth import TruePlay
from worlds.walks import exploring_walk

from ludens.adventure.company import senses_for
from ludens.adventure.interpreter.jericho import JerichoInterpreter
from ludens.adventure.interpreter.protocol import InterpreterFault
from ludens.adventure.interpreter.story_file import open_story
from ludens.adventure.mapping import Keys, Mapping, map_story
from ludens.adventure.perception import evidence
from ludens.adventure.perception.branching import branches
from ludens.adventure.perception.hypotheses import NO_PLACE, Branch, Hypothesis, Texts
from ludens.adventure.perception.memory import Description, Step, StepKind
from ludens.adventure.perception.resolver import Beam, spread_by

WORST = 8.0
"""What a place may cost at most: a truth that is quite unforeseen teaches nothing."""
STIFFNESS = 0.0005
"""What it costs to move a number's odds by a factor of e: what hardly matters stays as it is."""
STRIDES = (0.7, 0.35)
WHOLE = object()
"""The place of a number that stands alone."""
UNFITTED = frozenset({"SIMILAR", "SHORT", "WAYS_OUT", "DESCRIBES"})
"""What is no likelihood."""


@dataclass(frozen=True)
class Read:
    """One walk as text perception read it, with the true room of each step."""

    story: str
    half: str
    steps: Sequence[Step]
    texts: Sequence[Description]
    rooms: Sequence[int | None]


@dataclass(frozen=True)
class Number:
    """One number of `evidence`, wherever it stands."""

    name: str
    key: object = WHOLE

    @property
    def count(self) -> bool:
        """Whether it counts cases, rather than being a likelihood."""
        return isinstance(getattr(evidence, self.name), tuple)

    def get(self) -> float:
        held = getattr(evidence, self.name)
        return float(held if self.key is WHOLE else held[self.key])

    def set(self, value: float) -> None:
        held = getattr(evidence, self.name)
        if self.key is WHOLE:
            setattr(evidence, self.name, value)
        elif isinstance(held, tuple):
            kept = tuple(value if n == self.key else old for n, old in enumerate(held))
            setattr(evidence, self.name, kept)
        else:
            held[self.key] = value
        evidence.told_again.cache_clear()

    def moved(self, value: float, by: float) -> float:
        """Return a value whose odds, or count, are greater by a factor of e to the power `by`."""
        if self.count:
            return value * math.exp(by)
        odds = math.exp(by) * value / (1.0 - value)
        return odds / (1.0 + odds)

    def distance(self, value: float, start: float) -> float:
        """Return how far, in logarithms, a value is from where it began."""
        if self.count:
            return math.log(value / start)
        return math.log(value / (1.0 - value)) - math.log(start / (1.0 - start))


def main() -> int:
    options = arguments()
    console = Console()
    read = [*walked(options, console), *explored(options)]
    tune = [one for one in read if one.half == "tune"]
    report = [one for one in read if one.half == "report"]
    console.print(f"{len(tune)} walks to fit on, {len(report)} left out")
    console.print(f"Before: loss {loss(tune):.4f} on tune, {loss(report):.4f} on report")
    found = numbers()
    start = {number: number.get() for number in found}
    fit(tune, found, options.rounds, console)
    console.print(f"After:  loss {loss(tune):.4f} on tune, {loss(report):.4f} on report")
    for number in found:
        if abs(number.distance(number.get(), start[number])) > 0.05:
            key = "" if number.key is WHOLE else f"[{number.key}]"
            console.print(
                f"  {number.name}{key}: {start[number]:.4g} -> {number.get():.3g}",
                markup=False,
                highlight=False,
            )
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--walks", type=Path, required=True, help="folder of the walks")
    parser.add_argument("--list", type=Path, required=True, help="the development stories")
    parser.add_argument("--rounds", type=int, default=2, help="how often every number is tried")
    parser.add_argument("--explore", type=int, default=150, help="turns explored in each story")
    options = parser.parse_args()
    options.only, options.half = [], None
    return options


def walked(options: argparse.Namespace, console: Console) -> Iterator[Read]:
    """Yield the walks through stories."""
    for walk in walks(options, console):
        truth = Truth(walk, direct=False)
        if truth.agreed < 0.9 * len(walk.steps):
            continue
        game = JerichoInterpreter(walk.story, seed=walk.seed)
        try:
            mapping = map_story(game, walk.commands, senses_for(walk.story, None), keys=Keys.ALWAYS)
        finally:
            game.close()
        yield as_read(walk, mapping, truth.rooms)


def explored(options: argparse.Namespace) -> Iterator[Read]:
    """Yield walks that explore each story."""
    with options.list.open(encoding="utf-8") as lines:
        listed = list(csv.DictReader(lines))
    for row in listed if options.explore else ():
        file = STORIES / Path(row["file"]).name
        if not file.exists():
            continue
        story = open_story(file)
        game = TruePlay(story)
        try:
            exploring_walk(game, Random(0), options.explore)
            commands = [turn.command for turn in game.turns[1:]]
            second = JerichoInterpreter(story)
            try:
                senses = senses_for(story, None)
                mapping = map_story(second, commands, senses, keys=Keys.STRICT)
            finally:
                second.close()
        except InterpreterFault:
            continue
        finally:
            game.close()
        walk = Walk(row["name"], row["half"], story, 0, (), 0)
        yield as_read(walk, mapping, [turn.location for turn in game.turns])


def as_read(walk: Walk, mapping: Mapping, rooms: Sequence[int | None]) -> Read:
    memory = mapping.state.text_memory
    truth = [rooms[step.turn] if step.turn < len(rooms) else None for step in memory.steps]
    return Read(walk.name, walk.half, memory.steps, memory.texts, truth)


def numbers() -> list[Number]:
    found: list[Number] = []
    for name, held in vars(evidence).items():
        if not name.isupper() or name in UNFITTED:
            continue
        if isinstance(held, float):
            found.append(Number(name))
        elif isinstance(held, dict):
            found += [Number(name, key) for key, value in held.items() if isinstance(value, float)]
        elif isinstance(held, tuple):
            found += [Number(name, key) for key in range(len(held))]
    return found


def fit(read: Sequence[Read], found: Sequence[Number], rounds: int, console: Console) -> None:
    """Move each number while that makes the loss smaller."""
    start = {number: number.get() for number in found}
    best = loss(read)
    for turn in range(rounds):
        for number in found:
            for by in (sign * STRIDES[min(turn, len(STRIDES) - 1)] for sign in (1, -1)):
                moved = False
                while True:
                    kept = number.get()
                    number.set(number.moved(kept, by))
                    away = number.distance(number.get(), start[number])
                    before = number.distance(kept, start[number])
                    now = loss(read)
                    if now + STIFFNESS * away**2 >= best + STIFFNESS * before**2 - 1e-5:
                        number.set(kept)
                        break
                    best, moved = now, True
                if moved:
                    break
        console.print(f"Round {turn + 1}: loss {best:.4f}")


def loss(read: Sequence[Read]) -> float:
    """Return the mean loss of the places shown, each story counting alike up to its length."""
    costs = [cost for one in read for cost in costs_of(one)]
    return sum(costs) / max(1, len(costs))


def costs_of(read: Read) -> Iterator[float]:
    """Lead one hypothesis along the truth, and yield what each place shown costs."""
    supposed = Hypothesis()
    beam = Beam()
    rooms: dict[int, int] = {}
    for number, (step, truth) in enumerate(zip(read.steps, read.rooms, strict=True)):
        if step.kind is not StepKind.SHOWN:
            supposed.take(step, read.texts)
            continue
        spread, titles = spread_by(beam, step, read.texts)
        beam = Beam(beam.hypotheses, spread, titles, number)
        texts = Texts(read.texts, spread)
        options = [b for b in branches(supposed, number, step, texts) if b.likelihood > 0.0]
        if truth is None:
            if options:
                supposed.follow(number, step, max(options, key=lambda b: b.likelihood), texts)
            continue
        goal = rooms.get(truth, number)
        right = [b for b in options if b.room == goal]
        if supposed.here == goal:
            right += [b for b in options if b.room == NO_PLACE]
        chance = sum(b.likelihood for b in right) / max(1e-300, sum(b.likelihood for b in options))
        yield min(WORST, -math.log(max(1e-9, chance)))
        taken = max(right, key=lambda b: b.likelihood, default=Branch(goal, 1e-6))
        supposed.follow(number, step, taken, texts)
        if taken.room != NO_PLACE:
            rooms.setdefault(truth, taken.room)


if __name__ == "__main__":
    sys.exit(main())
