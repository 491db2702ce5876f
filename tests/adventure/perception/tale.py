"""A story told line by line, without an interpreter, and the world that perception makes of it."""

from __future__ import annotations

from ludens.adventure.interpreter.protocol import Observation, Wants
from ludens.adventure.mapping import Mapping, rooms_by_turn
from ludens.adventure.perception.by_text import TextPerception
from ludens.adventure.perception.protocol import Percept
from ludens.adventure.world.exits import Exit
from ludens.adventure.world.items import Item
from ludens.adventure.world.places import INVENTORY, RoomId, room_of
from ludens.episode.events import Event

REFUSED = "You can't go that way."


class Tale:
    """Tell it commands with their answers; ask it what is known."""

    def __init__(self, opening: str, status: str | None = None) -> None:
        self.mapping = Mapping(TextPerception())
        self.told: list[tuple[str, str, str | None]] = []
        self._tell("", opening, status)

    def tell(self, command: str, answer: str, status: str | None = None) -> RoomId:
        """Go on with the story; return the room where the player is thought to be."""
        return self._tell(command, answer, status)

    def look(self, answer: str) -> RoomId:
        """A LOOK on top of the turn, as perception may wish for."""
        self.mapping.perceive(Percept("look", Observation(answer)))
        return self.here

    def _tell(self, command: str, answer: str, status: str | None) -> RoomId:
        self.told.append((command, answer, status))
        self.mapping.observe(command, Observation(answer, status, Wants.LINE))
        return self.here

    @property
    def here(self) -> RoomId:
        here = self.mapping.state.map.here
        assert here is not None
        return here

    @property
    def wish(self) -> str:
        return self.mapping.state.text_memory.wish

    @property
    def names(self) -> list[str]:
        """The names of all rooms, in the order of their finding."""
        return [room.name for room in self.mapping.state.map.rooms.values()]

    def way(self, room: RoomId, direction: str) -> Exit:
        known = self.mapping.state.map.exit(room, direction)
        assert known is not None, f"no way {direction} is known"
        return known

    def by_turn(self) -> list[RoomId | None]:
        return rooms_by_turn(self.mapping.turns)

    def item(self, name: str) -> Item:
        items = [i for i in self.mapping.state.items.known.values() if i.name == name]
        assert len(items) == 1, f"{len(items)} items are called {name!r}"
        return items[0]

    def carried(self) -> set[str]:
        items = self.mapping.state.items
        return {items.known[id_].name for id_ in items.at(INVENTORY)}

    def room_with(self, name: str) -> RoomId | None:
        return room_of(self.item(name).place)

    def events(self, *kinds: type[Event]) -> list[Event]:
        """The events of the last turn, of some kinds."""
        return [event for event in self.mapping.turns[-1] if isinstance(event, kinds)]
