"""Playing a tournament: what is finished is skipped, what was begun goes on."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludens.episode.control import Control
from ludens.episode.errors import ModelUnavailableError
from ludens.episode.events import EpisodeId
from ludens.episode.runner import Runner
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, NewEpisode, Store
from ludens.llm.settings import UNATTENDED
from ludens.mafia.game import Mafia
from ludens.mafia.state import MafiaState
from ludens.mafia.tournament.plan import Cell, Tournament
from ludens.mafia.tournament.results import GameResult, result_of

OnGame = Callable[[Cell, EpisodeRow], None]
OnLeft = Callable[[Cell, ModelUnavailableError], None]


@dataclass(slots=True)
class TournamentRun:
    """One run of a tournament on a store."""

    store: Store
    tournament: Tournament
    control: Control = field(default_factory=Control)
    """Pausing it finishes the decisions in hand and leaves the rest for another run."""
    game: Mafia = field(default_factory=Mafia)
    providers: dict[str, Any] = field(default_factory=dict)
    """Where models are had on this machine, by provider; what the tournament itself says of them
    stands above it, and it is no part of what a game is."""

    in_hand: dict[EpisodeId, Cell] = field(default_factory=dict)
    """The games in play."""

    def models_in_force(self, llm: dict[str, Any]) -> dict[str, Any]:
        """Return a game's settings of models as it is played by them.

        A model that goes away is waited for, and models are where this machine has them; what the
        tournament itself says stands above both.
        """
        here = {"providers": self.providers} if self.providers else {}
        return merged(merged(UNATTENDED, here), llm)

    def entered(self) -> dict[str, EpisodeRow]:
        """Return the tournament's games that are in the store, by key."""
        wanted = {cell.key for cell in self.tournament.games()}
        found: dict[str, EpisodeRow] = {}
        for row in self.store.episodes():
            place = row.settings.get("tournament")
            if row.game == self.game.name and place and place["game"] in wanted:
                known = found.get(place["game"])
                if known is None or known.outcome is None:
                    found[place["game"]] = row
        return found

    async def play(
        self,
        *,
        concurrent: int = 1,
        on_game: OnGame | None = None,
        on_left: OnLeft | None = None,
    ) -> None:
        """Play every game that is not finished, at most `concurrent` at once.

        One whose model cannot be had is left where it stands, and gone on with after the others,
        as often as the tournament says. `on_game` is called with each game that this run finished,
        `on_left` with each that it left, and why.
        """
        entered = self.entered()
        todo = deque(
            cell
            for cell in self.tournament.games()
            if cell.key not in entered or entered[cell.key].outcome is None
        )
        left: Counter[str] = Counter()

        async def work() -> None:
            while todo and not self.control.pause:
                cell = todo.popleft()
                row = entered[cell.key] = entered.get(cell.key) or self._enter(cell)
                try:
                    row = await self._play(cell, row)
                except ModelUnavailableError as error:
                    entered[cell.key] = self.store.episode(row.id)
                    left[cell.key] += 1
                    if left[cell.key] <= self.tournament.retries:
                        todo.append(cell)
                    if on_left is not None:
                        on_left(cell, error)
                    continue
                if on_game is not None and row.outcome is not None:
                    on_game(cell, row)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrent, max(len(todo), 1))):
                    group.create_task(work())
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None

    def results(self) -> list[GameResult]:
        """Return what each finished game came to, in the order of the plan."""
        entered = self.entered()
        rows = [entered[cell.key] for cell in self.tournament.games() if cell.key in entered]
        results = (result_of(self.store, row) for row in rows)
        return [result for result in results if result is not None]

    def _enter(self, cell: Cell) -> EpisodeRow:
        recorded = cell.recorded()
        return self._runner().create(
            NewEpisode(
                game=self.game.name,
                subject=f"{cell.tournament.name} {cell.block}.{cell.number}",
                seed=cell.seed,
                model=", ".join(dict.fromkeys(cell.models)),
                settings={**recorded, "llm": self.models_in_force(recorded["llm"])},
            )
        )

    async def _play(self, cell: Cell, row: EpisodeRow) -> EpisodeRow:
        """Play a game, or go on with it where its models are had now."""
        recorded = row.settings["llm"]
        here = merged(recorded, self.models_in_force(cell.recorded()["llm"]))
        self.in_hand[row.id] = cell
        try:
            return await self._runner().play(row, {"llm": here} if here != recorded else None)
        finally:
            del self.in_hand[row.id]

    def _runner(self) -> Runner[MafiaState]:
        return Runner(self.store, self.game, control=self.control)
