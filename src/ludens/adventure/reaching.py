"""Reaching what a step aims at: rooms by name, and whether what was to end a pursuit is so."""

from __future__ import annotations

import re

from ludens.adventure.memory.standing import find
from ludens.adventure.plan import Step
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import INVENTORY, RoomId
from ludens.adventure.world.routes import path
from ludens.adventure.world.ways import ARTICLES

HAVING = re.compile(r"^(?:i )?(?:have|hold|carry|get|take) (?:the |a |an )?(.+)$", re.IGNORECASE)
BEING = re.compile(r"^(?:i am |be )?(?:in|at|inside|reach) (?:the )?(.+)$", re.IGNORECASE)
BY_ID = re.compile(r"\(([^()]+)\)$")
"""How a room is told apart from others of its name."""
STALLED = 6
"""Turns without a gain after which a pursuit is given up: in eight episodes of half `tune` none of
43 turns after so many gained anything, of those before 32 of 251."""


def room_named(state: AdventureState, name: str) -> RoomId | None:
    """Return the known room of that name or id, the nearest of several; None if there is none.

    A part of a name counts where it is one room's alone.
    """
    rooms, wanted = state.map.rooms, _plain(name)
    by_id = BY_ID.search(name.strip())
    id_ = RoomId(by_id[1] if by_id is not None else name.strip())
    if id_ in rooms or id_ in state.map.aliases:
        return state.map.resolve(id_)
    if not wanted:
        return None
    called = {id_: _plain(room.name) for id_, room in rooms.items()}
    found = [id_ for id_, known in called.items() if known == wanted]
    if not found:
        parts = {known for known in called.values() if wanted in known or known in wanted}
        found = [id_ for id_, known in called.items() if known in parts] if len(parts) == 1 else []
    here = state.map.here
    if len(found) < 2 or here is None:
        return found[0] if found else None
    costs = travel_costs(state.items)
    routes = {id_: path(state.map, here, id_, costs) for id_ in found}
    near = {id_: route.cost for id_, route in routes.items() if route is not None}
    return min(near, key=lambda id_: near[id_]) if near else found[0]


def shown_by_a_trial(state: AdventureState, name: str) -> tuple[RoomId, str] | None:
    """Return a room and the way out of it that leads to a place of that name, by a trial."""
    wanted = _plain(name)
    for room, known in state.map.rooms.items():
        for direction, way in known.exits.items():
            if way.leads_to and _plain(way.leads_to) == wanted:
                return room, direction
    return None


def _plain(name: str) -> str:
    return " ".join(word for word in name.lower().split() if word not in ARTICLES)


def is_reached(state: AdventureState, step: Step) -> bool:
    """Tell whether what was to end a pursuit is so, as far as can be told."""
    until = step.until.strip().rstrip(".")
    if not until:
        return False
    if until.lower() == "score":
        return (state.score or 0) > state.plan.since
    if (having := HAVING.match(until)) is not None:
        id_ = find(state.items, having[1].lower())
        return id_ is not None and state.items.whereabouts(id_) == INVENTORY
    being = BEING.match(until)
    if being is not None and (room := room_named(state, being[1])) is not None:
        return room == state.map.here
    return until.lower() in " ".join(state.text.lower().split())


def gained_lately(state: AdventureState) -> bool:
    """Tell whether a room, a thing or points came lately, since a pursuit stalls without."""
    return state.turn - state.progress_turn < STALLED
