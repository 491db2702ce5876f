"""What the runner holds of a game inside a book."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.episode.game import Turn
from ludens.llm.models import Models
from ludens.story.company import Company
from ludens.story.loop import open_book, play_turn
from ludens.story.state import StoryState


@dataclass(slots=True)
class StorySession:
    """A game being played, as the runner sees it; all that matters is on the log."""

    company: Company
    models: Models

    async def opening(self, turn: Turn[StoryState]) -> None:
        """Open the book."""
        await open_book(self.company, turn)

    async def play(self, turn: Turn[StoryState]) -> None:
        """Play one prompt."""
        self.models.begin_turn()
        # What the turn before learned is safe on the log by now.
        self.company.cache.flush()
        try:
            await play_turn(self.company, turn)
        except BaseException:
            self.company.cache.forget()
            raise

    def snapshot(self) -> bytes | None:
        """Return None: the log holds everything."""
        return None

    def repeats(self) -> bool:
        """Return False: each turn is written before the next."""
        return False

    async def restore(self, snapshot: bytes | None, state: StoryState) -> None:
        """Do nothing: agents keep no memory of their own, and the state is folded."""

    async def close(self) -> None:
        """Let the models go."""
        self.company.cache.flush()
        await self.models.aclose()
