"""What a suite tells: a line for each subject, model and variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any

from ludens.bench.loops import share_broken, share_penalized
from ludens.bench.measures import Measured, grouped
from ludens.bench.statistics import Mean, mean


@dataclass(frozen=True, slots=True)
class Line:
    """One subject as one model in one variant played it."""

    game: str
    subject: str
    model: str
    variant: str
    episodes: int
    value: Mean | None
    """Score of a story; share of tables that the town won; AUROC of a referee with known truth."""
    most: float | None
    share: Mean | None
    """The value by the most that can be had."""
    turns: float
    rooms: float | None
    deaths: float | None
    outcomes: dict[str, int]
    cut: float
    """The share of its tables that a limit ended before either side had won; they have no score."""
    stuck: float
    """The share of turns that were stuck."""
    loops: float
    """Patterns an episode: going to and fro, camping."""
    loops_broken: float | None
    """The share of them that ended within 10 turns of being noticed; None without any."""
    loops_penalized: float | None
    """The share of them during which a proposed command's score was lowered."""
    first_loop: float | None
    """The mean turn in which the first was noticed, over the episodes that have one."""
    interventions: float
    """Penalties, warnings, walks out, rewinds and terminations an episode."""
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
    own_accepted: float | None = None
    """In a book with known truth: the share of supported prompts that the game went on with."""
    false_accepts: float | None = None
    """The same of those that the book does not have."""
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
        cut=sum(one.was_cut for one in group) / number,
        outcomes=dict(Counter(one.outcome for one in group).most_common()),
        stuck=sum(one.stuck_turns for one in group) / turns if turns else 0.0,
        loops=sum(len(one.loops.found) for one in group) / number,
        loops_broken=share_broken([one.loops for one in group]),
        loops_penalized=share_penalized([one.loops for one in group]),
        first_loop=_average([one.loops.first for one in group]),
        interventions=sum(one.loops.interventions for one in group) / number,
        calls_per_turn=sum(one.total("calls") for one in group) / turns if turns else 0.0,
        input_tokens=inputs / number,
        output_tokens=sum(one.total("output_tokens") for one in group) / number,
        hit_rate=sum(one.total("cached_tokens") for one in group) / inputs if inputs else None,
        cost=cost,
        cost_per_point=float(cost) / sum(values) if values and sum(values) > 0 and cost else None,
        seconds=sum(one.seconds for one in group) / number,
        brier=_brier(group),
        calibration=_calibration(group),
        own_accepted=_accepted(group, supported=True),
        false_accepts=_accepted(group, supported=False),
        agents=_agents(group),
    )


def _brier(group: list[Measured]) -> float | None:
    errors = [(chance - truth) ** 2 for one in group for chance, truth in one.beliefs]
    return sum(errors) / len(errors) if errors else None


def _accepted(group: list[Measured], *, supported: bool) -> float | None:
    given = [v.is_accepted for one in group for v in one.verdicts if v.is_supported is supported]
    return sum(given) / len(given) if given else None


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
