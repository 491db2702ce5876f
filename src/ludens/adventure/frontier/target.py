"""Which earlier turn to go back to when the company is stuck."""

from __future__ import annotations

from ludens.adventure.state import AdventureState
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.places import RoomId

BACK = 5
"""Turns that going back must at least undo; less is no other try."""
UNTRIED_EXIT = 5.0
"""What an untried exit of a place counts for; an untried name counts 1."""


def target(state: AdventureState, turn: int) -> int | None:
    """Return the most promising earlier turn to go back to from `turn`, or None.

    No score is given up: of the turns with the best, the place with the most that is untried,
    each return to it halving that; the earlier turn of equals, from which less can have been
    spoilt.
    """
    turns = list(state.frontier.turns(turn - BACK))
    best = max((cell.score for _, cell in turns), default=0)
    ranked = sorted(
        (-untried(state, cell.room) / 2**cell.returns, then)
        for then, cell in turns
        if cell.score == best
    )
    return ranked[0][1] if ranked and best >= (state.score or 0) else None


def untried(state: AdventureState, room: RoomId) -> float:
    """Return how much there is in a room that nobody has tried."""
    place = state.map.rooms.get(state.map.resolve(room))
    if place is None:
        return 0.0
    exits = sum(way.status is ExitStatus.UNEXPLORED for way in place.exits.values())
    sightings = state.memory.sightings.get(room, {}).values()
    names = sum(not (seen.present or seen.absent or seen.same_as) for seen in sightings)
    return 1.0 + UNTRIED_EXIT * exits + names
