"""What is known of a maze's rooms, their ways, and the things that they are marked with."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import BaseModel, ConfigDict

from ludens.adventure.knowledge.phrases import phrase
from ludens.adventure.mazes.events import Handled
from ludens.adventure.world.places import RoomId

WAYS = (
    *("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"),
    *("up", "down"),
)
"""Directions tried in every room of a maze; `in` and `out` only where they are mentioned."""


REMAINS = phrase("rooms_remains")
"""What is better left alone, in lower case; a skeleton key is only named after it."""


class MazeWay(BaseModel):
    """A direction that was tried in a room."""

    model_config = ConfigDict(extra="forbid")

    to: RoomId | None = None
    """Where it last led; None where it was refused or deadly."""
    led: dict[RoomId, int] = {}
    """How often it led where."""
    refused: int = 0
    varies: bool = False
    deadly: bool = False


class MazeRoom(BaseModel):
    """A room of a maze, or one outside that a way of the maze leads to."""

    model_config = ConfigDict(extra="forbid")

    look: str = ""
    title: str = ""
    outside: bool = False
    location: int | None = None
    mentions: tuple[str, ...] = ()
    risky: tuple[str, ...] = ()
    ways: dict[str, MazeWay] = {}
    apart: set[RoomId] = set()
    """Rooms that it is proved not to be, if nothing takes markers."""
    proved: set[RoomId] = set()
    """Rooms that it is proved not to be, whatever takes markers."""
    things: tuple[str, ...] = ()
    """What lies or lives there, markers left out."""
    supposed: int = 0
    """How many rooms were joined with it without proof."""

    def take_over(self, old: MazeRoom, *, sure: bool) -> None:
        """Take what is known of another room, which proved to be this one."""
        self.supposed += old.supposed + (not sure)
        self.look = self.look or old.look
        self.mentions = self.mentions or old.mentions
        self.things = self.things or old.things
        self.location = self.location if self.location is not None else old.location
        self.apart |= old.apart
        self.proved |= old.proved
        for direction, way in old.ways.items():
            known = self.ways.setdefault(direction, MazeWay())
            known.to = way.to or known.to
            known.refused += way.refused
            known.varies |= way.varies
            known.deadly |= way.deadly
            for to, times in way.led.items():
                known.led[to] = known.led.get(to, 0) + times

    def forget(self, rooms: Collection[RoomId]) -> None:
        """Forget other rooms, and the ways that led to none but them."""
        self.apart.difference_update(rooms)
        self.proved.difference_update(rooms)
        for direction, way in list(self.ways.items()):
            for room in rooms:
                way.led.pop(room, None)
            if way.to in rooms:
                way.to = next(iter(way.led), None)
                if way.to is None and not way.refused:
                    del self.ways[direction]

    def rename(self, old: RoomId, new: RoomId) -> None:
        """Call a room by the name of the one that it proved to be."""
        for others in (self.apart, self.proved):
            if old in others:
                others.discard(old)
                others.add(new)
        for way in self.ways.values():
            if old in way.led:
                way.led[new] = way.led.get(new, 0) + way.led.pop(old)
            if way.to == old:
                way.to = new
            if way.varies and len(way.led) == 1 and not way.refused:
                way.varies = False


class Marker(BaseModel):
    """A thing that rooms are marked with."""

    model_config = ConfigDict(extra="forbid")

    how: Handled = Handled.CARRIED
    room: RoomId | None = None
    """Where it lies, or lay when it was last seen."""
    seen: bool = False
    """It was seen lying somewhere: it can serve."""
    missed: set[RoomId] = set()
    """Rooms in which it was not seen since it was last seen where it lies."""

    @property
    def in_hand(self) -> bool:
        """Whether it is carried."""
        return self.how in (Handled.CARRIED, Handled.TAKEN)

    @property
    def may_lie(self) -> bool:
        """Whether it may be seen lying somewhere, left there or lost."""
        return self.how in (Handled.DROPPED, Handled.LOST)

    @property
    def lies(self) -> bool:
        """Whether it is thought to lie in its room."""
        return self.how is Handled.DROPPED

    def forget(self, rooms: Collection[RoomId]) -> None:
        """Forget rooms: what lay in one lies who knows where."""
        self.missed.difference_update(rooms)
        if self.room in rooms:
            self.how, self.room = Handled.LOST, None
