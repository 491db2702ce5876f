"""Where each room stands on a compass grid.

Rooms joined by compass directions keep to them as far as a grid allows: the way north leads
upwards, by one cell or by more where something else is in between. A group of rooms that is
reached only by stairs, doors or magic is put beside the room that leads there if it fits, and on
a sheet of its own if it does not. The same map always gives the same layout; rooms are placed in
the order of their discovery, so that what is drawn early moves little later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from ludens.adventure.world.exits import Exit
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.adventure.world.ways import way_back

COMPASS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
"""Steps (x to the right, y downwards)."""

BESIDE = {
    "up": ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0)),
    "down": ((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)),
    "in": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "out": ((-1, 0), (1, 0), (0, 1), (0, -1)),
}
"""Where what is reached by a way without a compass direction is put, by preference."""
ANYWHERE = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))

FARTHEST = 4
"""Cells that a way may be stretched over before rows or columns are inserted."""
MOST_INSERTED = 400
"""Rooms up to which rows and columns are inserted; moving thousands would take too long."""

Cell = tuple[int, int]
Cells = dict[Cell, RoomId]


@dataclass(frozen=True, slots=True)
class Spot:
    """A room's place: a cell of a sheet."""

    sheet: int
    x: int
    y: int


def grid_layout(world: WorldMap) -> dict[RoomId, Spot]:
    """Return a spot for every room, no two the same. Sheets count from 0 and start at (0, 0)."""
    sheets: list[Cells] = []
    spots: dict[RoomId, tuple[int, Cell]] = {}
    for group in _groups(world):
        cells = _Arrangement(world, group).cells
        number, cells = _joined(world, sheets, spots, cells) or (len(sheets), cells)
        if number == len(sheets):
            sheets.append({})
        sheets[number].update(cells)
        spots |= {room: (number, cell) for cell, room in cells.items()}
    corners = [(min(x for x, _ in cells), min(y for _, y in cells)) for cells in sheets]
    return {
        room: Spot(number, x - corners[number][0], y - corners[number][1])
        for room in world.rooms
        for number, (x, y) in [spots[room]]
    }


def is_drawn_as_way(way: Exit) -> bool:
    """Return whether a way says something about where rooms lie."""
    return way.to is not None and way.open and not way.random and not way.teleport


