"""How right a map is: rooms and ways against the truth of the same walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import networkx as nx

from ludens.adventure.mapping import Mapping, rooms_by_turn
from ludens.adventure.perception.facts import Ending
from ludens.adventure.perception.outcomes import ending_in
from ludens.adventure.world.exits import ExitStatus
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import INVENTORY, RoomId
from worlds.truth import TrueTurn

Edge = tuple[int | None, str, int | None]


@dataclass
class Score:
    """Counts that add up over stories."""

    true_nodes: int = 0
    found_nodes: int = 0
    right_nodes: int = 0
    """Rooms and locations paired one to one, so that the most turns agree."""
    true_edges: int = 0
    found_edges: int = 0
    right_edges: int = 0
    line_edges: int = 0
    """Ways that were walked in the midst of a line of several commands alone."""
    right_line_edges: int = 0
    """Those of them that are on the map."""
    contradictions: int = 0
    unexplained: int = 0
    turns: int = 0
    right_turns: int = 0
    looks: int = 0
    inventories: int = 0
    right_inventories: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)}
        )

    @property
    def node_recall(self) -> float:
        return self.right_nodes / max(1, self.true_nodes)

    @property
    def node_precision(self) -> float:
        return self.right_nodes / max(1, self.found_nodes)

    @property
    def edge_recall(self) -> float:
        return self.right_edges / self.true_edges if self.true_edges else 1.0

    @property
    def wrong_edges(self) -> float:
        right = self.right_edges + self.right_line_edges
        return 1 - right / self.found_edges if self.found_edges else 0.0

    @property
    def worst(self) -> float:
        return min(self.node_recall, self.node_precision, self.edge_recall, 1 - self.wrong_edges)


def true_edges(turns: Sequence[TrueTurn]) -> set[Edge]:
    """Return the ways that the walk took: from, way, to; going back to a save is none."""
    edges, within = told_edges(turns)
    return edges | within


def told_edges(turns: Sequence[TrueTurn]) -> tuple[set[Edge], set[Edge]]:
    """Return the ways that commands of their own took, and those of lines of several alone.

    Who dies and is somewhere again has gone no way.
    """
    edges: set[Edge] = set()
    within: set[Edge] = set()
    for before, after in pairwise(turns):
        here = before.location
        if ending_in(after.observation.text) is Ending.DEATH:
            continue
        for way, there in after.passed or ((after.way, after.location),):
            if None not in (here, way, there) and here != there:
                (within if after.passed else edges).add((here, str(way), there))
            here = there
    return edges, within - edges


def true_nodes(turns: Sequence[TrueTurn]) -> set[int]:
    """Return the rooms that the walk came to, also in the midst of a line of several commands."""
    reached = {turn.location for turn in turns}
    reached |= {location for turn in turns for _, location in turn.passed}
    return {location for location in reached if location is not None}


def walked_edges(world: WorldMap) -> set[tuple[RoomId, str, RoomId]]:
    """Return the ways that the map says were walked, loops left out."""
    edges: set[tuple[RoomId, str, RoomId]] = set()
    for room_id, room in world.rooms.items():
        for way, known in room.exits.items():
            ends = set(known.walked)
            if known.status is ExitStatus.EXPLORED and known.to is not None:
                ends.add(known.to)
            edges |= {(room_id, way, end) for end in ends if end != room_id}
    return edges


def matching(rooms: Sequence[RoomId | None], locations: Sequence[int | None]) -> dict[RoomId, int]:
    """Pair rooms with locations, each once, so that the most turns agree."""
    together = Counter(
        (room, location)
        for room, location in zip(rooms, locations, strict=True)
        if room is not None and location is not None
    )
    graph = nx.Graph()
    for (room, location), turns in together.items():
        graph.add_edge(("room", room), ("location", location), weight=turns)
    pairs: dict[RoomId, int] = {}
    for one, other in nx.max_weight_matching(graph):
        room, location = (one, other) if one[0] == "room" else (other, one)
        pairs[room[1]] = location[1]
    return pairs


def untold(
    turns: Sequence[TrueTurn], rooms: Sequence[RoomId | None]
) -> tuple[set[RoomId], set[tuple[RoomId, str, RoomId]]]:
    """Return the rooms that the player was in, and the ways gone, only while no truth was told."""
    known = {room for turn, room in zip(turns, rooms, strict=True) if turn.location is not None}
    steps: dict[bool, set[tuple[RoomId, str, RoomId]]] = {True: set(), False: set()}
    walked = zip(pairwise(turns), pairwise(rooms), strict=True)
    for (before, after), (here, there) in walked:
        if here is not None and there is not None:
            told = before.location is not None and after.location is not None
            steps[told].add((here, str(after.way), there))
    return {room for room in rooms if room} - known, steps[False] - steps[True]


def measure(turns: Sequence[TrueTurn], mapping: Mapping) -> Score:
    """Compare a walk's map with its truth; what was found while none was told does not count."""
    rooms = rooms_by_turn(mapping.turns)
    locations = [turn.location for turn in turns]
    pairs = matching(rooms, locations)
    unjudged, unseen = untold(turns, rooms)
    found = {
        (origin, way, end)
        for origin, way, end in walked_edges(mapping.state.map) - unseen
        if not unjudged & {origin, end}
    }
    translated = {(pairs.get(a), way, pairs.get(b)) for a, way, b in found}
    truth, within = told_edges(turns)
    conflicts = [conflict for _, _, conflict in mapping.state.map.contradictions()]
    return Score(
        true_nodes=len(true_nodes(turns)),
        found_nodes=len(mapping.state.map.rooms.keys() - unjudged),
        right_nodes=len(pairs),
        true_edges=len(truth),
        found_edges=len(found),
        right_edges=len(truth & translated),
        line_edges=len(within),
        right_line_edges=len(within & translated),
        contradictions=len(conflicts),
        unexplained=sum(1 for conflict in conflicts if conflict.resolution == "unexplained"),
        turns=len(turns),
        right_turns=sum(
            1
            for room, location in zip(rooms, locations, strict=True)
            if location is None or (room is not None and pairs.get(room) == location)
        ),
        looks=mapping.looks,
    )


def same_inventory(mapping: Mapping, turn: TrueTurn) -> bool:
    """Say whether the items carried are those of the object tree, by object number."""
    items = mapping.state.items
    return {items.known[id_].number for id_ in items.at(INVENTORY)} == turn.held
