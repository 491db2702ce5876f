"""Losses: a part of the world that can no longer be reached, and the turn from which it could.

A wind closes a street, a door falls shut, a slide leads only down. Who has nothing left to try on
this side, and left much undone on the other, goes back to before.
"""

from __future__ import annotations

from ludens.adventure.frontier.target import untried
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import nearby

ROOMS = 4
"""Rooms that must be lost."""
LEFT = 20.0
"""How much must be untried in what was lost, as `untried` counts it, beyond one for each room."""
MOST = 3
"""Returns of this kind in an episode."""
APART = 150
"""Turns from one such return to the next, at least."""
EARLIER = 40
"""Turns before the loss to which the first return goes; each further one twice as many."""


def lost_rooms(state: AdventureState) -> frozenset[RoomId]:
    """Return the rooms to which no known way leads any more; empty if little is left in them."""
    here = state.map.here
    if here is None:
        return frozenset()
    reached = {here} | {
        route.rooms[-1] for route in nearby(state.map, here, travel_costs(state.items))
    }
    lost = frozenset(room for room in state.map.rooms if room not in reached)
    left = sum(untried(state, room) - 1.0 for room in lost)
    return lost if left >= LEFT and len(lost) >= ROOMS else frozenset()


def turn_before_loss(state: AdventureState, turn: int) -> int | None:
    """Return the turn to go back to from `turn`, if a part of the world was lost; else None."""
    archive = state.frontier
    if archive.returns >= MOST or (archive.returns and turn - archive.returned < APART):
        return None
    lost = lost_rooms(state)
    cells = [cell for cell in state.frontier.cells.values() if cell.room in lost]
    turns = sorted({when for cell in cells for when in (cell.first, cell.last) if 0 < when < turn})
    if not turns:
        return None
    wanted = turns[-1] - EARLIER * 2**archive.returns
    return max((when for when in turns if when <= wanted), default=turns[0])
