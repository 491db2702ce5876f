"""Facts of the machine's memory: one value at one slot.

Slots are the attributes of the objects, what each object is in, the bytes of their properties, and
the global variables as far as their values are small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from ludens.adventure.interpreter.zmachine.calibration import Calibration
from ludens.adventure.interpreter.zmachine.evidence import GLOBALS
from ludens.adventure.interpreter.zmachine.header import Compiler, signed
from ludens.adventure.interpreter.zmachine.names import Vocabulary
from ludens.adventure.interpreter.zmachine.objects import ObjectNumber, ObjectTable, ObjectTree
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.zstory import ZStory
from ludens.adventure.search.facts import SLOT, Ask, Facts, Thing, View
from ludens.adventure.search.simulator import Outcome

SMALL = 15
"""The largest value of a global variable that is taken for a fact: flags, stages, small counts."""
_OTHER = 0xFFFF
EARLY = 3
"""The version up to which a property can list objects by single bytes."""
LISTS = 3
"""Rooms that must list objects by the same property."""


class MemoryFacts(Facts):
    """Facts of the machine's memory."""

    reads_memory = True

    def __init__(self, story: ZStory, calibration: Calibration) -> None:
        self._story = story
        self._calibration = calibration
        self._probe = Probe(story, calibration)
        self._vocabulary = Vocabulary(story)
        self._names: dict[int, tuple[str, frozenset[str]]] = {}
        self._table = story.objects
        self._root: NDArray[np.uint16] = np.zeros(0, np.uint16)
        first = self._table.count * self._table.attribute_count
        self._parents = range(first, first + self._table.count)
        self._owners = _owners(self._table, story.bytes)
        self._globals = len(self._owners)
        self._places: set[int] = set()
        self._shared = _shared_scenery(story, calibration)

    def begin(self, outcome: Outcome, ask: Ask) -> View:
        """Read a beginning; from the first one facts differ."""
        memory = _memory(outcome)
        if not self._root.size:
            self._root = self._vector(memory)
        return self._read(memory, self._differing(memory), None, ())

    def view(self, outcome: Outcome, before: View, noise: Collection[int], ask: Ask) -> View:
        """Read what came of a command. What changes in slots of `noise` alone is no change."""
        memory = _memory(outcome)
        facts = self._differing(memory)
        if self._score(memory) in (None, before.score) and all(
            fact >> SLOT in noise for fact in facts ^ before.facts
        ):
            return View(before.place, before.score, facts, held=before.held)
        return self._read(memory, facts, before, noise)

    def _differing(self, memory: bytes) -> frozenset[int]:
        vector = self._vector(memory)
        slots = np.flatnonzero(vector != self._root)
        return frozenset(((slots << SLOT) | vector[slots]).tolist())

    def things(self, outcome: Outcome, view: View) -> tuple[Thing, ...]:
        """Return what is in the player's room, however deep, and what is carried."""
        reading = self._probe.read(_memory(outcome))
        if reading.location is None:
            return ()
        tree, player = reading.objects, reading.player
        found = []
        ends = (reading.location, player)
        listed = self._listed_by(tree, reading.location)
        for number in (*tree.descendants(reading.location), *listed):
            name, words = self._name(tree, number)
            if name and number != player:
                held = player is not None and player in tree.ancestors(number)
                within = takewhile(lambda one: one not in ends, tree.ancestors(number))
                stands = tuple(map(tree.attribute_bytes, (number, *within)))
                likeness = (stands, 0 if held else tree.parent(number))
                found.append(Thing(int(number), name, held, words, likeness))
        return tuple(found)

    def _name(self, tree: ObjectTree, number: ObjectNumber) -> tuple[str, frozenset[str]]:
        """Return the name of an object in words that the story knows, and all words for it."""
        known = self._names.get(number)
        if known is None:
            dictionary, own = self._story.dictionary, self._vocabulary.words(number)
            printed = self._probe.name(tree, number)
            name = self._vocabulary.called(number, printed)
            if not own:
                tokens = printed.lower().replace("-", " ").split()
                words = (token.strip(".,;:!?()\"'") for token in tokens)
                name = " ".join(filter(dictionary.knows, words))
            cut = map(dictionary.truncate, name.split())
            known = self._names[number] = (name, frozenset({*own, *cut}))
        return known

    def _listed_by(self, tree: ObjectTree, room: ObjectNumber) -> tuple[ObjectNumber, ...]:
        """Return what stands in several rooms, where each room's property lists its numbers."""
        if self._shared is None:
            return ()
        data = tree.properties(room).get(self._shared, b"")
        return tuple(map(ObjectNumber, dict.fromkeys(data)))

    def is_lasting(self, slot: int) -> bool:
        """Tell whether a slot says what the player is in."""
        player = self._calibration.player
        return player is not None and slot == self._parents.start + player - 1

    def is_soft(self, slot: int) -> bool:
        """Tell whether a slot is a global variable."""
        return slot >= self._globals

    def is_moving(self, slot: int) -> bool:
        """Tell whether a slot says what an object is in."""
        return slot in self._parents

    def _read(
        self,
        memory: bytes,
        facts: frozenset[int],
        before: View | None,
        noise: Collection[int],
    ) -> View:
        reading = self._probe.read(memory)
        place: Hashable = reading.location
        if place is None:
            place = 0 if before is None else before.place
        score = reading.score
        if score is None:
            score = 0 if before is None else before.score
        self._places.add(reading.location or 0)
        tree, player = reading.objects, reading.player
        held = frozenset(tree.descendants(player)) if player is not None else frozenset()
        owners, places = self._owners, self._places
        carried, riches = [], 2 * len(held)
        for fact in facts:
            slot = fact >> SLOT
            if slot < self._globals and slot not in noise:
                owner = owners[slot]
                riches += owner not in places and owner != player
                if owner in held:
                    carried.append(fact)
        dull = (
            ()
            if before is None
            else tuple(
                fact
                for fact in facts - before.facts
                if fact >> SLOT in self._parents
                and fact & _OTHER == place
                and self._was_held(fact >> SLOT, before)
            )
        )
        return View(place, score, facts, dull, frozenset(carried), held, riches)

    def _was_held(self, slot: int, before: View) -> bool:
        """Tell whether an object was the player's."""
        player = self._calibration.player
        return player is not None and (
            (slot << SLOT | player) in before.facts
            or (
                int(self._root[slot]) == player
                and all(fact >> SLOT != slot for fact in before.facts)
            )
        )

    def _score(self, memory: bytes) -> int | None:
        number = self._calibration.score
        if number is None:
            return None
        address = self._story.header.globals + 2 * number
        return signed(int.from_bytes(memory[address : address + 2]))

    def _vector(self, memory: bytes) -> NDArray[np.uint16]:
        """Return the value of every slot: attributes, parents, properties, globals."""
        table = self._table
        every = np.frombuffer(memory, np.uint8)
        rows = every[table.start : table.objects_end].reshape(table.count, table.entry_size)
        width = table.attribute_count // 8
        attributes = np.unpackbits(rows[:, :width])
        parents = table.tree(memory).parents[1:].astype(np.uint16)
        variables = np.frombuffer(memory, ">u2", GLOBALS, self._story.header.globals)
        variables = np.where(variables > SMALL, _OTHER, variables)
        properties = every[table.objects_end : table.end]
        return np.concatenate((attributes, parents, properties, variables), dtype=np.uint16)


