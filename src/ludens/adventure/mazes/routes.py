"""Ways through a maze as far as it is known, and round trips through it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ludens.adventure.mazes.groups import MazeGroup, MazeRoom
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.routes import Search, Step

UNPROVED = 0.01
"""How much a way that was walked only once is preferred, to see whether it leads there again."""
VARYING = 3.0
"""What a way that varies costs more than its length for each room that it may lead to."""


class Routes:
    """The cheapest known ways from one room."""

    def __init__(self, group: MazeGroup, start: RoomId) -> None:
        self.group = group
        self.start = start
        search = _search(group, [start])
        self.distances, self._before = search.distance, search.before
        self._from: dict[RoomId, dict[RoomId, float]] = {start: self.distances}

    def between(self, origin: RoomId, goal: RoomId) -> float:
        """Return how far one room is from another; infinite if no way is known."""
        if origin not in self._from:
            self._from[origin] = _search(self.group, [origin]).distance
        return self._from[origin].get(goal, float("inf"))

    def onward(self, goals: Collection[RoomId]) -> dict[RoomId, float]:
        """Return how far each room is from the nearest of the goals, where a way is known."""
        entries: dict[RoomId, list[Step]] = defaultdict(list)
        for id_, room in self.group.rooms.items():
            for price, end, direction in steps_of(room):
                entries[end].append((price, id_, direction))
        return Search(sorted(goals), lambda id_: entries.get(id_, ())).finish().distance

    def first_way(self, goal: RoomId) -> str | None:
        """Return the first direction on the way to a room; None if it is the start itself."""
        way = None
        while goal != self.start:
            goal, way = self._before[goal]
        return way


def steps_of(room: MazeRoom) -> Iterator[Step]:
    """Yield the steps that lead out of a room."""
    for direction, way in room.ways.items():
        if way.deadly or way.to is None:
            continue
        if not way.varies:
            yield 1.0 - (UNPROVED if way.led[way.to] == 1 else 0.0), way.to, direction
            continue
        for end in way.led:
            yield 1.0 + VARYING * len(way.led), end, direction


def within_reach(group: MazeGroup, starts: Collection[RoomId]) -> set[RoomId]:
    """Return the rooms that known ways lead to from some, these included."""
    return set(_search(group, starts).distance)


def _search(group: MazeGroup, starts: Collection[RoomId]) -> Search:
    return Search(starts, lambda id_: steps_of(group.rooms[id_])).finish()


def tour_of(group: MazeGroup, start: RoomId, rooms: Sequence[RoomId]) -> tuple[RoomId, ...]:
    """Return the rooms that can be reached, in an order that makes a short way through them."""
    routes = Routes(group, start)
    order: list[RoomId] = []
    reachable = [room for room in rooms if room in routes.distances]

    def length(tour: Sequence[RoomId]) -> float:
        return sum(routes.between(one, other) for one, other in pairwise((start, *tour)))

    for room in sorted(reachable, key=lambda id_: -routes.distances[id_]):
        order = min(
            ([*order[:place], room, *order[place:]] for place in range(len(order) + 1)),
            key=length,
        )
    return tuple(order)
