"""What could not be taken for the load: where, by which command, and when that was tried last."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field

from ludens.adventure.events import CommandJudged
from ludens.adventure.experience import GAINFUL
from ludens.adventure.world.places import RoomId


class Burden(BaseModel):
    """What is to be taken once there is room for it; changed by events only."""

    model_config = ConfigDict(extra="forbid")

    left: dict[RoomId, dict[str, int]] = Field(default_factory=dict)
    """For each room, the commands that were refused for the load, and the last turn."""

    def note(self, event: CommandJudged, turn: int) -> None:
        """Fold one answer: what is answered otherwise is no more to be tried for that reason."""
        if event.overloaded:
            self.left.setdefault(event.room, {})[event.command] = turn
        elif event.room in self.left:
            thing = event.command.rsplit(" ", 1)[-1]
            gone = event.effect in GAINFUL
            self.left[event.room] = {
                command: when
                for command, when in self.left[event.room].items()
                if command != event.command and not (gone and command.endswith(f" {thing}"))
            }

    def refused(self) -> Iterator[tuple[RoomId, str, int]]:
        """Yield where what could not be taken, by which command, and when it was tried last."""
        for room, commands in self.left.items():
            for command, turn in commands.items():
                yield room, command, turn