def _shared_scenery(story: ZStory, calibration: Calibration) -> int | None:
    """Return the property by which a room of a ZIL story lists what stands in other rooms too.

    Its bytes are numbers of objects that are all in one object, which holds no rooms. None where
    there is no such property.
    """
    table, votes = story.objects, Counter[tuple[int, int]]()
    if table.version > EARLY or calibration.compiler is Compiler.INFORM:
        return None
    tree = table.tree(story.bytes)
    for number in range(1, table.count + 1):
        if tree.parent(number) == calibration.room_parent:
            for property_, data in tree.properties(number).items():
                parents = {int(tree.parent(one)) for one in data}
                if len(parents) == 1 and parents.isdisjoint({0, calibration.room_parent}):
                    votes[property_, parents.pop()] += 1
    found = votes.most_common(1)
    return found[0][0][0] if found and found[0][1] >= LISTS else None


def _owners(table: ObjectTable, story: bytes) -> list[int]:
    """Return of which object each slot is that is no global variable; 0: of none."""
    numbers = range(1, table.count + 1)
    width = table.attribute_count
    starts = sorted((start, number) for number, start in _property_tables(table, story))
    properties = [0] * (table.end - table.objects_end)
    for place, (start, number) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else table.end
        for at in range(max(start, table.objects_end), min(end, table.end)):
            properties[at - table.objects_end] = number
    return [*(number for number in numbers for _ in range(width)), *numbers, *properties]


def _property_tables(table: ObjectTable, story: bytes) -> Iterator[tuple[int, int]]:
    entries = np.frombuffer(story, table.entry, table.count, table.start)
    yield from enumerate(entries["data"].tolist(), 1)


def _memory(outcome: Outcome) -> bytes:
    assert outcome.memory is not None, "who reads memory asks for it"
    return outcome.memory
