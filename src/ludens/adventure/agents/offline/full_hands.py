"""Full hands: what could not be taken where nothing can be put down is come back for."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.adventure.agents.offline.load import OFTEN, least_needed
from ludens.adventure.agents.offline.opportunity import Opportunity
from ludens.adventure.agents.player import Decision
from ludens.adventure.events import Effect
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.belongings import is_full
from ludens.adventure.world.places import RoomId

ROOMIER = 0.8
"""Taking what was refused for the load alone: it can be taken."""


def roomier(state: AdventureState) -> Iterator[tuple[RoomId | None, Opportunity]]:
    """Yield what could not be taken for the load again, once something was put down.

    What was carried before was put down for something else.
    """
    if is_full(state.items):
        return
    for room, command, turn in _left(state):
        if turn < state.items.lightened:
            since, reason = state.items.lightened, "There is room for it now."
            yield room, Opportunity(command, ROOMIER, reason, since=since, due=True)


def unburden(state: AdventureState, vocabulary: Vocabulary) -> Decision | None:
    """Return what to put down for the sake of what could not be taken where nothing can be put
    down: one thing, once.
    """
    here = state.map.here
    if here is None or not is_full(state.items) or state.map.rooms[here].dark:
        return None
    for room, _, turn in _left(state):
        if room == here or turn <= state.items.lightened or not _keeps_full(state, room, turn):
            continue
        for id_ in least_needed(state, vocabulary)[:1]:
            name = vocabulary.name(state.items.known[id_].name)
            if name and state.journal.attempt(here, f"drop {name}") is None:
                reason = "Elsewhere there was no room in the hands."
                return Decision(reasoning=reason, command=f"drop {name}")
    return None


def _left(state: AdventureState) -> Iterator[tuple[RoomId, str, int]]:
    """Yield what was refused for the load and was never carried: where, the command, the turn."""
    known = (item for item in state.items.known.values() if item.portable)
    carried = {item.name.lower().rsplit(" ", 1)[-1] for item in known}
    for room, command, turn in state.journal.burden.refused():
        if command.rsplit(" ", 1)[-1] not in carried:
            yield room, command, turn


def _keeps_full(state: AdventureState, room: RoomId, turn: int) -> bool:
    """Tell whether what was to be put down in a room, about a turn, was not put down."""
    return any(
        command.startswith("drop ") and attempt.effect is Effect.NOTHING
        for command, attempt in state.journal.attempts.get(room, {}).items()
        if abs(attempt.turn - turn) <= OFTEN
    )
