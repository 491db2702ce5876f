"""Mazes as clusters: their rooms stand together, apart from the rest, in the order of discovery.

A maze has no compass: laid out by its ways it would lie all over the map, under the lines of rooms
that have nothing to do with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, sqrt

from ludens.adventure.world.places import RoomId
from ludens.web.atlas.geometry import PITCH_X, PITCH_Y, Cell

MARGIN = 1
"""Free cells around a cluster."""
FARTHEST = 16
"""Cells from its entry within which a cluster is put if there is room; else below everything."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A maze."""

    name: str
    entry: RoomId | None
    """The last room before it."""
    rooms: tuple[RoomId, ...]
    """In the order of their discovery, those among them that proved to be others included."""


def gathered(cells: Mapping[RoomId, Cell], clusters: Sequence[Cluster]) -> dict[RoomId, Cell]:
    """Return the cells with each cluster in a block of its own, and no empty space left behind."""
    members = {room for cluster in clusters for room in cluster.rooms}
    if not members:
        return dict(cells)
    result = _closed_up({room: cell for room, cell in cells.items() if room not in members})
    for cluster in clusters:
        if not cluster.rooms:
            continue
        width = ceil(sqrt(len(cluster.rooms) * PITCH_Y / PITCH_X))
        height = ceil(len(cluster.rooms) / width)
        x, y = _free_corner(
            set(result.values()), result.get(cluster.entry or RoomId("")), width, height
        )
        for index, room in enumerate(cluster.rooms):
            result[room] = (x + index % width, y + index // width)
    return result


def _closed_up(cells: Mapping[RoomId, Cell]) -> dict[RoomId, Cell]:
    columns = _ranks(x for x, _ in cells.values())
    rows = _ranks(y for _, y in cells.values())
    return {room: (columns[x], rows[y]) for room, (x, y) in cells.items()}


def _ranks(values: Iterable[int]) -> dict[int, int]:
    """Return new numbers that leave at most one out where any number of them was."""
    ranks: dict[int, int] = {}
    before, rank = None, 0
    for value in sorted(set(values)):
        if before is not None:
            rank += min(value - before, 2)
        ranks[value], before = rank, value
    return ranks


def _free_corner(taken: set[Cell], entry: Cell | None, width: int, height: int) -> Cell:
    """Return the upper left cell of the free block nearest to the entry."""
    if not taken:
        return (0, 0)
    origin = entry if entry is not None else max(taken, key=lambda cell: (cell[1], -cell[0]))
    for radius in range(1, FARTHEST + max(width, height)):
        ring = [
            (origin[0] + dx, origin[1] + dy)
            for dx in range(-radius, radius + 1)
            for dy in range(-radius, radius + 1)
            if max(abs(dx), abs(dy)) == radius
        ]
        found = [corner for corner in ring if _is_free(taken, corner, width, height)]
        if found:
            return min(found, key=lambda corner: _distance(origin, corner, width, height))
    below = max(y for _, y in taken) + MARGIN + 1
    return next((0, y) for y in count(below) if _is_free(taken, (0, y), width, height))


def _is_free(taken: set[Cell], corner: Cell, width: int, height: int) -> bool:
    return not any(
        (x, y) in taken
        for x in range(corner[0] - MARGIN, corner[0] + width + MARGIN)
        for y in range(corner[1] - MARGIN, corner[1] + height + MARGIN)
    )


def _distance(origin: Cell, corner: Cell, width: int, height: int) -> tuple[int, int, Cell]:
    """Return how far the nearest cell of a block is; ways to the right and down before others."""
    dx = max(corner[0] - origin[0], origin[0] - corner[0] - width + 1, 0)
    dy = max(corner[1] - origin[1], origin[1] - corner[1] - height + 1, 0)
    return dx + dy, -(corner[0] + corner[1]), corner
