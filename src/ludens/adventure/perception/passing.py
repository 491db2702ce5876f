"""The rooms that a line of several commands passes: memory is read when the last is done.

Where the player was between is told by the titles on the way: by the room that a known way leads
to, or by the one object among the rooms that bears the title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludens.adventure.interpreter.zmachine.objects import ObjectNumber
from ludens.adventure.interpreter.zmachine.probe import Probe
from ludens.adventure.interpreter.zmachine.probe import Reading as MemoryReading
from ludens.adventure.perception.commands import kind_of, parts_of
from ludens.adventure.perception.facts import Reading
from ludens.adventure.perception.layout import plain
from ludens.adventure.perception.lexical import read
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.perception.several import taken_apart
from ludens.adventure.perception.titles import Expectation
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.ways import way_of

Stop = tuple[Percept, MemoryReading]
"""One command with its answer, and memory as far as it tells of that moment: the room alone."""


def passed(
    probe: Probe, world: WorldMap, percept: Percept, memory: MemoryReading
) -> Sequence[Stop]:
    """Return the commands of a line, each with the room it led to; none where one is not known."""
    if len(parts_of(percept.command)) < 2:
        return ()
    return _Line(probe, world, memory).stops(percept)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line, in the light of the map before it and of memory after it."""

    probe: Probe
    world: WorldMap
    memory: MemoryReading

    def stops(self, percept: Percept) -> Sequence[Stop]:
        parts = taken_apart(percept, self._read)
        shown = [self._read(part).places for part in parts]
        last = max((number for number, places in enumerate(shown) if places), default=-1)
        origin = self.world.here
        here = self.world.rooms[origin].location if origin is not None else None
        stops: list[Stop] = []
        for number, (part, places) in enumerate(zip(parts, shown, strict=True)):
            if places and number < last:
                here = self._led_to(here, part.command, places[-1].title)
            elif places:
                here = self._end(places[-1].title)
            if here is None:
                return ()
            stops.append((part, self._at(here)))
        return stops if len(stops) > 1 and here == self.memory.location else ()

    def _read(self, part: Percept) -> Reading:
        titles = {plain(room.name) for room in self.world.rooms.values()}
        expected = Expectation(
            kind=kind_of(part.command),
            known=titles,
            status=part.observation.status,
            places=max(1, len(parts_of(part.command))),
        )
        return read(part.observation.text, part.command, expected)

    def _at(self, location: int) -> MemoryReading:
        name = self.probe.name(self.memory.objects, location)
        return replace(self.memory, location=ObjectNumber(location), location_name=name)

    def _end(self, title: str) -> int | None:
        """Return the location that memory names, if the place shown last can be it."""
        location = self.memory.location
        known = self.world.by_location(location) if location is not None else None
        names = [self.memory.location_name or ""]
        names += [self.world.rooms[known].name] if known is not None else []
        return location if plain(title) in map(plain, names) else None

    def _led_to(self, origin: int | None, command: str, title: str) -> int | None:
        """Return the location with a title that a command led to, or None if it cannot be told."""
        world, tree = self.world, self.memory.objects
        known = world.by_location(origin) if origin is not None else None
        way = world.exit(known, way_of(command)) if known is not None else None
        if way is not None and way.to is not None:
            end = world.rooms[way.to]
            if plain(end.name) == plain(title):
                return end.location
        if self.memory.location is None:
            return None
        above = tree.parent(self.memory.location)
        rooms = [number for number in range(1, len(tree) + 1) if tree.parent(number) == above]
        called = [n for n in rooms if plain(self.probe.name(tree, n)) == plain(title)]
        return called[0] if len(called) == 1 else None
