"""Wandering: the way out of a waste of places all alike, where no known way leads anywhere else."""

from __future__ import annotations

from ludens.adventure.agents.player import Decision
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.events import Effect
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.routes import nearby

WASTE = 2
"""Places of one name that make a waste."""
SPELL = 30
"""Turns for which one wanders, before as many are given to whatever else there is to do."""
LATELY = 15
"""Turns for which a way that led nowhere from here is left alone."""


def wander(state: AdventureState) -> Decision | None:
    """Return the way that was gone longest ago, where every known way leads to places alike."""
    here = state.map.here
    if here is None or state.turn // SPELL % 2 or not astray(state, here):
        return None
    room = state.map.rooms[here]
    ways = [way for way in DIRECTIONS if leads_on(room, way) and not _failed(state, here, way)]
    if not ways:
        return None
    oldest = min(ways, key=lambda way: _last(state, way))
    reason = "Everything looks alike here; somewhere it must end."
    return Decision(reasoning=reason, command=oldest)


def astray(state: AdventureState, here: RoomId) -> bool:
    """Tell whether other places are known, and only places of this one's name can be reached.

    The dark bears one name everywhere, and is no waste.
    """
    name, rooms = state.map.rooms[here].name, state.map.rooms.values()
    alike = sum(room.name == name for room in rooms)
    if not name or state.map.rooms[here].dark or not WASTE <= alike < len(rooms):
        return False
    ways = nearby(state.map, here)
    return all(state.map.rooms[route.rooms[-1]].name == name for route in ways)


def leads_on(room: Room, way: str) -> bool:
    """Tell whether one can walk that way, as far as is known."""
    known = room.exits.get(way)
    return known is not None and (known.open or known.status is ExitStatus.UNEXPLORED)


def _failed(state: AdventureState, here: RoomId, way: str) -> bool:
    """Tell whether a way led nowhere from here not long ago."""
    attempt = state.journal.attempt(here, way)
    failed = attempt is not None and attempt.effect in (Effect.NOTHING, Effect.NOT_UNDERSTOOD)
    return failed and attempt is not None and attempt.turn >= state.turn - LATELY


def _last(state: AdventureState, way: str) -> int:
    """Return the last time that a way was gone anywhere; -1 if it was not."""
    turns = (page[way].turn for page in state.journal.attempts.values() if way in page)
    return max(turns, default=-1)
