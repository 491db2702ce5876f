"""What the finished episodes of a suite came to, read from the store in a few queries."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from ludens.bench.loops import ACTS, LOOP_EVENTS, Loops, add_event
from ludens.bench.standing import episodes_of
from ludens.bench.statistics import auroc
from ludens.episode.events import EpisodeId, Outcome
from ludens.episode.schema import call, event
from ludens.episode.store import EpisodeRow, Store
from ludens.mafia.events import GameDecided, MindKept
from ludens.mafia.roles import ROLES, Team
from ludens.story.events import Judged, VerdictGiven
from ludens.story.referee.verdict import Decision

AT_ONCE = 500
"""Episodes in one query: SQLite takes a bounded number of parameters."""

GAINS = ("score_change", "room_found", "item_found", "puzzle_solved")
"""Events after which a company is not stuck."""
PATIENCE = 20
"""Turns without any of them after which the turns count as stuck (seed 002)."""


@dataclass(slots=True)
class AgentUse:
    """The calls of one agent in one episode."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: Decimal = Decimal(0)


class Refereed(NamedTuple):
    """A verdict on a prompt whose truth is known."""

    score: float
    is_accepted: bool
    """Whether the game went on with it."""
    is_supported: bool
    """Whether the book has it."""


@dataclass(slots=True)
class Measured:
    """One finished episode."""

    episode: str
    game: str
    subject: str
    model: str
    variant: str
    seed: int
    turns: int
    outcome: str
    seconds: float
    value: float | None
    """What it is compared by: the score of a story, 1 for a table that the town won, else 0; in a
    book turns won less turns lost, or the referee's AUROC where the truth is known."""
    most: float | None
    """The highest value that can be had, where it is known."""
    rooms: int | None = None
    items: int | None = None
    deaths: int | None = None
    stuck_turns: int = 0
    loops: Loops = field(default_factory=Loops)
    """Where it went round in circles, and what was done about it."""
    agents: dict[str, AgentUse] = field(default_factory=dict)
    curve: list[tuple[int, float]] = field(default_factory=list)
    """Turn and score, whenever it changed."""
    beliefs: list[tuple[float, bool]] = field(default_factory=list)
    """At a table: each chance that somebody who did not know gave another seat of being mafia,
    and whether it was."""

    verdicts: list[Refereed] = field(default_factory=list)
    """In a book whose prompts have a known truth: what the referee said of each."""

    @property
    def group(self) -> tuple[str, str, str, str]:
        """What it is counted with: game, subject, model, variant."""
        return self.game, self.subject, self.model, self.variant

    @property
    def was_cut(self) -> bool:
        """Whether it is a table that a limit ended before either side had won."""
        return self.game == "mafia" and self.value is None

    @property
    def share(self) -> float | None:
        """The value by the most that can be had, from 0 to 1."""
        if self.value is None or not self.most:
            return None
        return min(1.0, max(0.0, self.value / self.most))

    @property
    def cost(self) -> Decimal:
        """US dollars of its priced calls."""
        return sum((use.cost for use in self.agents.values()), Decimal(0))

    def total(self, name: str) -> int:
        """Return a count of its calls: calls, input_tokens, output_tokens, cached_tokens."""
        return sum(getattr(use, name) for use in self.agents.values())


def measured(store: Store, suite: str) -> list[Measured]:
    """Return the finished episodes of a suite, one for each cell."""
    rows: dict[str, EpisodeRow] = {}
    found = episodes_of(store.episodes(), suite)
    for row in sorted(found, key=lambda row: (row.created, row.id)):
        if row.outcome is not None and row.outcome is not Outcome.FAILED:
            rows.setdefault(row.settings["bench"]["cell"], row)
    results = {row.id: _from_row(row) for row in rows.values()}
    ids = list(results)
    _add_events(store, results, ids)
    _add_calls(store, results, ids)
    _add_beliefs(store, results, [one.episode for one in results.values() if one.game == "mafia"])
    _add_verdicts(store, results, {row.id: row for row in rows.values() if row.game == "story"})
    return sorted(results.values(), key=lambda one: (*one.group, one.seed))


def _from_row(row: EpisodeRow) -> Measured:
    place, head = row.settings["bench"], row.headline
    value, most = _value(row)
    return Measured(
        episode=row.id,
        game=row.game,
        subject=place["subject"],
        model=place["model"],
        variant=place["variant"],
        seed=row.seed,
        turns=row.turns,
        outcome=row.outcome.value if row.outcome else "",
        seconds=row.seconds,
        value=value,
        most=most,
        rooms=head.get("rooms"),
        items=head.get("items"),
        deaths=head.get("deaths"),
    )


def worths(
    store: Store, rows: Sequence[EpisodeRow]
) -> dict[EpisodeId, tuple[float | None, float | None]]:
    """Return what episodes of suites are compared by, and the most that can be had, as `Measured`
    has them."""
    ended = [row for row in rows if row.outcome is not None]
    results = {row.id: _from_row(row) for row in ended}
    _add_verdicts(store, results, {row.id: row for row in ended if row.game == "story"})
    return {episode: (one.value, one.most) for episode, one in results.items()}


