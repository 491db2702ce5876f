"""Wandering: the way out of a waste of places all alike, where no known way leads anywhere else."""

from __future__ import annotations

from ludens.adventure.agents.player import Decision
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.room import Room
from ludens.adventure.world.routes import nearby


def wander(state: AdventureState) -> Decision | None:
    """Return the way that was gone longest ago, where every known way leads to places alike."""
    here = state.map.here
    if here is None or not astray(state, here):
        return None
    room = state.map.rooms[here]
    ways = [way for way in DIRECTIONS if leads_on(room, way)]
    if not ways:
        return None
    oldest = min(ways, key=lambda way: _last(state, way))
    reason = "Everything looks alike here; somewhere it must end."
    return Decision(reasoning=reason, command=oldest)


def astray(state: AdventureState, here: RoomId) -> bool:
    """Tell whether other places are known, and only places of this one's name can be reached."""
    name = state.map.rooms[here].name
    if not name or all(room.name == name for room in state.map.rooms.values()):
        return False
    ways = nearby(state.map, here)
    return all(state.map.rooms[route.rooms[-1]].name == name for route in ways)


def leads_on(room: Room, way: str) -> bool:
    """Tell whether one can walk that way, as far as is known."""
    known = room.exits.get(way)
    return known is not None and (known.open or known.status is ExitStatus.UNEXPLORED)


def _last(state: AdventureState, way: str) -> int:
    """Return the last time that a way was gone anywhere; -1 if it was not."""
    turns = (page[way].turn for page in state.journal.attempts.values() if way in page)
    return max(turns, default=-1)
