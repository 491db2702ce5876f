"""The story's hours: its own time, which goes back where the company does, and when it killed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import PlayerDied, StoryRestored
from ludens.adventure.world.map import WorldMap
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event

BEFORE = 6
"""Turns before the hour of a death from which its place is shunned."""
AFTER = 20
"""Turns after it until which it is."""
EARLIER, EARLIEST = 2, 40
"""Turns more for each death beyond those, up to so many: the shelter was too far."""
OFTEN = 2
"""Deaths around one hour from which it is the place and the hour that kill, and no deed."""


class Hours(BaseModel):
    """When and where the player died, by the story's time; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    branches: list[tuple[int, int]] = Field(default_factory=list)
    """For each return, the turn in which it was made, and by how much turns are ahead since."""
    deaths: list[tuple[int, RoomId]] = Field(default_factory=list)

    def at(self, turn: int) -> int:
        """Return the story's time in a turn: the turns that led there."""
        ahead = next((by for since, by in reversed(self.branches) if since <= turn), 0)
        return turn - ahead

    def apply(self, event: Event, turn: int, here: RoomId | None) -> None:
        """Fold one event; `here` is where the player is."""
        match event:
            case PlayerDied() if here is not None:
                self.deaths.append((self.at(turn), here))
            case StoryRestored():
                self.branches.append((turn, turn - self.at(event.to_turn)))

    def around(self, turn: int, within: int) -> list[RoomId]:
        """Return where the player died within so many turns of the hour of a turn."""
        now = self.at(turn)
        return [room for hour, room in self.deaths if abs(now - hour) <= within]

    def deadly(self, turn: int) -> frozenset[RoomId]:
        """Return the rooms in which the player died around this hour, if that was often."""
        now = self.at(turn)
        near = [hour for hour, _ in self.deaths if hour - EARLIEST <= now <= hour + AFTER]
        before = min(EARLIEST, BEFORE + EARLIER * max(0, len(near) - OFTEN))
        rooms = [room for hour, room in self.deaths if hour - before <= now <= hour + AFTER]
        return frozenset(rooms) if len(rooms) >= OFTEN else frozenset()


def deadly_rooms(hours: Hours, known: WorldMap, turn: int) -> frozenset[RoomId]:
    """Return where one dies in a turn, and what is called like that: it is all one waste."""
    deadly = hours.deadly(turn)
    if not deadly:
        return deadly
    names = {known.rooms[room].name for room in map(known.resolve, deadly) if room in known.rooms}
    return deadly | {id_ for id_, room in known.rooms.items() if room.name in names}
