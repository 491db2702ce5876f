"""What the runner holds of an adventure."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludens.adventure.agents.human_player import HumanPlayer
from ludens.adventure.company import Company, read_calibration, told
from ludens.adventure.events import InterpreterFailed
from ludens.adventure.interpreter.protocol import InterpreterFault, SnapshotRefused
from ludens.adventure.loop import open_story, play_turn
from ludens.adventure.state import AdventureState
from ludens.episode.errors import LudensError
from ludens.episode.game import Turn


class StoryLostError(LudensError):
    """The interpreter cannot take up the story where the log ends."""


@dataclass(slots=True)
class AdventureSession:
    """A story being played, as the runner sees it."""

    company: Company
    typed: Mapping[int, HumanPlayer] = field(default_factory=dict)
    """What a person decides in the company's place, by the turn; a request comes before it."""
    failed: Mapping[int, Sequence[InterpreterFailed]] = field(default_factory=dict)
    """In a replay: where the interpreter failed, by the turn."""

    async def opening(self, turn: Turn[AdventureState]) -> None:
        """Begin the story and look at what it says."""
        self._remember_failures(turn)
        await open_story(self.company, turn)

    async def play(self, turn: Turn[AdventureState]) -> None:
        """Play one turn."""
        self._remember_failures(turn)
        self.company.models.begin_turn()
        if turn.decision is None and turn.number in self.typed:
            turn.decision = self.typed[turn.number].model_dump()
        await play_turn(self.company, turn)

    def _remember_failures(self, turn: Turn[AdventureState]) -> None:
        self.company.failing = deque(self.failed.get(turn.number, ()))

    def snapshot(self) -> bytes | None:
        """Return the interpreter's state after the turn."""
        return self.company.saved or None

    def repeats(self) -> bool:
        """Return False: each turn is written before the next."""
        return False

    async def restore(self, snapshot: bytes | None, state: AdventureState) -> None:
        """Put the interpreter back to where the log ends; raises StoryLostError."""
        if snapshot is None:
            raise StoryLostError("the log keeps no snapshot to go on from; start a new episode")
        try:
            self.company.interpreter.restore(snapshot)
        except (InterpreterFault, SnapshotRefused) as fault:
            raise StoryLostError(
                f"the interpreter cannot go on from turn {state.turn}: {told(fault)}"
            ) from fault
        self.company.saved = snapshot
        self.company.prepare(read_calibration(state.calibration))

    async def close(self) -> None:
        """End the interpreter and let go of the models."""
        self.company.interpreter.close()
        await self.company.models.aclose()
