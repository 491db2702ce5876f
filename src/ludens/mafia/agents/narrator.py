"""The narrator: tells those who watch what everybody has just seen. No player reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludens.episode.events import Event
from ludens.mafia.events import Moment
from ludens.mafia.view import PublicRecord


@dataclass(frozen=True, slots=True)
class Scene:
    """What the narrator is given: what the table knows, and nothing else."""

    moment: Moment
    record: PublicRecord
    event: Event
    """What has just happened, as the table saw it."""
    dice_seed: int
    """The same for all moments of a kind in a game."""
    told: tuple[str, ...] = ()
    """What the narrator has told in this game, oldest first."""


class Narrator(Protocol):
    """The role that speaks over the table."""

    async def narrate(self, scene: Scene) -> str:
        """Return a few sentences."""
        ...
