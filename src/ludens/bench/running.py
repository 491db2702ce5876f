"""Playing a suite: what is finished is skipped, what was begun goes on, what failed is retried."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from ludens.bench.executors import Executor
from ludens.bench.lineups import provider_elsewhere
from ludens.bench.reaching import require_server
from ludens.bench.standing import Standing, Status, standings
from ludens.bench.suite import Suite
from ludens.bench.waiting import Waiting, waiting
from ludens.episode.errors import LudensError
from ludens.episode.events import EpisodeId
from ludens.episode.schema import call
from ludens.episode.state import merged
from ludens.episode.store import NewEpisode, Store
from ludens.llm.presets import PRESETS
from ludens.llm.settings import DEFAULT_PROVIDERS


@dataclass(slots=True)
class Progress:
    """How far a run is."""

    cells: int
    finished: int
    """Cells that are finished, by this run or an earlier one."""
    failed: int = 0
    played: int = 0
    """Cells that this run finished."""
    running: int = 0
    seconds: float = 0.0
    """Wall time of this run."""
    spent: Decimal = Decimal(0)
    """US dollars of the whole suite so far."""
    complaint: str = ""
    """The last failure."""
    halted: str = ""
    """Why no more cells are begun, if that is so."""
    waiting: list[Waiting] = field(default_factory=list)
    """Whom the cells in play wait for, the longest wait first."""

    @property
    def left(self) -> int:
        """Cells that are still to be finished."""
        return self.cells - self.finished - self.failed

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the cells of this run; None before the first."""
        return self.seconds / self.played * self.left if self.played else None

    @property
    def cost_left(self) -> Decimal | None:
        """An estimate from the finished cells, in US dollars; None before the first."""
        return self.spent / self.finished * self.left if self.finished else None


