"""Finding a line for each way that passes through no room.

Lines run on a lattice: through the middle and the quarters of each cell, and in three lanes in
the gap between two cells. A* looks for the shortest one with few bends, away from lines that are
already there. A box covers only points of the lattice's middle rows, so a line along the lattice
can touch no box.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from math import inf

from ludens.web.atlas.geometry import (
    BOX_HEIGHT,
    BOX_WIDTH,
    GAP_X,
    GAP_Y,
    PITCH_X,
    PITCH_Y,
    Cell,
    Point,
    crosses_box,
    port,
)

OFFSETS_X = (
    *(BOX_WIDTH * quarter / 4 for quarter in (1, 2, 3)),
    *(BOX_WIDTH + GAP_X * lane / 4 for lane in (1, 2, 3)),
)
OFFSETS_Y = (BOX_HEIGHT / 2, *(BOX_HEIGHT + GAP_Y * lane / 4 for lane in (1, 2, 3)))
WIDE, HIGH = len(OFFSETS_X), len(OFFSETS_Y)
"""Points of the lattice in a cell."""
LEFT, MIDDLE, RIGHT, NEAR_X, FAR_X = 0, 1, 2, 3, 5
CENTRE, NEAR_Y, FAR_Y = 0, 1, 3
"""Their numbers: the quarters of a box, and the lanes next to it and next to its neighbour."""

BEND, SHARED, CROSSED = 30.0, 80.0, 12.0
"""What a bend, running along another line and crossing one cost, in units of length; running
through a short stroke and its letters costs as much as along a line."""
AROUND = 2
"""Cells beyond the two ends in which a line may run."""
MOST_STEPS = 4000
"""Points looked at before a line is given up."""

Node = tuple[int, int]
Step = tuple[int, int]
State = tuple[Node, Step, str]
"""A point, the step that led there, and the port that was reached; empty on the way."""
Goal = tuple[float, Step, str]
"""What arriving costs, the last step into the box, and the port."""

STEPS: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASKEW: Step = (0, 0)
"""The step between a corner of a box and the lattice."""

GATES: Mapping[str, tuple[Node, Step]] = {
    "north": ((MIDDLE, FAR_Y - HIGH), (0, -1)),
    "up": ((RIGHT, FAR_Y - HIGH), (0, -1)),
    "out": ((LEFT, FAR_Y - HIGH), (0, -1)),
    "south": ((MIDDLE, NEAR_Y), (0, 1)),
    "down": ((RIGHT, NEAR_Y), (0, 1)),
    "in": ((LEFT, NEAR_Y), (0, 1)),
    "east": ((NEAR_X, CENTRE), (1, 0)),
    "west": ((FAR_X - WIDE, CENTRE), (-1, 0)),
    "northeast": ((NEAR_X, FAR_Y - HIGH), (0, 0)),
    "southeast": ((NEAR_X, NEAR_Y), (0, 0)),
    "southwest": ((FAR_X - WIDE, NEAR_Y), (0, 0)),
    "northwest": ((FAR_X - WIDE, FAR_Y - HIGH), (0, 0)),
}
"""The first point of the lattice outside each port, and the step that leads there (none: askew)."""

DIAGONALS: Mapping[str, Step] = {
    "northeast": (1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "northwest": (-1, -1),
}


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of the lattice in which a line may run."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, one: Cell, other: Cell) -> _Window:
        return cls(
            (min(one[0], other[0]) - AROUND) * WIDE,
            (min(one[1], other[1]) - AROUND) * HIGH,
            (max(one[0], other[0]) + AROUND + 1) * WIDE,
            (max(one[1], other[1]) + AROUND + 1) * HIGH,
        )

    def __contains__(self, node: Node) -> bool:
        return self.left <= node[0] < self.right and self.top <= node[1] < self.bottom


@dataclass(slots=True)
class Router:
    """Lays lines between boxes, one after another."""

    occupied: Collection[Cell]
    used: dict[tuple[Node, Node], int] = field(default_factory=dict)
    passed: dict[Node, int] = field(default_factory=dict)
    strokes: set[Node] = field(default_factory=set)
    """Where short strokes leave boxes."""

    def keep_clear(self, cell: Cell, way: str) -> None:
        """Leave room for the short stroke of a way that gets no line."""
        self.strokes.add(_gate(cell, way)[0])

    def route(self, start: Cell, way: str, ends: Mapping[str, float], end: Cell) -> list[Point]:
        """Return a line from one box to another; empty if there is none worth drawing.

        `ends` are the ports of the second box at which it may arrive, with what each costs.
        """
        if way in DIAGONALS:
            line = self._diagonal(start, way, ends, end)
            if line:
                return line
        found = self._search(start, way, ends, end)
        if found is None:
            return []
        nodes, arrival = found
        for one, other in pairwise(nodes):
            key = (min(one, other), max(one, other))
            self.used[key] = self.used.get(key, 0) + 1
        for node in nodes:
            self.passed[node] = self.passed.get(node, 0) + 1
        return [port(start, way), *(_place(node) for node in nodes), port(end, arrival)]

    def _diagonal(self, start: Cell, way: str, ends: Mapping[str, float], end: Cell) -> list[Point]:
        """Return the straight line from corner to corner, if the boxes lie so and it is clear."""
        step = DIAGONALS[way]
        length = abs(end[0] - start[0])
        arrival = next(name for name, other in DIAGONALS.items() if other == (-step[0], -step[1]))
        lies_so = (end[0] - start[0], end[1] - start[1]) == (step[0] * length, step[1] * length)
        if not (lies_so and length and arrival in ends):
            return []
        line = [port(start, way), port(end, arrival)]
        near = (
            (x, y)
            for x in range(min(start[0], end[0]), max(start[0], end[0]) + 1)
            for y in range(min(start[1], end[1]), max(start[1], end[1]) + 1)
            if (x, y) in self.occupied and (x, y) not in (start, end)
        )
        return [] if any(crosses_box(line[0], line[1], cell, margin=4.0) for cell in near) else line

    def _search(
        self, start: Cell, way: str, ends: Mapping[str, float], end: Cell
    ) -> tuple[list[Node], str] | None:
        """Return the points of the cheapest line and the port where it arrives."""
        first, heading = _gate(start, way)
        goals = _goals(end, ends)
        window = _Window.around(start, end)
        begin: State = (first, heading, "")
        best: dict[State, float] = {begin: 0.0}
        came: dict[State, State] = {}
        queue = [(0.0, 0, begin)]
        for _ in range(MOST_STEPS):
            if not queue:
                return None
            _, _, state = heappop(queue)
            if state[2]:
                return _traced(came, state), state[2]
            for further, step_cost in self._further(state, goals, window):
                cost = best[state] + step_cost
                if cost < best.get(further, inf):
                    best[further] = cost
                    came[further] = state
                    estimate = 0.0 if further[2] else _at_least(further[0], goals)
                    heappush(queue, (cost + estimate, len(came), further))
        return None

    def _further(
        self, state: State, goals: Mapping[Node, Goal], window: _Window
    ) -> Iterator[tuple[State, float]]:
        """Yield where a line may go on, and what that costs."""
        node, heading, _ = state
        if node in goals:
            extra, wanted, name = goals[node]
            bends = ASKEW not in (wanted, heading) and heading != wanted
            yield (node, heading, name), extra + (BEND if bends else 0.0)
        for step in STEPS:
            further = (node[0] + step[0], node[1] + step[1])
            goes_back = step == (-heading[0], -heading[1])
            if not goes_back and further in window and not self._is_covered(further):
                turns = heading not in (ASKEW, step)
                yield (further, step, ""), self._cost(node, further, turns=turns)

    def _is_covered(self, node: Node) -> bool:
        (x, column), (y, row) = divmod(node[0], WIDE), divmod(node[1], HIGH)
        return column < NEAR_X and row == CENTRE and (x, y) in self.occupied

    def _cost(self, node: Node, further: Node, *, turns: bool) -> float:
        (ax, ay), (bx, by) = _place(node), _place(further)
        key = (min(node, further), max(node, further))
        return (
            abs(bx - ax)
            + abs(by - ay)
            + (BEND if turns else 0.0)
            + SHARED * self.used.get(key, 0)
            + CROSSED * self.passed.get(further, 0)
            + (SHARED if further in self.strokes else 0.0)
        )


def _gate(cell: Cell, way: str) -> tuple[Node, Step]:
    (x, y), step = GATES.get(way, GATES["in"])
    return (cell[0] * WIDE + x, cell[1] * HIGH + y), step


def _goals(end: Cell, ends: Mapping[str, float]) -> dict[Node, Goal]:
    goals: dict[Node, Goal] = {}
    for name, cost in ends.items():
        node, (dx, dy) = _gate(end, name)
        if node not in goals or cost < goals[node][0]:
            goals[node] = (cost, (-dx, -dy), name)
    return goals


def _traced(came: Mapping[State, State], state: State) -> list[Node]:
    nodes: list[Node] = []
    while state in came:
        state = came[state]
        nodes.append(state[0])
    return nodes[::-1]


def _place(node: Node) -> Point:
    (x, column), (y, row) = divmod(node[0], WIDE), divmod(node[1], HIGH)
    return x * PITCH_X + OFFSETS_X[column], y * PITCH_Y + OFFSETS_Y[row]


def _at_least(node: Node, goals: Iterable[Node]) -> float:
    x, y = _place(node)
    return min(abs(x - gx) + abs(y - gy) for gx, gy in map(_place, goals))
