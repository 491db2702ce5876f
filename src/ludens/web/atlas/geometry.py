"""Boxes on a grid, the points where ways leave them, and lines that turn round corners.

Lengths are in the drawing's own units; one is a CSS pixel at scale 1. y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

Point = tuple[float, float]
Cell = tuple[int, int]

BOX_WIDTH, BOX_HEIGHT = 128.0, 44.0
GAP_X, GAP_Y = 64.0, 56.0
"""Between two boxes; wide enough for three lines side by side."""
PITCH_X, PITCH_Y = BOX_WIDTH + GAP_X, BOX_HEIGHT + GAP_Y
CORNER = 7.0
"""Radius of a bend."""

PORTS: dict[str, Point] = {
    "north": (BOX_WIDTH / 2, 0.0),
    "northeast": (BOX_WIDTH, 0.0),
    "east": (BOX_WIDTH, BOX_HEIGHT / 2),
    "southeast": (BOX_WIDTH, BOX_HEIGHT),
    "south": (BOX_WIDTH / 2, BOX_HEIGHT),
    "southwest": (0.0, BOX_HEIGHT),
    "west": (0.0, BOX_HEIGHT / 2),
    "northwest": (0.0, 0.0),
    "up": (BOX_WIDTH * 3 / 4, 0.0),
    "down": (BOX_WIDTH * 3 / 4, BOX_HEIGHT),
    "out": (BOX_WIDTH / 4, 0.0),
    "in": (BOX_WIDTH / 4, BOX_HEIGHT),
}
"""Where each way leaves a box, from its upper left corner. Ways by a command leave with `in`."""


def corner(cell: Cell) -> Point:
    """Return the upper left corner of the box in a cell."""
    return cell[0] * PITCH_X, cell[1] * PITCH_Y


def port(cell: Cell, way: str) -> Point:
    """Return the point where a way leaves the box in a cell."""
    (x, y), (dx, dy) = corner(cell), PORTS.get(way, PORTS["in"])
    return x + dx, y + dy


def crosses_box(one: Point, other: Point, cell: Cell, margin: float = 0.0) -> bool:
    """Return whether a segment has a point inside the box in a cell, its border not counted.

    `margin` makes the box larger on all sides.
    """
    left, top = corner(cell)
    low, high = 0.0, 1.0
    for start, end, least, most in (
        (one[0], other[0], left - margin, left + BOX_WIDTH + margin),
        (one[1], other[1], top - margin, top + BOX_HEIGHT + margin),
    ):
        delta = end - start
        if delta == 0:
            if not least < start < most:
                return False
            continue
        near, far = sorted(((least - start) / delta, (most - start) / delta))
        low, high = max(low, near), min(high, far)
    return high - low > 1e-9


def straightened(points: Sequence[Point]) -> list[Point]:
    """Return a line without the points that lie on the way between their neighbours."""
    kept = list(points[:1])
    for index in range(1, len(points) - 1):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], points[index], points[index + 1]
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 1e-6:
            kept.append(points[index])
    return [*kept, *points[-1:]]


def rounded_path(points: Sequence[Point]) -> str:
    """Return a line as the data of an SVG path whose corners are rounded inwards."""
    line = straightened(points)
    parts = [f"M{_number(line[0])}"]
    for before, bend, after in zip(line, line[1:], line[2:], strict=False):
        reach = min(CORNER, _length(before, bend) / 2, _length(bend, after) / 2)
        parts.append(f"L{_number(_towards(bend, before, reach))}")
        parts.append(f"Q{_number(bend)} {_number(_towards(bend, after, reach))}")
    parts.append(f"L{_number(line[-1])}")
    return "".join(parts)


def middle(points: Sequence[Point]) -> tuple[Point, float]:
    """Return the point halfway along a line, and where it is heading there: degrees from the
    right, clockwise as angles on a screen are."""
    left = sum(_length(a, b) for a, b in pairwise(points)) / 2
    for one, other in pairwise(points):
        length = _length(one, other)
        if length >= left and length > 0:
            heading = degrees(atan2(other[1] - one[1], other[0] - one[0]))
            return _towards(one, other, left), round(heading, 1)
        left -= length
    return points[-1], 0.0


def bounds(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Return the least x and y and the greatest x and y; of no cells, those of one at (0, 0)."""
    found = list(cells) or [(0, 0)]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs), max(ys)


def _length(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = _length(start, end) or 1.0
    share = distance / length
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _number(point: Point) -> str:
    return ",".join(f"{round(value, 1):g}" for value in point)
