"""A game played in memory, without a log: for measuring, tests and tournaments' dry runs."""

from __future__ import annotations

from collections.abc import Callable

from ludens.episode.events import EpisodeStarted, Event
from ludens.episode.game import Turn
from ludens.mafia.loop import open_table, play_turn
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table


async def rehearse(
    table: Table, seed: int, watch: Callable[[Turn[MafiaState], Event], None] | None = None
) -> tuple[MafiaState, list[Event]]:
    """Play a whole game and return how it ended and everything that happened.

    `watch` is called with each event after it was folded.
    """
    state = MafiaState()
    log: list[Event] = []

    def begin(number: int) -> Turn[MafiaState]:
        state.turn = number
        turn = Turn(number, state)
        if watch is not None:
            turn.watch = lambda event: watch(turn, event)
        return turn

    turn = begin(0)
    turn.emit(
        EpisodeStarted(
            game="mafia",
            seed=seed,
            subject="table",
            settings={"mafia": table.settings.recorded},
            version="",
        )
    )
    await open_table(table, turn)
    log += turn.events
    while state.outcome is None:
        turn = begin(state.turn + 1)
        await play_turn(table, turn)
        log += turn.events
    return state, log
