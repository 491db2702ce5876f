"""The open lists: which state is gone on from next.

States are kept by their score. A score is drawn by what going on from it has yielded lately, the
higher ones before the lower; at a score three lists take turns: the worthiest state, the newest,
and the richest of the place that was least gone on from. A state comes back with what its best
command left is worth.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from random import Random

from ludens.adventure.interpreter.protocol import Wants
from ludens.adventure.search.candidates import Candidate
from ludens.adventure.search.experience import Situation
from ludens.adventure.search.facts import Thing, View
from ludens.adventure.search.novelty import Level
from ludens.adventure.search.simulator import StateKey

NOWHERE = Situation()
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


@dataclass(slots=True, eq=False)
class Node:
    """A state that is kept."""

    key: StateKey
    parent: Node | None
    command: str
    text: str
    """The answer to it."""
    view: View
    wants: Wants
    level: Level
    reach: tuple[Thing, ...]
    """What the memory or the inventory tells to be at hand."""
    depth: int = 0
    situation: Situation = NOWHERE
    stage: int = 0
    """How much was thought of, up to `ALL`."""
    todo: list[Candidate] = field(default_factory=list)
    """Commands to be tried, the worthiest last."""
    things: list[Thing] = field(default_factory=list)
    """What can be named here."""
    tried: set[str] = field(default_factory=set)
    expanded: int = 0
    is_open: bool = True
    is_over: bool = False
    """Whether nothing comes after it."""

    @property
    def place(self) -> Hashable:
        """Where this is."""
        return self.view.place

    @property
    def score(self) -> int:
        """The score here."""
        return self.view.score

    @property
    def riches(self) -> int:
        """How much had been brought about."""
        return self.view.riches

    def line(self) -> Iterator[Node]:
        """Yield this state and those that it came from, without the first."""
        node: Node | None = self
        while node is not None and node.parent is not None:
            yield node
            node = node.parent


_Entry = tuple[float, int, int, int, Node]
"""What a state comes before others by, and how often it had been gone on from by then."""


@dataclass(slots=True)
class _Bucket:
    """The states of one score."""

    worthy: list[_Entry] = field(default_factory=list)
    newest: list[_Entry] = field(default_factory=list)
    richest: dict[Hashable, list[_Entry]] = field(default_factory=lambda: defaultdict(list))
    places: dict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    """How often each place was gone on from."""
    turn: int = 0
    won: float = YIELD[0]
    tries: float = YIELD[1]


class Frontier:
    """States that may be gone on from."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._buckets: dict[int, _Bucket] = {}
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

    def _pick(self, bucket: _Bucket) -> Node | None:
        bucket.turn += 1
        for turn in range(bucket.turn, bucket.turn + 3):
            if turn % 3 == 2:
                node = self._least(bucket)
            else:
                node = _first(bucket.worthy if turn % 3 else bucket.newest)
            if node is not None:
                return node
        return None

    def _least(self, bucket: _Bucket) -> Node | None:
        """Return the richest state of the place that was gone on from least."""
        while bucket.richest:
            place = min(bucket.richest, key=lambda one: bucket.places[one])
            node = _first(bucket.richest[place])
            if node is not None:
                return node
            del bucket.richest[place]
        return None


def _first(heap: list[_Entry]) -> Node | None:
    while heap:
        *_, expanded, node = heapq.heappop(heap)
        if node.is_open and node.expanded == expanded:
            return node
    return None
