"""Under which facts what was tried in a room failed: how these facts are now."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludens.adventure.memory.record import HANDS, Memory, belongings, hands_in
from ludens.adventure.memory.standing import standing
from ludens.adventure.offline.facts import Facts
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId

Name = tuple[str, bool]
"""The name of a thing, and whether it was acted on or spoken of."""


@dataclass(slots=True)
class Failing:
    """How everything stands on which it depends whether something is tried again."""

    _names: dict[RoomId, tuple[tuple[int, ...], frozenset[Name]]] = field(default_factory=dict)
    _standing: dict[Name, str] = field(default_factory=dict)
    _version: int = -1
    """How things stand, and by which version of the items."""

    def of(self, state: AdventureState, facts: Facts) -> tuple[object, ...]:
        """Return that for a room: as long as it is the same, what failed there may fail again.

        What was tried, and when what one may go through was seen last, is of it.
        """
        items, stamps = state.items, state.memory.stamps
        pages = stamps.of(facts.room), stamps.latest(facts.spoken_of)
        known = self._names.get(facts.room)
        if known is None or known[0] != pages:
            known = self._names[facts.room] = pages, _names(state.memory, facts)
        self._look(state)
        for key in known[1] - self._standing.keys():
            self._standing[key] = standing(items, key[0], acted_on=key[1])
        return (
            *(*pages, state.score, items.load(), belongings(items)),
            frozenset([(name, self._standing[name]) for name in known[1]]),
            *(items.known[id_].last_seen for id_ in facts.passages),
        )

    def _look(self, state: AdventureState) -> None:
        """See how all that counts stands now."""
        if state.items.version == self._version:
            return
        self._version = state.items.version
        self._standing = {
            (name, acted_on): standing(state.items, name, acted_on=acted_on)
            for name, acted_on in self._standing
        }


def _names(memory: Memory, facts: Facts) -> frozenset[Name]:
    """Return the names of all that the attempts in a room were about, or that answers spoke of."""
    pages = memory.attempts
    tried = [*pages.get(facts.room, {}).values(), *pages.get(hands_in(facts.room), {}).values()]
    for command, one in pages.get(HANDS, {}).items():
        if not one.acted_on or not facts.heads.isdisjoint(command.split()):
            tried.append(one)
    about = {(name, True) for one in tried for name in one.acted_on}
    return frozenset(about | {(name, False) for one in tried for name in one.spoken_of})
