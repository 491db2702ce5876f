"""The open lists: which state is gone on from next.

States are kept by their score. A score is drawn by what going on from it has yielded lately, the
higher ones before the lower; at a score three lists take turns: the worthiest state, the newest,
and the richest of the place that was least gone on from. A state comes back with what its best
command left is worth.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

LOWER = 0.6
"""How much less a score is drawn than the next higher one that yields as much."""
YIELD = (2.0, 4.0)
"""What a score is taken to have yielded at first, and from how many states."""
POOR = 0.03
"""Worth below which a state that was gone on from is on the list of the worthiest alone."""
AGAIN = 3
"""Riches that going on once more from the same state counts for."""
FADING = 0.95
"""What is left of a yield at each further state."""


class Open(Protocol):
    """A state, as the lists see it."""

    @property
    def place(self) -> Hashable:
        """Where it is."""
        ...

    @property
    def score(self) -> int:
        """The score there."""
        ...

    @property
    def level(self) -> int:
        """How new it was."""
        ...

    @property
    def riches(self) -> int:
        """How much had been brought about."""
        ...

    @property
    def expanded(self) -> int:
        """How often it was gone on from."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether anything is left to try."""
        ...


Node = TypeVar("Node", bound=Open)


_Entry = tuple[float, int, int, int, Node]
"""What a state comes before others by, and how often it had been gone on from by then."""


@dataclass(slots=True)
class _Bucket(Generic[Node]):
    """The states of one score."""

    worthy: list[_Entry[Node]] = field(default_factory=list)
    newest: list[_Entry[Node]] = field(default_factory=list)
    richest: dict[Hashable, list[_Entry[Node]]] = field(default_factory=lambda: defaultdict(list))
    places: dict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    """How often each place was gone on from."""
    turn: int = 0
    won: float = YIELD[0]
    tries: float = YIELD[1]


class Frontier(Generic[Node]):
    """States that may be gone on from."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._buckets: dict[int, _Bucket[Node]] = {}
        self._order: list[int] = []
        self._pushed = 0

    def add(self, node: Node, worth: float, *, is_weighed: bool = False) -> None:
        """Take in a new state, or one that was gone on from and has more to try.

        `is_weighed`: the worth of a new state is that of its best command, and no hope.
        """
        bucket = self._buckets.get(node.score)
        if bucket is None:
            bucket = self._buckets[node.score] = _Bucket()
            self._order = sorted(self._buckets, reverse=True)
        self._pushed += 1
        count, pushed = node.expanded, self._pushed
        heapq.heappush(bucket.worthy, (-worth, -node.riches, pushed, count, node))
        if (node.expanded or is_weighed) and worth < POOR:
            return
        heapq.heappush(bucket.newest, (count, -node.level, -pushed, count, node))
        effort = AGAIN * count - node.riches
        heapq.heappush(bucket.richest[node.place], (effort, 0, pushed, count, node))

    def next(self) -> Node | None:
        """Return the state to go on from; None when nothing is left."""
        while self._order:
            score = self._draw()
            bucket = self._buckets[score]
            node = self._pick(bucket)
            if node is not None:
                bucket.places[node.place] += 1
                bucket.won *= FADING
                bucket.tries = bucket.tries * FADING + 1
                return node
            self._order.remove(score)
            del self._buckets[score]
        return None

    def reward(self, score: int, won: float) -> None:
        """Note what going on from a state of a score has yielded."""
        bucket = self._buckets.get(score)
        if bucket is not None:
            bucket.won += won

    def _draw(self) -> int:
        weights = []
        share = 1.0
        for score in self._order:
            bucket = self._buckets[score]
            weights.append(share * bucket.won / bucket.tries)
            share *= LOWER
        return self._dice.choices(self._order, weights)[0]

    def _pick(self, bucket: _Bucket[Node]) -> Node | None:
        bucket.turn += 1
        for turn in range(bucket.turn, bucket.turn + 3):
            if turn % 3 == 2:
                node = self._least(bucket)
            else:
                node = _first(bucket.worthy if turn % 3 else bucket.newest)
            if node is not None:
                return node
        return None

    def _least(self, bucket: _Bucket[Node]) -> Node | None:
        """Return the richest state of the place that was gone on from least."""
        while bucket.richest:
            place = min(bucket.richest, key=lambda one: bucket.places[one])
            node = _first(bucket.richest[place])
            if node is not None:
                return node
            del bucket.richest[place]
        return None


def _first(heap: list[_Entry[Node]]) -> Node | None:
    while heap:
        *_, expanded, node = heapq.heappop(heap)
        if node.is_open and node.expanded == expanded:
            return node
    return None
