"""How likely each seat is mafia: to the table, and to one seat with what it alone knows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.mafia.agents.offline.evidence import Evidence, EvidenceReader, everybody_named
from ludens.mafia.agents.offline.weights import FITTED, Weights, combine
from ludens.mafia.agents.offline.worlds import (
    HARD,
    Array,
    chances,
    still_playing,
    team_scores,
    teams,
)
from ludens.mafia.composition import count_of
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.roles.godfather import GODFATHER
from ludens.mafia.view import PublicRecord, SeatView

HIDDEN_LEADER = -1.0
"""What an innocent finding tells against a seat being mafia when the godfather is dealt: it may be
the one whom no investigation finds."""

SAVED = -2.0
"""What a night without a death tells of whom the doctor protected: they were probably attacked."""


class PublicBeliefs:
    """What the public record alone makes likely; worked out once for the whole table.

    It is a function of the record, shared because every player would come to the same result.
    """

    def __init__(self, kinds: Sequence[Weights] = FITTED) -> None:
        """`kinds` are the ways in which the mafia may play."""
        self.kinds = kinds
        self._reader = EvidenceReader()
        self._record: PublicRecord | None = None
        self._mark: tuple[int, ...] = ()
        self._teams = np.zeros((0, 0))
        self._scores = np.zeros(0)
        self._chances: Array | None = None
        self._evidence = Evidence.none(0)

    def read(self, record: PublicRecord) -> tuple[Array, Array, Evidence]:
        """Return the possible teams, the log-likelihood of each, and the evidence."""
        mark = _mark(record)
        if record is not self._record or mark != self._mark:
            self._record, self._mark, self._chances = record, mark, None
            self._teams = teams(len(record.names), count_of(record.composition, Team.MAFIA))
            self._evidence = self._reader.read(record)
            living = np.zeros(len(record.names))
            living[record.living] = 1.0
            self._scores = still_playing(self._teams, living) + np.logaddexp.reduce(
                [
                    kind.prior + team_scores(self._teams, *combine(self._evidence, kind))
                    for kind in self.kinds
                ]
            )
        return self._teams, self._scores, self._evidence

    def chances(self, record: PublicRecord) -> Array:
        """Return how likely each seat is mafia to somebody who is not at the table."""
        matrix, scores, _ = self.read(record)
        if self._chances is None:
            self._chances = chances(matrix, scores)
        return self._chances


def _mark(record: PublicRecord) -> tuple[int, ...]:
    """Return what changes whenever the record tells something new."""
    if not record.days:
        return (record.day, len(record.deaths))
    today = record.days[-1]
    return (
        record.day,
        len(record.days),
        len(today.speeches) if everybody_named(today) else 0,
        sum([speech.claims is not None or bool(speech.findings) for speech in today.speeches]),
        len(today.votes),
        len(record.deaths),
    )


def own_chances(view: SeatView, public: PublicBeliefs) -> Array:
    """Return how likely each seat is mafia to this seat; what it knows for certain is 0 or 1."""
    private, record = view.private, view.public
    assert private.role is not None, "every seat is dealt a role before anybody is asked"
    if ROLES[private.role].team is Team.MAFIA:
        known = np.zeros(len(record.names))
        known[[view.seat, *private.partners]] = 1.0
        return known
    matrix, scores, _ = public.read(record)
    return chances(matrix, scores + matrix @ _own_evidence(view))


def _own_evidence(view: SeatView) -> Array:
    record, private = view.public, view.private
    single = np.zeros(len(record.names))
    single[view.seat] = -HARD
    innocent = HIDDEN_LEADER if GODFATHER.name in record.composition else -HARD
    for finding in private.findings:
        single[finding.seat] = HARD if finding.is_mafia else innocent
    for save in private.saves:
        if save.mattered:
            single[save.target] = min(single[save.target], SAVED)
    quiet = {day.number - 1 for day in record.days if day.number > 1 and not day.killed}
    for act in private.acts:
        if act.verb == "protect" and act.target is not None and act.day in quiet:
            single[act.target] = min(single[act.target], SAVED)
    return single
