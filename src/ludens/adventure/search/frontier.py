"""The open lists: which state is gone on from next.

States are kept by their score. The best score is chosen most often, each lower one more seldom by
a fixed share; at a score three lists take turns: the worthiest state, the newest, and one of the
place that was least gone on from. A state comes back with what its best command left is worth.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

SAMPLE = 40
"""States among which the least gone on from is sought."""
TOP = 0.6
"""The chance that a score is chosen when all higher ones were passed over."""
AGAIN = 5
"""States of a place that going on once more from the same state counts for."""


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
    def expanded(self) -> int:
        """How often it was gone on from."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether anything is left to try."""
        ...


Node = TypeVar("Node", bound=Open)


@dataclass(slots=True)
class _Bucket(Generic[Node]):
    """The states of one score."""

    worthy: list[tuple[float, float, int, Node]] = field(default_factory=list)
    newest: list[tuple[float, float, int, Node]] = field(default_factory=list)
    every: list[Node] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    turn: int = 0

    def effort(self, node: Node) -> int:
        return self.places[node.place] + AGAIN * node.expanded


class Frontier(Generic[Node]):
    """States that may be gone on from."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._buckets: dict[int, _Bucket[Node]] = {}
        self._order: list[int] = []
        self._pushed = 0

    def add(self, node: Node, worth: float) -> None:
        """Take in a new state, or one that was gone on from and has more to try."""
        bucket = self._buckets.get(node.score)
        if bucket is None:
            bucket = self._buckets[node.score] = _Bucket()
            self._order = sorted(self._buckets, reverse=True)
        if not node.expanded:
            bucket.every.append(node)
        self._pushed += 1
        heapq.heappush(bucket.worthy, (-worth, 0, self._pushed, node))
        heapq.heappush(bucket.newest, (node.expanded, -node.level, self._pushed, node))

    def next(self) -> Node | None:
        """Return the state to go on from; None when nothing is left."""
        while self._order:
            score = self._draw()
            node = self._pick(self._buckets[score])
            if node is not None:
                self._buckets[score].places[node.place] += 1
                return node
            self._order.remove(score)
            del self._buckets[score]
        return None

    def _draw(self) -> int:
        for score in self._order:
            if self._dice.random() < TOP:
                return score
        return self._order[0]

    def _pick(self, bucket: _Bucket[Node]) -> Node | None:
        bucket.turn += 1
        for turn in range(bucket.turn, bucket.turn + 3):
            node = self._one(bucket, turn % 3)
            if node is not None:
                return node
        return None

    def _one(self, bucket: _Bucket[Node], turn: int) -> Node | None:
        if turn == 2:
            return self._least(bucket)
        heap = bucket.worthy if turn else bucket.newest
        while heap:
            node = heapq.heappop(heap)[-1]
            if node.is_open:
                return node
        return None

    def _least(self, bucket: _Bucket[Node]) -> Node | None:
        """Return one of the states of which the place was gone on from least."""
        every = bucket.every
        while every:
            chosen = self._dice.sample(range(len(every)), min(SAMPLE, len(every)))
            best = min(chosen, key=lambda at: bucket.effort(every[at]))
            if every[best].is_open:
                return every[best]
            every[best] = every[-1]
            every.pop()
        return None