@dataclass(slots=True)
class SuiteRun:
    """One run of a suite on a store."""

    store: Store
    url: str
    """The store as a worker opens it."""
    suite: Suite
    executor: Executor
    on_progress: Callable[[Progress], None] = lambda _: None
    paused: Callable[[], bool] = lambda: False
    """Asked again and again; True leaves the cells in hand where they are, to be gone on with."""
    providers: dict[str, Any] = field(default_factory=dict)
    """Where models are had on this machine, by provider; the suite's own settings stand above them,
    and they are no part of what a cell is."""
    _failures: dict[str, int] = field(default_factory=dict)
    _in_hand: dict[str, Standing] = field(default_factory=dict)
    _costs: dict[str, Decimal] = field(default_factory=dict)

    def require_servers(self) -> None:
        """Refuse to begin while a model's server is not there; one that goes away is waited for.

        Raises LudensError.
        """
        self._require_providers()
        asked = {
            standing.new.settings["bench"]["model"]: self._with_providers(standing.new)
            for standing in standings(self.store, self.suite)
            if standing.status in (Status.OPEN, Status.BEGUN)
        }
        for model, new in asked.items():
            asyncio.run(require_server(model, new.settings.get("llm", {})))

    def play(self) -> Progress:
        """Play every cell that is not finished; return how far the suite is then."""
        self._require_providers()
        cells = standings(self.store, self.suite)
        statuses = [standing.status for standing in cells]
        progress = Progress(
            cells=len(cells),
            finished=statuses.count(Status.FINISHED),
            failed=statuses.count(Status.FAILED),
        )
        self._costs = costs(self.store, [row.id for cell in cells for row in cell.tries])
        progress.spent = sum(self._costs.values(), Decimal(0))
        todo = deque(
            standing
            for standing, status in zip(cells, statuses, strict=True)
            if status in (Status.OPEN, Status.BEGUN)
        )
        begun = time.monotonic()
        self.on_progress(progress)
        while todo or self._in_hand:
            progress.halted = progress.halted or self._reason_to_halt(progress)
            while todo and not progress.halted and len(self._in_hand) < self.executor.workers:
                self._begin(todo.popleft())
            if not self._in_hand:
                break
            if self.paused():
                progress.halted = progress.halted or self._reason_to_halt(progress)
                self._count_what_ended(progress)
                break
            for episode, complaint in self.executor.finished():
                again = self._done(episode, complaint, progress)
                if again is not None:
                    todo.append(again)
            progress.seconds = time.monotonic() - begun
            progress.running = len(self._in_hand)
            progress.waiting = waiting(
                self.store, {EpisodeId(one): cell.label for one, cell in self._in_hand.items()}
            )
            self.on_progress(progress)
        return progress

    def _count_what_ended(self, progress: Progress) -> None:
        """Stop playing, and count the episodes in hand that had ended by then."""
        self.executor.stop()
        for episode in list(self._in_hand):
            if self.store.episode(EpisodeId(episode)).outcome is not None:
                self._done(episode, None, progress)

    def _reason_to_halt(self, progress: Progress) -> str:
        ceiling = self.suite.ceiling.cost
        if ceiling is not None and progress.spent >= ceiling:
            return f"the ceiling of ${ceiling} is reached"
        return "interrupted" if self.paused() else ""

    def _begin(self, standing: Standing) -> None:
        row = standing.episode
        if row is None or row.outcome is not None:
            row = self.store.episode(self.store.create(self._with_providers(standing.new)))
            standing.tries.append(row)
        self._in_hand[row.id] = standing
        self.executor.submit(self.url, row.id)

    def _require_providers(self) -> None:
        """Refuse models of a provider that nobody has told of; raises LudensError."""
        for model in self.suite.models:
            for variant in self.suite.variants:
                own = self._own_providers(variant)
                name = provider_elsewhere(model, {**self.providers, **own})
                if name is not None:
                    known = dict.fromkeys([*DEFAULT_PROVIDERS, *PRESETS, *self.providers, *own])
                    raise LudensError(
                        f"{model}: there is no provider {name!r}; known are "
                        f"{', '.join(known)}. Tell what it is: "
                        f"[llm.providers.{name}] adapter and base_url in ludens.toml"
                    )

    def _own_providers(self, variant: str) -> dict[str, Any]:
        """Return what the suite itself says of providers."""
        own = merged(self.suite.settings, self.suite.variants[variant])
        found: dict[str, Any] = own.get("llm", {}).get("providers", {})
        return found

    def _with_providers(self, new: NewEpisode) -> NewEpisode:
        if not self.providers:
            return new
        place = new.settings["bench"]
        own = self._own_providers(place["variant"])
        settings = new.settings
        elsewhere = provider_elsewhere(place["model"], own)
        if elsewhere is not None:
            llm = settings["llm"]
            known = {name: one for name, one in llm["providers"].items() if name != elsewhere}
            settings = {**settings, "llm": {**llm, "providers": known}}
        here = {"llm": {"providers": merged(self.providers, own)}}
        return replace(new, settings=merged(settings, here))

    def _done(self, episode: str, complaint: str | None, progress: Progress) -> Standing | None:
        """Note what an episode came to; return its cell if it is to be played again."""
        standing = self._in_hand.pop(episode)
        row = self.store.episode(episode)
        standing.tries[-1] = row
        self._costs.update(costs(self.store, [row.id]))
        progress.spent = sum(self._costs.values(), Decimal(0))
        if standing.status is Status.FINISHED:
            progress.finished += 1
            progress.played += 1
            return None
        progress.complaint = f"{standing.label}: {complaint or row.reason or 'it did not end'}"
        failures = self._failures[standing.key] = self._failures.get(standing.key, 0) + 1
        if failures > self.suite.retries or standing.status is Status.FAILED:
            progress.failed += 1
            return None
        return standing


def costs(store: Store, episodes: list[EpisodeId]) -> dict[str, Decimal]:
    """Return the US dollars of the priced calls of some episodes, without those that made none."""
    found: dict[str, Decimal] = {}
    with store.database.read() as connection:
        for start in range(0, len(episodes), 500):
            query = select(call.c.episode_id, call.c.cost).where(
                call.c.episode_id.in_(episodes[start : start + 500]),
                call.c.cost.is_not(None),
                call.c.inherited.is_(False),
            )
            for episode, cost in connection.execute(query):
                found[episode] = found.get(episode, Decimal(0)) + Decimal(cost)
    return found
