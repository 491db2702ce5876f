"""What rooms offer to whoever goes there, worked out again only where it has changed.

What a room offers is kept with the versions of what it was read from: the room's page of the
memory and of the map, what is at hand, what refusals say of it, whether what failed there
is open again. As long as these are the same, so is the offer; nothing of it is part of the state,
so a resumed episode reads all of it once and goes on as it would have. How rules, tools and verbs
fared changes each turn and is the same everywhere: that is weighed anew (`Proposal.luck`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ludens.adventure.offline.facts import Facts
from ludens.adventure.offline.proposal import Proposal, Valued
from ludens.adventure.offline.proposers import Proposers
from ludens.adventure.offline.value import Features, expected
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId

Group = tuple[tuple[Features, ...], list[tuple[float, Proposal]]]
"""What shares its luck: that, and its best with what else speaks for each."""
KEPT = 8
"""Proposals of a room that are weighed for going there: nobody goes there for more at once."""


@dataclass(slots=True)
class Offer:
    """What one room offers, and what that was read from."""

    read_from: tuple[object, ...]
    usual: list[Group]


@dataclass(slots=True)
class Offers:
    """What all rooms offer."""

    proposers: Proposers
    _kept: dict[tuple[RoomId, bool], Offer] = field(default_factory=dict)
    _errands: dict[RoomId, tuple[tuple[object, ...], list[Proposal]]] = field(default_factory=dict)

    def valued(self, state: AdventureState, facts: Facts, *, long_shots: bool) -> list[Valued]:
        """Return the best of what a room offers to whoever goes there, the most valuable first."""
        key = facts.room, long_shots
        read_from = self._read_from(state, facts)
        offer = self._kept.get(key)
        if offer is None or offer.read_from != read_from:
            usual = self.proposers.usually(state, facts, long_shots=long_shots)
            offer = Offer(read_from, _groups(one for one in usual if not one.anywhere))
            self._kept[key] = offer
        return [(expected(total), one) for total, one in _weighed(offer.usual)]

    def errands(self, state: AdventureState) -> Iterator[Proposal]:
        """Yield what is worth a walk at once: what one carries, or keeps, just the thing for."""
        tools = self.proposers.tools(state)
        for room in state.map.rooms if tools else ():
            facts = self.proposers.rooms.facts(state, room)
            if facts.dark:
                continue
            read_from = (*self._read_from(state, facts), tools)
            kept = self._errands.get(room)
            if kept is None or kept[0] != read_from:
                there = replace(facts, held=tools)
                kept = self._errands[room] = read_from, list(self.proposers.errands(state, there))
            yield from kept[1]

    def _read_from(self, state: AdventureState, facts: Facts) -> tuple[object, ...]:
        """Return the versions of what is read for what a room offers."""
        room, now = facts.room, self.proposers.look(state)
        if room in now.read:
            return now.read[room]
        now.read[room] = (
            *(facts, state.map.stamps.of(room), now.endless, now.told),
            now.asked & facts.heads,
            *self.proposers.failing.of(state, facts),
        )
        return now.read[room]


def _groups(proposals: Iterable[Proposal]) -> list[Group]:
    """Return the best of those that share their luck, with what else speaks for each."""
    groups: dict[tuple[int, ...], Group] = {}
    for one in proposals:
        group = groups.setdefault(tuple(map(id, one.luck)), (one.luck, []))
        group[1].append((sum([part.total for part in one.parts]), one))
    return [(luck, sorted(found, key=_by_worth)[:KEPT]) for luck, found in groups.values()]


def _weighed(groups: Iterable[Group]) -> list[Valued]:
    """Return the best of all groups with what everything that speaks for each adds up to."""
    found = []
    for luck, of_group in groups:
        shared = sum([part.total for part in luck])
        found += [(shared + total, one) for total, one in of_group]
    return sorted(found, key=_by_worth)[:KEPT]


def _by_worth(valued: Valued) -> tuple[float, str]:
    return -valued[0], valued[1].command