def between(one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the cells strictly between two that lie in one row, column or diagonal."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = max(abs(dx), abs(dy))
    if length and (abs(dx) in (0, length)) and (abs(dy) in (0, length)):
        for step in range(1, length):
            yield one[0] + dx * step // length, one[1] + dy * step // length


def _links(world: WorldMap, room: RoomId) -> Iterator[tuple[str, RoomId]]:
    """Yield the compass directions that tie a room to another, both ways out and ways in."""
    for direction, way in world.rooms[room].exits.items():
        if direction in COMPASS and way.to not in (None, room) and is_drawn_as_way(way):
            assert way.to is not None
            yield direction, way.to
    for origin, direction in world.entries(room):
        entry = world.rooms[origin].exits[direction]
        if direction in COMPASS and origin != room and entry.to == room and is_drawn_as_way(entry):
            yield _opposite(direction), origin


def _opposite(direction: str) -> str:
    dx, dy = COMPASS[direction]
    return next(name for name, step in COMPASS.items() if step == (-dx, -dy))


def _groups(world: WorldMap) -> list[list[RoomId]]:
    """Return the rooms in groups joined by compass directions, each breadth first."""
    groups: list[list[RoomId]] = []
    seen: set[RoomId] = set()
    for first in world.rooms:
        if first in seen:
            continue
        seen.add(first)
        group = [first]
        waiting = deque(group)
        while waiting:
            for _, room in _links(world, waiting.popleft()):
                if room not in seen:
                    seen.add(room)
                    group.append(room)
                    waiting.append(room)
        groups.append(group)
    return groups


class _Arrangement:
    """A group of rooms being placed, one after another."""

    def __init__(self, world: WorldMap, group: list[RoomId]) -> None:
        self.world = world
        self.where: dict[RoomId, Cell] = {group[0]: (0, 0)}
        self.cells: Cells = {(0, 0): group[0]}
        self.crossed: set[Cell] = set()
        """Cells that a way between two placed rooms passes through."""
        for room in group[1:]:
            self._place(room, may_insert=len(group) <= MOST_INSERTED)

    def _place(self, room: RoomId, *, may_insert: bool) -> None:
        wishes = [
            (self.where[neighbour], COMPASS[_opposite(direction)])
            for direction, neighbour in _links(self.world, room)
            if neighbour in self.where
        ]
        cell = self._best_cell(wishes)
        if cell is None and may_insert:
            cell = self._insert(*wishes[0])
        if cell is None:
            cell = _nearest_free(self.cells, wishes[0][0])
        self.cells[cell] = room
        self.where[room] = cell
        self._cross(room)

    def _best_cell(self, wishes: list[tuple[Cell, Cell]]) -> Cell | None:
        """Return the free cell that grants most wishes, the nearest of these; None: grants none."""
        granted: dict[Cell, float] = {}
        for (x, y), (dx, dy) in wishes:
            for length in range(1, FARTHEST + 1):
                cell = (x + dx * length, y + dy * length)
                if cell in self.cells:
                    break
                worth = 1.0 - 0.01 * length - (0.5 if cell in self.crossed else 0.0)
                granted[cell] = granted.get(cell, 0.0) + worth
        return max(granted, key=lambda cell: granted[cell]) if granted else None

    def _insert(self, origin: Cell, step: Cell) -> Cell:
        """Move everything beyond a cell one further, so that the next one is free."""
        (x, y), (dx, dy) = origin, step
        for room, (a, b) in self.where.items():
            beyond_x, beyond_y = (a - x) * dx > 0, (b - y) * dy > 0
            self.where[room] = (a + dx * beyond_x, b + dy * beyond_y)
        self.cells = {cell: room for room, cell in self.where.items()}
        self.crossed = set()
        for room in self.where:
            self._cross(room)
        return (x + dx, y + dy)

    def _cross(self, room: RoomId) -> None:
        for _, neighbour in _links(self.world, room):
            if neighbour in self.where:
                self.crossed.update(between(self.where[room], self.where[neighbour]))


def _nearest_free(cells: Cells, origin: Cell) -> Cell:
    x, y = origin
    for radius in count(1):
        ring = [
            (x + dx, y + dy)
            for dx in range(-radius, radius + 1)
            for dy in range(-radius, radius + 1)
            if max(abs(dx), abs(dy)) == radius and (x + dx, y + dy) not in cells
        ]
        if ring:
            return ring[0]
    raise AssertionError("a plane has room")


def _joined(
    world: WorldMap, sheets: list[Cells], spots: dict[RoomId, tuple[int, Cell]], cells: Cells
) -> tuple[int, Cells] | None:
    """Return the sheet and the cells beside a room that leads to a group, or is led to by it.

    None where there is no such room on a sheet yet, or not enough space beside it.
    """
    for cell, room in cells.items():
        for way, neighbour in _other_links(world, room):
            if neighbour not in spots:
                continue
            number, (x, y) = spots[neighbour]
            sheet = sheets[number]
            for dx, dy in BESIDE.get(way, ANYWHERE):
                moved = {
                    (a - cell[0] + x + dx, b - cell[1] + y + dy): one
                    for (a, b), one in cells.items()
                }
                if not _surroundings(moved, {(x, y)}) & sheet.keys():
                    return number, moved
    return None


def _surroundings(cells: Iterable[Cell], without: set[Cell]) -> set[Cell]:
    """Return these cells and, for groups, those next to them: two groups must not touch."""
    own = set(cells)
    if len(own) == 1:
        return own
    around = {(x + dx, y + dy) for x, y in own for dx, dy in ((0, 0), *ANYWHERE)}
    return own | (around - without)


def _other_links(world: WorldMap, room: RoomId) -> Iterator[tuple[str, RoomId]]:
    """Yield (way, neighbour) for the ways without a compass direction that lead to a room.

    For a way that leads out of the room, its way back is given.
    """
    for origin, direction in world.entries(room):
        entry = world.rooms[origin].exits[direction]
        if direction not in COMPASS and entry.to == room and entry.open:
            yield direction, origin
    for direction, way in world.rooms[room].exits.items():
        if direction not in COMPASS and way.to not in (None, room) and way.open:
            assert way.to is not None
            yield way_back(direction) or "", way.to