def _value(row: EpisodeRow) -> tuple[float | None, float | None]:
    if row.game == "mafia":
        if row.outcome in (Outcome.LIMIT, Outcome.STOPPED):
            return None, 1.0
        return float(row.headline.get("winner") == "town"), 1.0
    score, most = row.headline.get("score"), row.headline.get("max_score")
    if score is None:
        return None, most
    return float(score if most is None else min(score, most)), most


def _add_events(store: Store, results: dict[EpisodeId, Measured], ids: list[EpisodeId]) -> None:
    gains: defaultdict[str, list[int]] = defaultdict(list)
    turns = select(event.c.episode_id, event.c.turn).where(event.c.type.in_(GAINS)).distinct()
    for episode, turn in _each(store, turns.order_by(event.c.turn), event.c.episode_id, ids):
        gains[episode].append(turn)
    for episode, one in results.items():
        one.stuck_turns = _idle(gains[episode], one.turns) if one.game == "adventure" else 0
    scores = select(event.c.episode_id, event.c.turn, event.c.data).where(
        event.c.type == "score_change"
    )
    for episode, turn, data in _each(store, scores.order_by(event.c.seq), event.c.episode_id, ids):
        results[episode].curve.append((turn, float(json.loads(data).get("score", 0))))
    looped = select(event.c.episode_id, event.c.type, event.c.turn, event.c.data).where(
        event.c.type.in_({*LOOP_EVENTS, *ACTS})
    )
    for episode, *told in _each(store, looped.order_by(event.c.seq), event.c.episode_id, ids):
        add_event(results[episode].loops, *told)


def _idle(gains: Sequence[int], turns: int) -> int:
    """Return the turns that came more than PATIENCE turns after the last gain."""
    ends = [*gains, turns]
    starts = [0, *gains]
    return sum(max(0, end - start - PATIENCE) for start, end in zip(starts, ends, strict=True))


def _add_calls(store: Store, results: dict[EpisodeId, Measured], ids: list[EpisodeId]) -> None:
    query = select(
        call.c.episode_id,
        call.c.agent,
        call.c.input_tokens,
        call.c.output_tokens,
        call.c.cached_tokens,
        call.c.cost,
    )
    for episode, agent, *counts, cost in _each(store, query, call.c.episode_id, ids):
        use = results[episode].agents.setdefault(agent, AgentUse())
        use.calls += 1
        use.input_tokens += counts[0] or 0
        use.output_tokens += counts[1] or 0
        use.cached_tokens += counts[2] or 0
        use.cost += Decimal(cost) if cost is not None else Decimal(0)


def _add_beliefs(store: Store, results: dict[EpisodeId, Measured], ids: list[Any]) -> None:
    guilty: dict[EpisodeId, list[bool]] = {}
    decided = select(event.c.episode_id, event.c.data).where(event.c.type == GameDecided.type)
    for episode, data in _each(store, decided, event.c.episode_id, ids):
        roles = json.loads(data)["roles"]
        guilty[episode] = [ROLES[role].team is Team.MAFIA for role in roles]
    minds = select(event.c.episode_id, event.c.data).where(event.c.type == MindKept.type)
    for episode, data in _each(store, minds.order_by(event.c.seq), event.c.episode_id, ids):
        truth, mind = guilty.get(episode), json.loads(data)
        if truth is None or truth[mind["seat"]]:
            continue
        results[episode].beliefs += [
            (chance, truth[int(seat)])
            for seat, chance in mind.get("beliefs", {}).items()
            if int(seat) != mind["seat"]
        ]


def _add_verdicts(
    store: Store, results: dict[EpisodeId, Measured], rows: dict[EpisodeId, EpisodeRow]
) -> None:
    """Hold verdicts against what the suite knows; the value of such a visit is its AUROC."""
    asked = {i: row for i, row in rows.items() if "supported" in row.settings["bench"]}
    given = (
        select(event.c.episode_id, event.c.turn, event.c.data)
        .where(event.c.type == VerdictGiven.type)
        .order_by(event.c.seq)
    )
    for episode, turn, data in _each(store, given, event.c.episode_id, list(asked)):
        told = json.loads(data)
        if told["judged"] == Judged.PROMPT:
            verdict = told["verdict"]
            truth = asked[episode].settings["bench"]["supported"][turn - 1]
            is_accepted = verdict["decision"] != Decision.REJECTED
            results[episode].verdicts.append(Refereed(verdict["score"], is_accepted, truth))
    for episode in asked:
        one = results[episode]
        one.value = auroc([(given.score, given.is_supported) for given in one.verdicts])
        one.most = 1.0


def _each(store: Store, query: Select[Any], column: Any, ids: list[EpisodeId]) -> Iterator[Any]:
    with store.database.read() as connection:
        for start in range(0, len(ids), AT_ONCE):
            yield from connection.execute(query.where(column.in_(ids[start : start + AT_ONCE])))


def grouped(results: Iterable[Measured]) -> dict[tuple[str, str, str, str], list[Measured]]:
    """Return the episodes by game, subject, model and variant, in order."""
    groups: defaultdict[tuple[str, str, str, str], list[Measured]] = defaultdict(list)
    for one in results:
        groups[one.group].append(one)
    return dict(sorted(groups.items()))
