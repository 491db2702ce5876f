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
from ludens.llm.circuit import Circuits
from ludens.llm.clock import Clock, SystemClock
from ludens.mafia.game import Mafia
from ludens.mafia.seating import seat_role
from ludens.mafia.state import MafiaState
from ludens.mafia.tournament.outages import Outages
from ludens.mafia.tournament.plan import Cell, Tournament
from ludens.mafia.tournament.results import GameResult, entered, result_of

LEFT_AT_ONCE: dict[str, Any] = {"on_model_failure": "pause", "retries": {"longest_outage": 0.0}}
"""How games are played: the run waits for a model that is down, and no game does."""
POLL_SECONDS = 0.1
"""Between two looks at whether a game can be begun, while none can."""

OnGame = Callable[[Cell, EpisodeRow], None]
OnLeft = Callable[[Cell, ModelUnavailableError], None]


@dataclass(slots=True)
class TournamentRun:
    """One run of a tournament on a store."""

    store: Store
    tournament: Tournament
    control: Control = field(default_factory=Control)
    """Pausing it finishes the decisions in hand and leaves the rest for another run."""
    game: Mafia = field(default_factory=lambda: Mafia(circuits=Circuits()))
    providers: dict[str, Any] = field(default_factory=dict)
    """Where models are had on this machine, by provider; what the tournament itself says of them
    stands above it, and it is no part of what a game is."""

    clock: Clock = field(default_factory=SystemClock)
    in_hand: dict[EpisodeId, Cell] = field(default_factory=dict)
    """The games in play."""
    outages: Outages = field(init=False)
    """The models that games were left for and that have not replied since."""

    def __post_init__(self) -> None:
        self.outages = self._no_outages()

    def _no_outages(self) -> Outages:
        circuits = self.game.circuits or Circuits()
        return Outages(circuits, self.tournament.longest_outage, self.clock)

    def models_in_force(self, llm: dict[str, Any]) -> dict[str, Any]:
        """Return a game's settings of models as it is played by them.

        A game is left when a model goes away, and models are where this machine has them; what the
        tournament itself says stands above both.
        """
        here = {"providers": self.providers} if self.providers else {}
        return merged(merged(LEFT_AT_ONCE, here), llm)

    def entered(self) -> dict[str, EpisodeRow]:
        """Return the tournament's games that are in the store, by key."""
        wanted = {cell.key for cell in self.tournament.games()}
        every = entered(self.store.episodes())
        return {key: row for key, row in every.items() if key in wanted}

    async def play(
        self,
        *,
        concurrent: int = 1,
        on_game: OnGame | None = None,
        on_left: OnLeft | None = None,
    ) -> None:
        """Play every game that is not finished, at most `concurrent` at once.

        A game whose model cannot be had is left where it stands. Games of other models go on at
        once; then one of that model's finds out whether it is back, until it is or is given up.
        `on_game` is called with each game that this run finished, `on_left` each time that one
        was left, and why.
        """
        self.outages = self._no_outages()
        entered = self.entered()
        todo = deque(
            cell
            for cell in self.tournament.games()
            if cell.key not in entered or entered[cell.key].outcome is None
        )
        left: Counter[str] = Counter()

        async def work() -> None:
            while (cell := await self._next(todo)) is not None:
                row = entered[cell.key] = entered.get(cell.key) or self._enter(cell)
                try:
                    row = await self._play(cell, row)
                except ModelUnavailableError as error:
                    entered[cell.key] = self.store.episode(row.id)
                    left[cell.key] += not self._is_known(cell, error)
                    if left[cell.key] <= self.tournament.retries:
                        todo.append(cell)
                    if on_left is not None:
                        on_left(cell, error)
                    continue
                self.outages.end(cell.models)
                if on_game is not None and row.outcome is not None:
                    on_game(cell, row)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrent, max(len(todo), 1))):
                    group.create_task(work())
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None

    def given_up(self) -> dict[str, int]:
        """Return the models that this run asks no more, and how many games wait for each."""
        entered = self.entered()
        waiting: Counter[str] = Counter()
        for cell in self.tournament.games():
            if cell.key not in entered or entered[cell.key].outcome is None:
                down = self.outages.among(set(cell.models))
                waiting.update(name for name, outage in down.items() if outage.given_up)
        return dict(waiting)

    async def _next(self, todo: deque[Cell]) -> Cell | None:
        """Return a game to play, off the list; None when this run is to begin no more."""
        while todo and not self.control.pause:
            found = next(filter(self._has_its_models, todo), None)
            found = found or next(filter(self._may_try, todo), None)
            if found is not None:
                todo.remove(found)
                return found
            if not self.in_hand and all(map(self._is_given_up, todo)):
                return None
            await self.clock.sleep(POLL_SECONDS)
        return None

    def _has_its_models(self, cell: Cell) -> bool:
        return not self.outages.among(cell.models)

    def _may_try(self, cell: Cell) -> bool:
        """Tell whether a game may find out if its models are back, as one alone does for each."""
        down = self.outages.among(cell.models)
        in_hand = {name for other in self.in_hand.values() for name in other.models}
        now = self.clock.monotonic()
        return in_hand.isdisjoint(down) and all(one.may_be_tried(now) for one in down.values())

    def _is_given_up(self, cell: Cell) -> bool:
        return any(one.given_up for one in self.outages.among(cell.models).values())

    def _is_known(self, cell: Cell, error: ModelUnavailableError) -> bool:
        """Note why a game was left; return whether its model was known to be down."""
        seats = {seat_role(seat): name for seat, name in enumerate(cell.models)}
        name = seats.get(error.role)
        return name is not None and self.outages.note(name, error)

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
