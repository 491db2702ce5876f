"""The puzzle agent: the company's long memory for what is locked, barred, wanted and hinted at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludens.adventure.state import AdventureState
from ludens.episode.events import Event


@dataclass(frozen=True, slots=True)
class Scene:
    """What the puzzle agent is given: the state after a turn, and what the turn brought."""

    state: AdventureState
    """Read only."""
    events: Sequence[Event]
    """This turn's, in order."""
    why: str
    """What made it think now."""
    by_rule: bool = False
    """No model is to be asked: the maze solver is at work (seed 000 §13)."""


class PuzzleAgent(Protocol):
    """The role that finds puzzles and suggests what may solve them. It keeps no memory itself."""

    async def evaluate(self, scene: Scene) -> Sequence[Event]:
        """Return proposals: puzzles found or changed, suggestions made or closed; never raises."""
        ...
