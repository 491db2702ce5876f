"""Shelter: away from where one has died at this hour, and not back until it is over.

A storm, a flood, a guard on his round kill whatever one types. Who has died twice around one hour
goes to the nearest place where they have not, the more enclosed the better, and stays.
"""

from __future__ import annotations

from ludens.adventure.agents.player import Decision
from ludens.adventure.state import AdventureState
from ludens.adventure.world.belongings import travel_costs
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import nearby

OPEN = 2.0
"""Steps more that one goes for each way less that leads out of a place."""


def flee(state: AdventureState, deadly: frozenset[RoomId]) -> Decision | None:
    """Return the way out of a place in which one has died at this hour."""
    here = state.map.here
    if here is None or here not in deadly:
        return None
    routes = [
        (route.cost + OPEN * _ways_out(state, route.rooms[-1]), route.commands[0])
        for route in nearby(state.map, here, travel_costs(state.items))
        if route.rooms[-1] not in deadly
    ]
    if not routes:
        return None
    reason = "Whoever stays here at this hour dies."
    return Decision(reasoning=reason, command=min(routes)[1])


def ways_into(state: AdventureState, deadly: frozenset[RoomId]) -> frozenset[str]:
    """Return the ways that lead from here to where one has died at this hour."""
    here = state.map.here
    if here is None or here in deadly or not deadly:
        return frozenset()
    ways = state.map.rooms[here].exits.items()
    return frozenset(direction for direction, way in ways if way.to in deadly)


def _ways_out(state: AdventureState, room: RoomId) -> int:
    return sum(way.open for way in state.map.rooms[room].exits.values())
