"""What a suite tells: a line for each subject, model and variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any

from ludens.bench.measures import Measured, grouped
from ludens.bench.statistics import Mean, Paired, mean, paired
from ludens.episode.errors import LudensError


class NothingToCompareError(LudensError):
    """Two selections have no subject and seed in common."""


@dataclass(frozen=True, slots=True)
class Line:
    """One subject as one model in one variant played it."""

    game: str
    subject: str
    model: str
    variant: str
    episodes: int
    value: Mean | None
    """Score of a story; share of tables that the town won."""
    most: float | None
    share: Mean | None
    """The value by the most that can be had."""
    turns: float
    rooms: float | None
    deaths: float | None
    outcomes: dict[str, int]
    stuck: float
    """The share of turns that were stuck."""
    interventions: float
    """Loop-breaking events an episode."""
    calls_per_turn: float
    input_tokens: float
    """An episode; so are the next."""
    output_tokens: float
    hit_rate: float | None
    """Cached by input tokens; None without input tokens."""
    cost: Decimal
    """US dollars of all its episodes."""
    cost_per_point: float | None
    seconds: float
    brier: float | None = None
    """At a table: the mean squared error of what those who did not know believed; a coin: 0.25."""
    calibration: list[tuple[float, float, int]] = field(default_factory=list)
    """For each tenth of the chances that were given: their mean, how often it was so, how many."""
    agents: dict[str, dict[str, float]] = field(default_factory=dict)
    """For each agent: calls and tokens an episode."""

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {**asdict(self), "cost": str(self.cost)}


def lines(results: Sequence[Measured]) -> list[Line]:
    """Return a line for each group of episodes."""
    return [_line(group) for group in grouped(results).values()]


def _line(group: list[Measured]) -> Line:
    first, number = group[0], len(group)
    values = [one.value for one in group if one.value is not None]
    shares = [one.share for one in group if one.share is not None]
    turns = sum(one.turns for one in group)
    inputs = sum(one.total("input_tokens") for one in group)
    cost = sum((one.cost for one in group), Decimal(0))
    return Line(
        game=first.game,
        subject=first.subject,
        model=first.model,
        variant=first.variant,
        episodes=number,
        value=mean(values) if values else None,
        most=max((one.most for one in group if one.most is not None), default=None),
        share=mean(shares) if shares else None,
        turns=turns / number,
        rooms=_average([one.rooms for one in group]),
        deaths=_average([one.deaths for one in group]),
        outcomes=dict(Counter(one.outcome for one in group).most_common()),
        stuck=sum(one.stuck_turns for one in group) / turns if turns else 0.0,
        interventions=sum(sum(one.broken.values()) for one in group) / number,
        calls_per_turn=sum(one.total("calls") for one in group) / turns if turns else 0.0,
        input_tokens=inputs / number,
        output_tokens=sum(one.total("output_tokens") for one in group) / number,
        hit_rate=sum(one.total("cached_tokens") for one in group) / inputs if inputs else None,
        cost=cost,
        cost_per_point=float(cost) / sum(values) if values and sum(values) > 0 and cost else None,
        seconds=sum(one.seconds for one in group) / number,
        brier=_brier(group),
        calibration=_calibration(group),
        agents=_agents(group),
    )


def _brier(group: list[Measured]) -> float | None:
    errors = [(chance - truth) ** 2 for one in group for chance, truth in one.beliefs]
    return sum(errors) / len(errors) if errors else None


def _calibration(group: list[Measured]) -> list[tuple[float, float, int]]:
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for chance, truth in (belief for one in group for belief in one.beliefs):
        tenths.setdefault(min(9, int(chance * 10)), []).append((chance, truth))
    return [
        (
            sum(chance for chance, _ in found) / len(found),
            sum(truth for _, truth in found) / len(found),
            len(found),
        )
        for _, found in sorted(tenths.items())
    ]


def _average(values: Sequence[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _agents(group: list[Measured]) -> dict[str, dict[str, float]]:
    names = sorted({name for one in group for name in one.agents})
    counts = ("calls", "input_tokens", "output_tokens", "cached_tokens")
    return {
        name: {
            count: sum(getattr(one.agents[name], count) for one in group if name in one.agents)
            / len(group)
            for count in counts
        }
        for name in names
    }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two selections on what they have in common."""

    first: str
    second: str
    game: str
    paired: Paired
    unit: str
    """`share` where every pair has a known maximum, else `points`."""


def compare(
    first: Sequence[Measured], second: Sequence[Measured], names: tuple[str, str]
) -> list[Comparison]:
    """Return how the second selection differs from the first, game by game, pair by pair.

    A pair is a subject with a seed; several episodes of one pair count as their mean. Raises
    NothingToCompareError.
    """
    comparisons = []
    for game in sorted({one.game for one in first} & {one.game for one in second}):
        sides = [_by_pair([one for one in side if one.game == game]) for side in (first, second)]
        common = sorted(sides[0].keys() & sides[1].keys())
        pairs = [(sides[0][key], sides[1][key]) for key in common]
        if not pairs:
            continue
        unit = "share" if all(one.share is not None for p in pairs for s in p for one in s) else ""
        before, after = ([_mean_of(pair[side], unit) for pair in pairs] for side in (0, 1))
        comparisons.append(
            Comparison(*names, game=game, paired=paired(before, after), unit=unit or "points")
        )
    if not comparisons:
        raise NothingToCompareError(
            f"{names[0]} and {names[1]} have no subject and seed in common; play both first"
        )
    return comparisons


def _by_pair(results: Sequence[Measured]) -> dict[tuple[str, int], list[Measured]]:
    found: dict[tuple[str, int], list[Measured]] = {}
    for one in results:
        if one.value is not None:
            found.setdefault((one.subject, one.seed), []).append(one)
    return found


def _mean_of(results: list[Measured], unit: str) -> float:
    values = [(one.share if unit == "share" else one.value) or 0.0 for one in results]
    return sum(values) / len(values)
