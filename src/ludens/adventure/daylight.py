"""Daylight: which rooms have light of their own, as far as the player has stood in them without."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandJudged
from ludens.adventure.world.belongings import lights
from ludens.adventure.world.items import Items
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId

_DOUSING = re.compile(r"^(?:extinguish|turn off|put out|douse|switch off|blow out|drop|put)\b")
"""Commands by which a light is no longer with the player."""


class Daylight(BaseModel):
    """The rooms that were seen with no light of the player's burning; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    rooms: dict[RoomId, int] = Field(default_factory=dict)
    """For each such room, the last turn."""
    nights: set[RoomId] = Field(default_factory=set)
    """The rooms that went dark when a light was put out."""
    since: int | None = None
    """The turn since which the player has been in such rooms only; None: this one is not."""

    def note(self, world: WorldMap, items: Items, turn: int, judged: CommandJudged) -> None:
        """Note what the room of this turn shows.

        A room that is dark may be kept apart from the same room lit: what went dark where a light
        was put out is the room in which that was done.
        """
        here = world.here
        if here is None:
            return
        if world.rooms[here].dark:
            self.rooms.pop(here, None)
            if _DOUSING.match(judged.command):
                self.rooms.pop(judged.room, None)
                self.nights.add(judged.room)
        elif not lights(items, here) and here not in self.nights:
            self.rooms[here] = turn
        if here not in self.rooms:
            self.since = None
        elif self.since is None:
            self.since = turn
