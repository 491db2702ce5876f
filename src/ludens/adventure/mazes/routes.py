"""Ways through a maze as far as it is known, and round trips through it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from ludens.adventure.mazes.groups import MazeGroup, MazeRoom
from ludens.adventure.world.places import RoomId

UNPROVED = 0.01
"""How much a way that was walked only once is preferred, to see whether it leads there again."""
VARYING = 3.0
"""What a way that varies costs more than its length for each room that it may lead to."""


class Routes:
    """The cheapest known ways from one room."""

    def __init__(self, group: MazeGroup, start: RoomId) -> None:
        self.group = group
        self.start = start
        self.distances, self._before = search([start], self._leads)
        self._from: dict[RoomId, dict[RoomId, float]] = {start: self.distances}

    def between(self, origin: RoomId, goal: RoomId) -> float:
        """Return how far one room is from another; infinite if no way is known."""
        if origin not in self._from:
            self._from[origin] = search([origin], self._leads)[0]
        return self._from[origin].get(goal, float("inf"))

    def onward(self, goals: Collection[RoomId]) -> dict[RoomId, float]:
        """Return how far each room is from the nearest of the goals, where a way is known."""
        entries: dict[RoomId, list[Lead]] = defaultdict(list)
        for id_, room in self.group.rooms.items():
            for end, price, direction in leads(room):
                entries[end].append((id_, price, direction))
        return search(sorted(goals), lambda id_: entries.get(id_, ()))[0]

    def first_way(self, goal: RoomId) -> str | None:
        """Return the first direction on the way to a room; None if it is the start itself."""
        way = None
        while goal != self.start:
            goal, way = self._before[goal]
        return way

    def _leads(self, room: RoomId) -> Iterator[Lead]:
        return leads(self.group.rooms[room])


Lead = tuple[RoomId, float, str]
"""Where a way leads, what it costs to get there, and the direction."""


def search(
    starts: Iterable[RoomId], leads: Callable[[RoomId], Iterable[Lead]]
) -> tuple[dict[RoomId, float], dict[RoomId, tuple[RoomId, str]]]:
    """Return how far every room is from the nearest start, and from where, by which way, it is
    reached.
    """
    distances: dict[RoomId, float] = {}
    before: dict[RoomId, tuple[RoomId, str]] = {}
    waiting: list[tuple[float, int, RoomId, tuple[RoomId, str] | None]] = [
        (0.0, order, start, None) for order, start in enumerate(starts)
    ]
    order = len(waiting)
    while waiting:
        cost, _, id_, came = heappop(waiting)
        if id_ in distances:
            continue
        distances[id_] = cost
        if came is not None:
            before[id_] = came
        for end, price, direction in leads(id_):
            if end not in distances:
                order += 1
                heappush(waiting, (cost + price, order, end, (id_, direction)))
    return distances, before


def leads(room: MazeRoom) -> Iterator[Lead]:
    """Yield where the ways of a room lead, what it costs to get there, and the direction."""
    for direction, way in room.ways.items():
        if way.deadly or way.to is None:
            continue
        if not way.varies:
            yield way.to, 1.0 - (UNPROVED if way.led[way.to] == 1 else 0.0), direction
            continue
        for end in way.led:
            yield end, 1.0 + VARYING * len(way.led), direction


def within_reach(group: MazeGroup, starts: Collection[RoomId]) -> set[RoomId]:
    """Return the rooms that known ways lead to from some, these included."""
    known, waiting = set(starts), list(starts)
    while waiting:
        ends = {end for end, _, _ in leads(group.rooms[waiting.pop()])} - known
        known |= ends
        waiting += ends
    return known


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
