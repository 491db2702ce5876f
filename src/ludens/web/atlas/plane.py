"""The sheets of a layout on one plane, and places for rooms that are no more."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from math import ceil, sqrt

from ludens.adventure.world.layout import Spot
from ludens.adventure.world.places import RoomId
from ludens.web.atlas.geometry import Cell

BETWEEN = 1
"""Free cells between two sheets."""
WIDER_THAN_HIGH = 0.75


def on_one_plane(spots: Mapping[RoomId, Spot]) -> dict[RoomId, Cell]:
    """Return a cell for every room: the first sheet at the upper left, the others on shelves.

    A sheet never moves to another shelf because a later one grows.
    """
    sizes: dict[int, Cell] = {}
    for spot in spots.values():
        width, height = sizes.get(spot.sheet, (1, 1))
        sizes[spot.sheet] = (max(width, spot.x + 1), max(height, spot.y + 1))
    area = sum((w + BETWEEN) * (h + BETWEEN) for w, h in sizes.values())
    most = max([ceil(sqrt(area) * WIDER_THAN_HIGH), *(width for width, _ in sizes.values())])
    corners: dict[int, Cell] = {}
    x = y = shelf = 0
    for sheet, (width, height) in sorted(sizes.items()):
        if x and x + width > most:
            x, y, shelf = 0, y + shelf + BETWEEN, 0
        corners[sheet] = (x, y)
        x, shelf = x + width + BETWEEN, max(shelf, height)
    return {
        room: (corners[spot.sheet][0] + spot.x, corners[spot.sheet][1] + spot.y)
        for room, spot in spots.items()
    }


def with_former_rooms(
    cells: Mapping[RoomId, Cell], became: Mapping[RoomId, RoomId]
) -> dict[RoomId, Cell]:
    """Return the cells with one more for each room that proved to be another, close to that one.

    Earlier turns still show such a room beside the one that it became.
    """
    result = dict(cells)
    taken = set(cells.values())
    for former in became:
        now = former
        while now in became:
            now = became[now]
        if former not in result and now in cells:
            result[former] = nearest_free(taken, cells[now])
            taken.add(result[former])
    return result


def nearest_free(taken: set[Cell], origin: Cell) -> Cell:
    """Return the free cell nearest to a taken one; below and to the right before others."""
    x, y = origin
    for radius in count(1):
        ring = [
            (x + dx, y + dy)
            for dy in range(radius, -radius - 1, -1)
            for dx in range(radius, -radius - 1, -1)
            if max(abs(dx), abs(dy)) == radius and (x + dx, y + dy) not in taken
        ]
        if ring:
            return min(ring, key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))
    raise AssertionError("a plane has room")
