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
from typing import NamedTuple

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


class _Counted(NamedTuple):
    """How much an act or a thing has won, in how many tries, and what that adds to the sum."""

    won: float
    tries: float
    adds: float


class Prior:
    """What acts and things have done in one search, and what that promises."""

    def __init__(self) -> None:
        self._weights = dict(zip(FEATURES, weights(), strict=True))
        self._acts: dict[tuple[Hashable, int], _Counted] = {}
        self._things: dict[Hashable, _Counted] = {}
        self._failures: dict[Hashable, int] = defaultdict(int)
        self._new_act, self._new_thing = self._act(*ACT), self._thing(*THING)
        self._marks: dict[tuple[int, bool, Proposed, bool], float] = {}
        """What the marks of a command add to the sum."""

    def worth(self, candidate: Candidate, *, is_idle: bool) -> float:
        """Return what a command is worth; `is_idle`: it has failed here, with less done.

        It is the exponential of the sum of the features by their weights.
        """
        named = candidate.named
        size = len(named)
        marks = (size, bool(candidate.topic), candidate.proposed, is_idle)
        total = self._marks.get(marks)
        if total is None:
            total = self._marks[marks] = self._add(_marks(*marks))
        total += self._acts.get((candidate.act, size), self._new_act).adds
        things, new = self._things, self._new_thing
        for key in named:
            total += things.get(key, new).adds / size
        if self._failures:
            known = self._weights
            most, least = self._failed(candidate)
            if most:
                total += known["failed"] * log1p(most) + known["failed_at_least"] * log1p(least)
        return exp(total)

    def features(self, candidate: Candidate, *, is_idle: bool) -> tuple[float, ...]:
        """Return the features of a command, in the order of `FEATURES`."""
        named = candidate.named
        act = self._acts.get((candidate.act, len(named)), self._new_act)
        things = [self._things.get(key, self._new_thing) for key in named]
        most, least = self._failed(candidate)
        found = _marks(len(named), bool(candidate.topic), candidate.proposed, is_idle)
        found |= {
            "act": log(act.won / act.tries),
            "thing": sum(_success(*one[:2]) for one in things) / max(1, len(named)),
            "tries": sum(_tries(one.tries) for one in things) / max(1, len(named)),
            "failed": log1p(most),
            "failed_at_least": log1p(least),
        }
        return tuple(found[name] for name in FEATURES)

    def rates(self, size: int) -> dict[Hashable, float]:
        """Return how much each act with so many things has won, by its tries."""
        return {act: one.won / one.tries for (act, of), one in self._acts.items() if of == size}

    def count(self, candidate: Candidate, won: float) -> None:
        """Note what a command has brought."""
        key = (candidate.act, len(candidate.named))
        before = self._acts.get(key, self._new_act)
        self._acts[key] = self._act(before.won + won, before.tries + 1)
        for thing in candidate.named:
            before = self._things.get(thing, self._new_thing)
            self._things[thing] = self._thing(before.won + won, before.tries + 1)

    def fail(self, candidate: Candidate) -> None:
        """Note that a command did nothing."""
        for key in _parts(candidate):
            self._failures[key] += 1

    def forget_failures(self) -> None:
        """Let what did nothing be tried again."""
        self._failures.clear()

    def _failed(self, candidate: Candidate) -> tuple[int, int]:
        failures = [self._failures.get(key, 0) for key in _parts(candidate)]
        return max(failures), min(failures)

    def _act(self, won: float, tries: float) -> _Counted:
        return _Counted(won, tries, self._weights["act"] * log(won / tries))

    def _thing(self, won: float, tries: float) -> _Counted:
        known = self._weights
        adds = known["thing"] * _success(won, tries) + known["tries"] * _tries(tries)
        return _Counted(won, tries, adds)

    def _add(self, amounts: Mapping[str, float]) -> float:
        return sum(self._weights[name] * amount for name, amount in amounts.items())


def _marks(size: int, has_topic: bool, proposed: Proposed, is_idle: bool) -> dict[str, float]:
    return {
        "bias": 1.0,
        "one": float(size == 1),
        "two": float(size == 2),
        "topic": float(has_topic),
        "proposed": float(proposed is not Proposed.NOT),
        "fitting": float(proposed is Proposed.FITTING),
        "idle": float(is_idle),
    }


def _success(won: float, tries: float) -> float:
    """Return how much better a thing has done than a new one."""
    return log(won / tries * (THING[1] / THING[0]))


def _tries(tries: float) -> float:
    return log(tries / THING[1])


def _parts(candidate: Candidate) -> tuple[Hashable, ...]:
    """Return what the failures of a command are counted by: its act with each of its things."""
    if len(candidate.named) == 2:
        one, other = candidate.named
        return (candidate.act, one, None), (candidate.act, None, other)
    return ((candidate.act, candidate.named),)
