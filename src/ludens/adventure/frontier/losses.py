"""Losses: a part of the world that can no longer be reached, and the turn from which it could.

A wind closes a street, a door falls shut, a slide leads only down. Who has nothing left to try on
this side, and left much undone on the other, goes back to before. So does whose light is spent, and
from whom something was stolen that scored.
"""

from __future__ import annotations

from ludens.adventure.frontier.target import untried
from ludens.adventure.puzzles.naming import heads_of
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import UNKNOWN, RoomId
from ludens.adventure.world.routes import nearby
from ludens.adventure.world.search import WITHOUT_LIGHT

ROOMS = 4
"""Rooms that must be lost."""
LEFT = 20.0
"""How much must be untried in what was lost, as `untried` counts it, beyond one for each room."""
BY_LAMP = 8
"""Rooms seen by no light of their own from which on a spent light is a loss."""
WORTH_IT = 60
"""Turns that going back for what was lost must undo: by less it would be lost again."""
MOST = 3
"""Returns of this kind in an episode."""
APART = 150
"""Turns from one such return to the next, at least."""
KEPT = 0.8
"""What share of the points one has must be kept by going back: the rest is gained anew slowly."""
EARLIER = 40
"""Turns before the loss to which the first return goes; each further one twice as many."""


def light_is_lost(state: AdventureState) -> bool:
    """Tell whether the player's light is spent, and most of the world was seen by it alone."""
    items = [state.items.known[id_] for id_ in state.items.carried()]
    if not any(item.light_source and item.fuel == 0 and not item.lit for item in items):
        return False
    by_lamp = [room for room in state.map.rooms if room not in state.daylight.rooms]
    return travel_costs(state.items) is WITHOUT_LIGHT and len(by_lamp) >= BY_LAMP


def _of_the_light(state: AdventureState) -> int | None:
    """Return when the best score was reached first, with more light left, if the light is lost."""
    return state.frontier.reached() if light_is_lost(state) else None


def _of_a_prize(state: AdventureState) -> int | None:
    """Return when something was taken that scored, and is now nobody knows where.

    Only where another such thing scored once more where it was put: else nothing is lost by it.
    """
    prized, known = state.journal.prized, state.items.known.items()
    collected = not prized.keys().isdisjoint(state.journal.settled)
    for head, turn in prized.items() if collected else ():
        named = [id_ for id_, item in known if item.name.lower().rsplit(" ", 1)[-1] == head]
        names = {head}.union(*(heads_of(state.items.known[id_].name.lower()) for id_ in named))
        if not names.isdisjoint(state.journal.settled) or not named:
            continue  # a sack of coal was put somewhere as the sack
        if all(state.items.known[id_].place == UNKNOWN for id_ in named):
            return turn
    return None


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
    """Return the turn to go back to from `turn`, if something was lost; else None.

    The light that most of the world needs, what scored when it was taken, or a part of the world.
    """
    archive = state.frontier
    if archive.returns >= MOST or (archive.returns and turn - archive.rewound < APART):
        return None
    for since in (_of_the_light(state), _of_a_prize(state)):
        if since is not None and turn - since >= WORTH_IT:
            return since
    lost = lost_rooms(state)
    least = KEPT * (state.score or 0)
    cells = [c for c in archive.cells.values() if c.room in lost and c.score >= least]
    turns = sorted({when for cell in cells for when in (cell.first, cell.last) if 0 < when < turn})
    if not turns:
        return None
    wanted = turns[-1] - EARLIER * 2**archive.returns
    return max((when for when in turns if when <= wanted), default=turns[0])
