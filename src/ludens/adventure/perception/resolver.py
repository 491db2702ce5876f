"""Which room each place shown was: the best of several hypotheses, kept side by side.

A name alone never decides. Every supposition is weighed by all that was seen so far: titles,
descriptions, how much was told, where ways led and which were refused. What a later step proves
wrong falls behind, and its rival, which was kept, takes its place.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludens.adventure.perception.branching import branches
from ludens.adventure.perception.hypotheses import Branch, Hypothesis, Texts
from ludens.adventure.perception.memory import (
    Description,
    Step,
    StepKind,
    TextMemory,
    chained,
)

WIDTH = 64
"""Hypotheses kept side by side."""
HOPELESS = 14.0
"""How far behind the best, as a difference of logarithms, a hypothesis is given up."""
KEPT_BEAMS = 3
"""Beams remembered, so that a step is weighed once however often it is asked about."""
SAME_HERE = 40
"""Of these at most so many in which the player is in the same room."""
TITLES_COUNTED = 3

Option = tuple[float, int, Branch, Hypothesis]
"""A weight, the place of a hypothesis in the beam, what a step may be for it, and it."""


@dataclass(frozen=True, slots=True)
class Beam:
    """The hypotheses after some steps, best first."""

    hypotheses: tuple[Hypothesis, ...] = field(default_factory=lambda: (Hypothesis(),))
    spread: dict[str, int] = field(default_factory=dict)
    """Under how many titles each sentence was seen."""
    titles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    steps: int = 0

    @property
    def best(self) -> Hypothesis:
        """The hypothesis that is taken for true."""
        return self.hypotheses[0]

    def sure(self) -> float:
        """Return how sure the room is where the player is now, from 0 to 1."""
        top = self.best.weight
        weights = [math.exp(h.weight - top) for h in self.hypotheses]
        agreeing = sum(
            weight
            for weight, h in zip(weights, self.hypotheses, strict=True)
            if h.here == self.best.here
        )
        return agreeing / sum(weights)


def advance(beam: Beam, step: Step, texts: Sequence[Description]) -> Beam:
    """Return the hypotheses after one more step."""
    if step.kind is not StepKind.SHOWN:
        return _unmoved(beam, step, texts)
    spread, titles = spread_by(beam, step, texts)
    known = Texts(texts, spread)
    number = beam.steps
    options = [
        (hypothesis.weight + math.log(branch.likelihood), order, branch, hypothesis)
        for order, hypothesis in enumerate(beam.hypotheses)
        for branch in branches(hypothesis, number, step, known)
        if branch.likelihood > 0.0
    ]
    options.sort(key=lambda option: (-option[0], option[1], option[2].room))
    successors: list[Hypothesis] = []
    for _, _, branch, hypothesis in selected(options):
        successor = hypothesis.copy()
        successor.follow(number, step, branch, known)
        successors.append(successor)
    return Beam(tuple(successors), spread, titles, beam.steps + 1)


def selected(options: Sequence[Option]) -> list[Option]:
    """Return the options to go on with, of those that are given best first.

    No more than SAME_HERE agree on where the player is while others are left: doubts of long ago
    must not crowd out the doubt of now.
    """
    hopeful = [option for option in options if option[0] >= options[0][0] - HOPELESS]
    if len(hopeful) <= WIDTH:
        return hopeful
    agreeing: Counter[int] = Counter()
    kept: list[Option] = []
    left: list[Option] = []
    for option in hopeful:
        room = option[2].room
        agreeing[room] += 1
        (kept if agreeing[room] <= SAME_HERE else left).append(option)
        if len(kept) == WIDTH:
            break
    kept += left[: WIDTH - len(kept)]
    return sorted(kept, key=lambda option: (-option[0], option[1], option[2].room))


def _unmoved(beam: Beam, step: Step, texts: Sequence[Description]) -> Beam:
    successors = [hypothesis.copy() for hypothesis in beam.hypotheses]
    for successor in successors:
        successor.take(step, texts)
    successors.sort(key=lambda hypothesis: -hypothesis.weight)
    return Beam(tuple(successors), beam.spread, beam.titles, beam.steps + 1)


def spread_by(
    beam: Beam, step: Step, texts: Sequence[Description]
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Return under how many titles each sentence was seen, one more step included."""
    if not step.title:
        return beam.spread, beam.titles
    fresh = [
        sentence
        for sentence in texts[step.text].sentences
        if step.title not in (seen := beam.titles.get(sentence, ())) and len(seen) < TITLES_COUNTED
    ]
    if not fresh:
        return beam.spread, beam.titles
    spread, titles = dict(beam.spread), dict(beam.titles)
    for sentence in fresh:
        titles[sentence] = (*titles.get(sentence, ()), step.title)
        spread[sentence] = len(titles[sentence])
    return spread, titles


class Resolver:
    """Keeps the beams of the episodes it was asked about.

    What it keeps only saves work: the steps of a memory alone decide the answer.
    """

    def __init__(self) -> None:
        self._beams: OrderedDict[str, Beam] = OrderedDict()

    def after(self, memory: TextMemory, step: Step, texts: Sequence[Description]) -> Beam:
        """Return the hypotheses after the remembered steps and one more.

        `texts` are the remembered ones, with that of the step behind them if it is new.
        """
        return self._kept(
            chained(memory.chain, step), lambda: advance(self.now(memory), step, texts)
        )

    def now(self, memory: TextMemory) -> Beam:
        """Return the hypotheses after the remembered steps."""

        def resume() -> Beam:
            done = len(memory.steps)
            while done and memory.steps[done - 1].chain not in self._beams:
                done -= 1
            beam = self._beams[memory.steps[done - 1].chain] if done else Beam()
            for step in memory.steps[done:]:
                beam = advance(beam, step, memory.texts)
            return beam

        return self._kept(memory.chain, resume)

    def _kept(self, chain: str, make: Callable[[], Beam]) -> Beam:
        beam = self._beams.get(chain)
        if beam is None:
            beam = make()
        self._beams[chain] = beam
        self._beams.move_to_end(chain)
        while len(self._beams) > KEPT_BEAMS:
            self._beams.popitem(last=False)
        return beam
