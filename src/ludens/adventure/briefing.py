"""What the agents are told."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ludens.adventure.state import AdventureState


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a deciding agent is given for one turn: the state to read, and its own dice."""

    turn: int
    state: AdventureState
    """Read only: what the company knows before the decision."""
    dice: Random
    """This turn's generator for the agent, for choices between equals."""
