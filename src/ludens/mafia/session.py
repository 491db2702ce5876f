"""What the runner holds of a table."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.episode.game import Turn
from ludens.llm.models import Models
from ludens.mafia.agents.offline.player import OfflinePlayer
from ludens.mafia.agents.offline_narrator import OfflineNarrator
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.loop import open_table, play_turn
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table


@dataclass(slots=True)
class MafiaSession:
    """A game being played, as the runner sees it; all that matters is on the log."""

    table: Table
    models: Models

    async def opening(self, turn: Turn[MafiaState]) -> None:
        """Lay the table."""
        await open_table(self.table, turn)

    async def play(self, turn: Turn[MafiaState]) -> None:
        """Play one decision."""
        self.models.begin_turn()
        await play_turn(self.table, turn)

    def snapshot(self) -> bytes | None:
        """Return None: the log holds everything."""
        return None

    def repeats(self) -> bool:
        """Tell whether rules and dice alone decide."""
        narrator = self.table.narrator
        return isinstance(narrator, OfflineNarrator | None) and all(
            isinstance(player, OfflinePlayer | RandomPlayer) for player in self.table.players
        )

    async def restore(self, snapshot: bytes | None, state: MafiaState) -> None:
        """Do nothing: players keep no memory of their own, and the state is folded."""

    async def close(self) -> None:
        """Let the players' models go."""
        await self.models.aclose()
