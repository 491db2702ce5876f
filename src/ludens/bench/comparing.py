"""Two parts of what was played, held against each other pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.bench.measures import Measured
from ludens.bench.statistics import Paired, paired
from ludens.episode.errors import LudensError

Value = Callable[[Measured], float | None]


class NothingToCompareError(LudensError):
    """Two selections have no subject and seed in common."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of an episode that two selections are compared by."""

    name: str
    value: Value
    is_share: bool = False
    """Whether it lies between 0 and 1."""


def _per_turn(value: Callable[[Measured], float]) -> Value:
    return lambda one: value(one) / one.turns if one.turns else None


SHARE = Measure("share of the points", lambda one: one.share, is_share=True)
TOWN = Measure("tables won by the town", lambda one: one.share, is_share=True)
AUROC = Measure("the referee's AUROC", lambda one: one.value, is_share=True)
POINTS = Measure("points", lambda one: one.value)
OTHERS = (
    Measure("turns", lambda one: one.turns),
    Measure("rooms", lambda one: one.rooms),
    Measure("deaths", lambda one: one.deaths),
    Measure("turns stuck", _per_turn(lambda one: one.stuck_turns), is_share=True),
    Measure("loops", lambda one: len(one.loops.found) if one.game == "adventure" else None),
    Measure("calls", lambda one: one.total("calls")),
    Measure("dollars", lambda one: float(one.cost)),
)
"""What is told besides, wherever a pair differs in it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two selections on what they have in common, by one measure."""

    first: str
    second: str
    game: str
    measure: str
    is_share: bool
    paired: Paired


def compare(
    first: Sequence[Measured], second: Sequence[Measured], names: tuple[str, str]
) -> list[Comparison]:
    """Return how the second selection differs from the first, game by game, pair by pair.

    A pair is a subject with a seed; several episodes of one pair count as their mean. The first
    measure of a game is its score; the others follow where at least one pair differs. Raises
    NothingToCompareError.
    """
    comparisons: list[Comparison] = []
    for game in sorted({one.game for one in first} & {one.game for one in second}):
        sides = [_by_pair([one for one in side if one.game == game]) for side in (first, second)]
        common = sorted(sides[0].keys() & sides[1].keys())
        pairs = [(sides[0][key], sides[1][key]) for key in common]
        if not pairs:
            continue
        has_shares = all(one.share is not None for pair in pairs for side in pair for one in side)
        for measure in (_score(game, pairs) if has_shares else POINTS, *OTHERS):
            found = _compared(pairs, measure)
            if found is not None and (measure not in OTHERS or found.more or found.less):
                comparisons.append(Comparison(*names, game, measure.name, measure.is_share, found))
    if not comparisons:
        raise NothingToCompareError(
            f"{names[0]} and {names[1]} have no subject and seed in common; play both first"
        )
    return comparisons


def _score(game: str, pairs: Sequence[tuple[list[Measured], list[Measured]]]) -> Measure:
    """Return what the share is that all of these have."""
    if game == "mafia":
        return TOWN
    return AUROC if any(one.verdicts for pair in pairs for side in pair for one in side) else SHARE


def _by_pair(results: Sequence[Measured]) -> dict[tuple[str, int], list[Measured]]:
    found: dict[tuple[str, int], list[Measured]] = {}
    for one in results:
        if one.value is not None:
            found.setdefault((one.subject, one.seed), []).append(one)
    return found


def _compared(
    pairs: Sequence[tuple[list[Measured], list[Measured]]], measure: Measure
) -> Paired | None:
    """Return the paired statistics of one measure over the pairs that have it on both sides."""
    before, after = [], []
    for pair in pairs:
        values = [_mean_of(side, measure.value) for side in pair]
        if values[0] is not None and values[1] is not None:
            before.append(values[0])
            after.append(values[1])
    return paired(before, after) if before else None


def _mean_of(results: Sequence[Measured], value: Value) -> float | None:
    known = [found for one in results if (found := value(one)) is not None]
    return sum(known) / len(known) if known else None
