"""Opportunities: everything that could be worth a turn in a room, each with what it is worth.

An opportunity's worth is a rough chance that it gains something, times what it would gain. The
player takes the best one after discounting for the way there, so exploring, handling things and
solving puzzles compete on one scale instead of waiting for each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from ludens.adventure.agents.offline.combinations import combinations
from ludens.adventure.agents.offline.conversation import asked
from ludens.adventure.agents.offline.following import ordered
from ludens.adventure.agents.offline.light import refilled
from ludens.adventure.agents.offline.opportunity import Opportunity, best_first
from ludens.adventure.agents.offline.remaining import Remaining
from ludens.adventure.agents.offline.scene import Scene
from ludens.adventure.agents.offline.situation import Situation, version_of
from ludens.adventure.agents.offline.things import around
from ludens.adventure.agents.offline.uses import Uses
from ludens.adventure.agents.offline.ways_out import (
    exits,
    looks_of,
    promise_of,
    ways_opened,
)
from ludens.adventure.directions import DIRECTIONS
from ludens.adventure.guesses import SHAFTS
from ludens.adventure.state import AdventureState
from ludens.adventure.vocabulary import Vocabulary
from ludens.adventure.world.places import RoomId, in_room
from ludens.adventure.world.second_look import hopes_in


@dataclass(slots=True)
class Offered:
    """What could be done in a room the last time that was asked for."""

    stamps: tuple[object, ...]
    """As long as these are the same, nothing that it comes from can have changed but hints."""
    heard: int
    """How many changes of the hints it takes in."""
    scene: Scene
    causes: tuple[object, ...]
    """What the first list comes from."""
    at_hand: tuple[object, ...]
    """What the others come from."""
    offers: list[list[Opportunity]]


@dataclass(slots=True)
class Opportunities:
    """Finds what is worth a turn in each room of one story.

    What depends on the things alone is remembered; what the episode taught is put on top each
    time, so the answer is a function of the state.
    """

    vocabulary: Vocabulary
    thorough: bool = False
    """Think of what is hardly worth a turn, too: for lookahead, where it costs none."""
    uses: Uses = field(init=False)
    _situation: tuple[object, Situation] | None = None
    _scenes: dict[tuple[RoomId, bool], tuple[object, Scene]] = field(default_factory=dict)
    _offered: dict[tuple[RoomId, bool], Offered] = field(default_factory=dict)
    """For each room, whether the player is there or not."""
    _left: dict[tuple[RoomId, bool], Remaining] = field(default_factory=dict)
    _looks: tuple[int, Counter[tuple[str, str]]] | None = None

    def __post_init__(self) -> None:
        self.uses = Uses(self.vocabulary, self.thorough)

    def ranked(self, state: AdventureState, room: RoomId) -> list[Opportunity]:
        """Return everything one could do in a room, each command once, the most promising first.

        It depends on the things and ways there alone; what was tried counts in `left`.
        """
        return best_first(chain.from_iterable(self.offers(state, room)))

    def left(self, state: AdventureState, room: RoomId) -> Iterable[tuple[Opportunity, float]]:
        """Return what is still worth a try, each with the most that it may be worth, best first.

        Where something was foreseen, that counts instead of what was tried.
        """
        if state.lookahead.by_room.get(room):
            return ((chance, chance.worth) for chance in self.ranked(state, room))
        offers = self.offers(state, room)
        at = (room, room == state.map.here)
        left = self._left.get(at)
        if left is None or not left.holds(offers, state.journal):
            left = self._left[at] = Remaining(offers, state.journal, room)
        return left

    def offers(self, state: AdventureState, room: RoomId) -> list[list[Opportunity]]:
        """Return everything one could do in a room, in lists of which each is in order.

        It is the same object as long as nothing changed.
        """
        situation = self.situation(state)
        at = (room, room == state.map.here)
        advised, promise = situation.advised(room), self._promise(state, room)
        learnt = (
            state.map.stamps.of(room),
            state.journal.revisions.get(room, 0),
            situation.told,
            situation.learnt,
            advised,
            promise,
        )
        stamps = (learnt, state.items.version, situation.concerns)
        found = self._offered.get(at)
        is_heard = found is not None and self._is_heard(found)
        if found is not None and is_heard and found.stamps == stamps:
            return found.offers
        scene = self.scene(state, room)
        fuel = tuple(refilled(state, self.vocabulary, scene.spoken_of))
        causes = (learnt, scene, fuel, hopes_in(state.map.rooms[room], state.items))
        at_hand = (scene, situation.tools, situation.concerns)
        if found is not None and found.causes == causes:
            first = found.offers[0]
        else:
            first = self._occasions(state, room, scene, chain(*advised, fuel))
        if found is not None and is_heard and found.at_hand == at_hand:
            others = found.offers[1:]
        else:
            others = [*self._about(state, room, scene), *self._in_hand(state, scene)]
        offers = [first, *others]
        if found is not None and found.offers == offers:
            offers = found.offers
        heard = len(self.uses.hints.changed)
        self._offered[at] = Offered(stamps, heard, scene, causes, at_hand, offers)
        return offers

    def _is_heard(self, found: Offered) -> bool:
        """Tell whether nothing new was told since of the things that were at hand."""
        changed = self.uses.hints.changed
        if not found.scene.names.isdisjoint(changed[found.heard :]):
            return False
        found.heard = len(changed)
        return True

    def situation(self, state: AdventureState) -> Situation:
        """Return what holds for all rooms, the same object as long as nothing changed."""
        version = version_of(state)
        if self._situation is None or self._situation[0] != version:
            self.uses.hints.learn(state.journal.clues)
            before = self._situation[1] if self._situation is not None else None
            self._situation = (version, Situation.of(state, self.vocabulary, before))
        return self._situation[1]

    def _occasions(
        self, state: AdventureState, room: RoomId, scene: Scene, advised: Iterable[Opportunity]
    ) -> list[Opportunity]:
        """Return what one could do in a room for its ways, by advice and about who is there."""
        held = scene.held
        shaft = any(SHAFTS.search(thing.name) for thing in scene.around)
        occasions = [
            *self._ways(state, room, shaft=shaft),
            *ordered(self.vocabulary, state, room, held, scene.around),
            *advised,
            *combinations(self.vocabulary, state, room, scene.around),
        ]
        occasions += ways_opened(state.map.rooms[room], scene.around)
        for creature in (thing for thing in scene.proven if thing.alive):
            occasions += asked(self.vocabulary, state, room, creature, held)
        return best_first(occasions)

    def _about(
        self, state: AdventureState, room: RoomId, scene: Scene
    ) -> Iterator[list[Opportunity]]:
        """Yield what one can do with each thing there, more worth where it concerns the player."""
        concerns, tools = self.situation(state).concerns, self.situation(state).tools
        named, place = concerns.among(scene.around), room in concerns.places
        for thing in scene.around:
            chances = self.uses.about(thing, tools)
            yield concerns.weigh(chances, dealt_with=thing.name in named, place=place)

    def _in_hand(self, state: AdventureState, scene: Scene) -> Iterator[list[Opportunity]]:
        """Yield what one can do with what one carries, and with nothing."""
        for thing in scene.held if scene.is_here else ():
            yield self.uses.in_hand(thing, self.situation(state).tools)
        yield self.uses.anywhere()

    def _ways(self, state: AdventureState, room: RoomId, *, shaft: bool) -> Iterator[Opportunity]:
        """Yield the ways out that the story has words for."""
        promise = self._promise(state, room)
        for way in exits(state.map.rooms[room], state.items, promise, shaft=shaft):
            if way.command not in DIRECTIONS or self.vocabulary.knows(way.command):
                yield way

    def _promise(self, state: AdventureState, room: RoomId) -> float:
        """Return how much a way out of a room promises, by how many rooms look like it."""
        version = state.map.stamps.newest
        if self._looks is None or self._looks[0] != version:
            self._looks = (version, looks_of(state.map))
        return promise_of(state.map.rooms[room], self._looks[1])

    def scene(self, state: AdventureState, room: RoomId) -> Scene:
        """Return what is at hand in a room, the same object as long as it is the same."""
        situation, items = self.situation(state), state.items
        known = items.known
        key = (
            tuple([(id_, known[id_].last_seen) for id_ in items.visible_at(in_room(room))]),
            situation.held,
            state.journal.revisions.get(room, 0),
            situation.told,
        )
        at = (room, room == state.map.here)
        found = self._scenes.get(at)
        if found is None or found[0] != key:
            held = situation.held
            near = around(state, self.vocabulary, room, held, situation.elsewhere)
            scene = Scene.of(near, held, is_here=at[1])
            if found is not None and found[1] == scene:
                scene = found[1]
            found = self._scenes[at] = (key, scene)
        return found[1]
