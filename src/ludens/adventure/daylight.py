"""Daylight: which rooms have light of their own, as far as the player has stood in them without."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.world.belongings import lights
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId


class Daylight(BaseModel):
    """The rooms that were seen with no light of the player's burning; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    rooms: dict[RoomId, int] = Field(default_factory=dict)
    """For each such room, the last turn."""
    since: int | None = None
    """The turn since which the player has been in such rooms only; None: this one is not."""

    def note(self, world: WorldMap, items: Items, turn: int) -> None:
        """Note what the room of this turn shows."""
        here = world.here
        if here is None:
            return
        if world.rooms[here].dark:
            self.rooms.pop(here, None)
        elif not lights(items, here):
            self.rooms[here] = turn
        if here not in self.rooms:
            self.since = None
        elif self.since is None:
            self.since = turn
