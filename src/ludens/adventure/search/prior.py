"""What a command may bring that has done nothing yet where it would be given: a fitted model.

A Poisson regression over how often its act and its things have done something, how often it has
failed with them, and who proposes it. It is fitted by `bench/fit_search.py` on searches of the
development stories, which prints the loss on stories left out; the weights lie in `weights.json`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Mapping
from functools import cache
from importlib.resources import files
from math import exp, log, log1p

from ludens.adventure.search.candidates import Candidate, Proposed

FEATURES = (
    *("bias", "act", "thing", "tries", "failed", "failed_at_least"),
    *("one", "two", "topic", "proposed", "fitting", "idle"),
)
"""The features of a command, in their order: the logarithms of the success of its act, of the
success of its things beside a new one's and of their tries; of its failures, by the part that
failed most and the one that failed least; and marks, 0 or 1."""
ACT = (0.1, 4.0)
"""What an act has won, and in how many tries, before it was tried."""
THING = (1.0, 4.0)
"""The same for a thing."""


@cache
def weights() -> tuple[float, ...]:
    """Return the fitted weights, in the order of `FEATURES`."""
    source = files("ludens.adventure.search") / "weights.json"
    read: Mapping[str, float] = json.loads(source.read_text(encoding="utf-8"))
    return tuple(read[name] for name in FEATURES)


class Prior:
    """What acts and things have done in one search, and what that promises."""

    def __init__(self) -> None:
        self._acts: dict[tuple[Hashable, int], tuple[float, float, float]] = {}
        self._things: dict[Hashable, tuple[float, float, float, float]] = {}
        self._failures: dict[Hashable, int] = defaultdict(int)
        self._weights = weights()

    def worth(self, candidate: Candidate, *, is_idle: bool) -> float:
        """Return what a command is worth; `is_idle`: it has failed here, with less done."""
        amounts = self.features(candidate, is_idle=is_idle)
        return exp(sum([weight * one for weight, one in zip(self._weights, amounts, strict=True)]))

    def features(self, candidate: Candidate, *, is_idle: bool) -> tuple[float, ...]:
        """Return the features of a command, in the order of `FEATURES`."""
        named = candidate.named
        size = len(named)
        thing = tries = 0.0
        for key in named:
            known = self._things.get(key)
            if known is not None:
                thing += known[2] / size
                tries += known[3] / size
        failures = [self._failures.get(key, 0) for key in _parts(candidate)]
        proposed = candidate.proposed
        return (
            1.0,
            self._act(candidate)[2],
            thing,
            tries,
            log1p(max(failures)),
            log1p(min(failures)),
            float(size == 1),
            float(size == 2),
            float(bool(candidate.topic)),
            float(proposed is not Proposed.NOT),
            float(proposed is Proposed.FITTING),
            float(is_idle),
        )

    def rate(self, act: Hashable, size: int) -> float:
        """Return how much an act with so many things has done, by its tries."""
        won, tries, _ = self._acts.get((act, size), _NEW_ACT)
        return won / tries

    def rates(self, size: int) -> dict[Hashable, float]:
        """Return how much each act with so many things has done, by its tries."""
        return {act: self.rate(act, size) for act, of in tuple(self._acts) if of == size}

    def count(self, candidate: Candidate, won: float) -> None:
        """Note what a command has brought."""
        before, tries, _ = self._act(candidate)
        self._acts[candidate.act, len(candidate.named)] = _act(before + won, tries + 1)
        for key in candidate.named:
            before, tries = self._things.get(key, THING)[:2]
            self._things[key] = _thing(before + won, tries + 1)

    def fail(self, candidate: Candidate) -> None:
        """Note that a command did nothing."""
        for key in _parts(candidate):
            self._failures[key] += 1

    def forget_failures(self) -> None:
        """Let what did nothing be tried again."""
        self._failures.clear()

    def _act(self, candidate: Candidate) -> tuple[float, float, float]:
        return self._acts.get((candidate.act, len(candidate.named)), _NEW_ACT)


def _act(won: float, tries: float) -> tuple[float, float, float]:
    return won, tries, log(won / tries)


def _thing(won: float, tries: float) -> tuple[float, float, float, float]:
    return won, tries, log(won / tries * (THING[1] / THING[0])), log(tries / THING[1])


_NEW_ACT = _act(*ACT)


def _parts(candidate: Candidate) -> tuple[Hashable, ...]:
    """Return what the failures of a command are counted by: its act with each of its things."""
    if len(candidate.named) == 2:
        one, other = candidate.named
        return (candidate.act, one, None), (candidate.act, None, other)
    return ((candidate.act, candidate.named),)
