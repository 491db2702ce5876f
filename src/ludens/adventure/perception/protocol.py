"""What perception is given and what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludens.adventure.interpreter.protocol import Observation
from ludens.adventure.state import AdventureState
from ludens.adventure.world.places import RoomId
from ludens.episode.events import Event


@dataclass(frozen=True, slots=True)
class Percept:
    """One command and its answer, with the machine's memory where it may be read."""

    command: str
    """What was typed; empty for the story's opening."""
    observation: Observation
    memory: bytes | None = None
    room: RoomId | None = None
    """Where the player is, if that is known already: in a maze the mapper says so, not the senses."""
    severed: bool = False
    """The way here is none of theirs to judge: it led out of a maze."""


class Perception(Protocol):
    """Proposes what happened; the loop turns proposals into events."""

    def perceive(self, state: AdventureState, percept: Percept) -> list[Event]:
        """Return the changes of the world since `state`, in the order they are to be folded."""
        ...
