"""How far a suite is: its cells beside the episodes in the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from ludens.bench.suite import Suite
from ludens.episode.events import Outcome
from ludens.episode.store import EpisodeRow, NewEpisode, Store


class Status(StrEnum):
    """How far a cell is."""

    OPEN = "open"
    """Nobody has played it."""
    BEGUN = "begun"
    """It was interrupted, and can go on where it stands."""
    PLAYING = "playing"
    FINISHED = "finished"
    FAILED = "failed"
    """Every try came to nothing for a technical reason."""


@dataclass(slots=True)
class Standing:
    """A cell and its episodes, one a try, the oldest first."""

    new: NewEpisode
    retries: int
    tries: list[EpisodeRow] = field(default_factory=list)

    @property
    def key(self) -> str:
        """What names the cell by all that decides it."""
        key: str = self.new.settings["bench"]["cell"]
        return key

    @property
    def episode(self) -> EpisodeRow | None:
        """The episode that counts: the first one that finished, else the newest try."""
        finished = (row for row in self.tries if _has_finished(row))
        return next(finished, self.tries[-1] if self.tries else None)

    @property
    def status(self) -> Status:
        """How far it is."""
        row = self.episode
        if row is None:
            return Status.OPEN
        if _has_finished(row):
            return Status.FINISHED
        if row.outcome is not None:
            return Status.FAILED if len(self.tries) > self.retries else Status.OPEN
        return Status.PLAYING if row.status == "playing" else Status.BEGUN

    @property
    def label(self) -> str:
        """What it is, for people."""
        place = self.new.settings["bench"]
        return f"{place['subject']} {place['model']} {place['variant']} seed {self.new.seed}"


def _has_finished(row: EpisodeRow) -> bool:
    return row.outcome is not None and row.outcome is not Outcome.FAILED


def standings(store: Store, suite: Suite) -> list[Standing]:
    """Return every cell of a suite with what the store has of it; raises LudensError."""
    cells = [Standing(cell.episode(), suite.retries) for cell in suite.cells()]
    by_key = {standing.key: standing for standing in cells}
    for row in episodes_of(store.episodes(), suite.name):
        standing = by_key.get(row.settings["bench"]["cell"])
        if standing is not None:
            standing.tries.append(row)
    for standing in cells:
        standing.tries.sort(key=lambda row: (row.created, row.id))
    return cells


def episodes_of(rows: Iterable[EpisodeRow], suite: str) -> list[EpisodeRow]:
    """Return the episodes that belong to a suite, forks of them left out."""
    return [
        row
        for row in rows
        if row.parent_id is None and row.settings.get("bench", {}).get("suite") == suite
    ]
