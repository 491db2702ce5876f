"""How far the critic can be trusted: its scores against what then happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from ludens.adventure.events import GAINFUL, CommandChosen, CommandJudged, Effect
from ludens.adventure.models import Part
from ludens.adventure.review.events import CommandReviewed
from ludens.episode.events import Event

BUCKETS = 5
"""Scores are counted in fifths."""


def was_worth_it(judged: CommandJudged) -> bool:
    """Tell whether a command was worth its turn.

    It changed the world, moved the player or scored, or it was answered as nothing was before.
    """
    return judged.effect in GAINFUL or (judged.novel and judged.effect is not Effect.DIED)


class Bucket(Part):
    """The commands that were typed with a score in one fifth."""

    commands: int = 0
    worth_it: int = 0
    scores: float = 0.0
    """The sum of their scores."""


class CriticRecord(Part):
    """What the critic said of the commands that were then typed; changed by events only.

    A refused command tells only what the player made of the refusal: what it would have done is
    not known, unless the player insisted.
    """

    buckets: list[Bucket] = Field(default_factory=lambda: [Bucket() for _ in range(BUCKETS)])
    squared: float = 0.0
    """The sum of the squared differences between score (0 to 1) and outcome (0 or 1)."""
    refused: int = 0
    insisted: int = 0
    insisted_rightly: int = 0
    """How often the player insisted and the command was worth its turn."""
    pending: tuple[str, float, bool] | None = None
    """The last command let through this turn: command, score, whether insisted."""

    def apply(self, event: Event, turn: int) -> None:
        """Fold one event."""
        match event:
            case CommandReviewed(accepted=True):
                self.pending = (event.command, event.score, event.insisted)
            case CommandReviewed():
                self.refused += 1
            case CommandChosen():
                if self.pending is not None and self.pending[0] != event.command:
                    self.pending = None
            case CommandJudged():
                self._judge(event)

    def _judge(self, event: CommandJudged) -> None:
        if self.pending is None or self.pending[0] != event.command:
            self.pending = None
            return
        _, score, insisted = self.pending
        self.pending = None
        good = was_worth_it(event)
        self.count(score, good)
        self.insisted += insisted
        self.insisted_rightly += insisted and good

    def count(self, score: float, good: bool) -> None:
        """Count one score with what came of the command."""
        bucket = self.buckets[min(int(score * BUCKETS), BUCKETS - 1)]
        bucket.commands += 1
        bucket.worth_it += good
        bucket.scores += score
        self.squared += (score - good) ** 2


@dataclass(frozen=True, slots=True)
class Reliability:
    """One fifth of the scores, with what came of it."""

    low: float
    high: float
    commands: int
    mean_score: float
    worth_it: float
    """The share of its commands that were worth their turn; 0 if there were none."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well the critic's scores foretold what happened."""

    commands: int
    brier: float
    """The mean squared error: 0 is perfect; `base` is what always saying the mean would get."""
    base: float
    buckets: tuple[Reliability, ...]
    refused: int
    insisted: int
    insisted_rightly: int


def calibration(records: CriticRecord | Iterable[CriticRecord]) -> Calibration:
    """Return the calibration of one record, or of several episodes' together."""
    all_ = [records] if isinstance(records, CriticRecord) else list(records)
    commands = sum(bucket.commands for record in all_ for bucket in record.buckets)
    good = sum(bucket.worth_it for record in all_ for bucket in record.buckets)
    share = good / commands if commands else 0.0
    rows = []
    for i in range(BUCKETS):
        count = sum(record.buckets[i].commands for record in all_)
        rows.append(
            Reliability(
                low=i / BUCKETS,
                high=(i + 1) / BUCKETS,
                commands=count,
                mean_score=sum(r.buckets[i].scores for r in all_) / count if count else 0.0,
                worth_it=sum(r.buckets[i].worth_it for r in all_) / count if count else 0.0,
            )
        )
    return Calibration(
        commands=commands,
        brier=sum(record.squared for record in all_) / commands if commands else 0.0,
        base=share * (1 - share),
        buckets=tuple(rows),
        refused=sum(record.refused for record in all_),
        insisted=sum(record.insisted for record in all_),
        insisted_rightly=sum(record.insisted_rightly for record in all_),
    )
