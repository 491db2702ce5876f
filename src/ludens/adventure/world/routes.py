"""Ways through the map: paths as commands, and the nearest place with something to try."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import networkx as nx

from ludens.adventure.events import RoomId
from ludens.adventure.world.map import ExitStatus, Room, WorldMap


def graph_of(world: WorldMap) -> nx.MultiDiGraph:
    """Return the explored ways as a graph whose edges are keyed by direction."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(world.rooms)
    for origin, room in world.rooms.items():
        for direction, way in room.exits.items():
            if way.status is ExitStatus.EXPLORED and way.to is not None:
                graph.add_edge(origin, way.to, key=direction)
    return graph


def path(world: WorldMap, start: RoomId, goal: RoomId) -> list[str] | None:
    """Return the commands that lead from one room to another, or None if no way is known."""
    graph = graph_of(world)
    if start not in graph or goal not in graph or not nx.has_path(graph, start, goal):
        return None
    rooms = nx.shortest_path(graph, start, goal)
    return [min(graph[a][b]) for a, b in pairwise(rooms)]


def nearest(
    world: WorldMap, start: RoomId, wanted: Callable[[Room], bool]
) -> tuple[RoomId, list[str]] | None:
    """Return the nearest room that is wanted, with the commands that lead there."""
    graph = graph_of(world)
    for room in nx.bfs_tree(graph, start):
        if wanted(world.rooms[room]):
            commands = path(world, start, room)
            return (room, commands or []) if commands is not None else None
    return None


def unexplored(room: Room) -> list[str]:
    """Return a room's ways out that nobody has tried."""
    return [name for name, way in room.exits.items() if way.status is ExitStatus.UNEXPLORED]
