"""Seats at a Mafia table that somebody else's loop plays: they are asked, and they answer.

The table is an episode on the record, played in a thread of its own; the seats are people's, as far
as the table knows.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Collection, Mapping
from typing import Any

from ludens.bench.lineups import lineup
from ludens.episode.control import Control
from ludens.episode.errors import LudensError
from ludens.episode.history import state_at
from ludens.episode.runner import Runner
from ludens.episode.state import merged
from ludens.episode.store import EpisodeRow, Store
from ludens.games import new_table
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import DECISIONS, Ask, Decision
from ludens.mafia.default import default_decision
from ludens.mafia.game import Mafia
from ludens.mafia.rendering import render
from ludens.mafia.seats import SeatId
from ludens.settings import load_settings


class SeatedTable:
    """A game of Mafia with seats played from outside. Close it when it is no longer wanted."""

    def __init__(
        self,
        store: Store,
        *,
        seats: int = 7,
        own: Collection[int] = (0,),
        model: str = "offline",
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Lay the table; `own` are the seats played here, `model` plays the others."""
        laid = merged(dict(settings or {}), lineup("mafia", model))
        chairs = dict.fromkeys(own, "human")
        table = {"seats": seats, "players": chairs, "human_seconds": None}
        wanted = load_settings(merged(laid, {"mafia": table}))
        self.store = store
        self.row: EpisodeRow = store.episode(store.create(new_table(wanted, seed=seed)))
        self._asked: queue.Queue[Briefing | BaseException | None] = queue.Queue()
        self._answers: dict[SeatId, asyncio.Future[Decision]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[EpisodeRow] | None = None
        self._control = Control()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()
        self.briefing: Briefing | None = None
        """What is asked, and of whom (`briefing.seat`); None once the game is over."""
        self._wait()

    async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
        """Wait for the decision; the table calls it."""
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._answers[briefing.seat] = answer
        self._asked.put(briefing)
        return await answer

    def answer(self, decision: Decision) -> None:
        """Decide what is asked, and play on until somebody is asked again or the game is over."""
        if self.briefing is None or self._loop is None:
            raise LudensError("the game is over")
        answer = self._answers.pop(self.briefing.seat)
        self._loop.call_soon_threadsafe(answer.set_result, decision)
        self._wait()

    @property
    def winners(self) -> frozenset[int]:
        """The seats that have won; nobody while the game goes on."""
        row = self.store.episode(self.row.id)
        return frozenset(state_at(self.store, Mafia(), row, row.turns).public.winners)

    def told(self) -> str:
        """Return what the seat in question is told and asked, in words."""
        if self.briefing is None:
            return "The game is over."
        prompt = render(self.briefing)
        return f"{prompt.rules}\n{prompt.character}\n{prompt.situation}"

    def close(self) -> None:
        """Leave the table. Safe to call twice."""
        self._control.pause = True
        if self._loop is not None and self._task is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(10)

    def _wait(self) -> None:
        found = self._asked.get()
        if isinstance(found, BaseException):
            raise found
        self.briefing = found
        if found is None:
            self._thread.join()
            self.row = self.store.episode(self.row.id)

    def _play(self) -> None:
        async def play() -> None:
            self._loop = asyncio.get_running_loop()
            runner = Runner(self.store, Mafia(person=self), control=self._control)
            self._task = asyncio.create_task(runner.play(self.row))
            await self._task

        try:
            asyncio.run(play())
        except asyncio.CancelledError:
            self._asked.put(None)
        except BaseException as error:
            self._asked.put(error)
        else:
            self._asked.put(None)


def decided(briefing: Briefing, choice: SeatId | None, words: str) -> Decision | None:
    """Return the decision that a choice of somebody and some words mean; None if it is not valid.

    `choice` None is nobody: to skip a vote, to kill or use a power on nobody.
    """
    if choice is not None and choice not in briefing.options:
        return None
    if choice is None and briefing.options and not briefing.may_pass:
        return None
    if briefing.ask is Ask.SPEECH and choice is None:
        return None
    values = {"strategy": words, "speech": words, "message": words}
    given = {**values, "nomination": choice, "choice": choice, "target": choice}
    kind = DECISIONS[briefing.ask]
    return kind.model_validate({name: given[name] for name in given if name in kind.model_fields})


def default_for(briefing: Briefing) -> Decision:
    """Return what is taken for a seat that decided nothing valid."""
    return default_decision(briefing.ask, briefing.options, briefing.may_pass, briefing.dice())
