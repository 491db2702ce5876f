"""The player who is a person, with a clock."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from ludens.mafia.agents.player import PlayerFailedError
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision


class Person(Protocol):
    """Somebody at a terminal or a page, who can be shown a briefing and asked."""

    async def ask(self, briefing: Briefing, seconds: float | None) -> Decision:
        """Return the person's decision, asking again while it is not valid.

        May be cancelled when the time is over. Raises PlayerFailedError when nobody is there.
        """
        ...


@dataclass(frozen=True, slots=True)
class HumanPlayer:
    """Asks a person; when the time is over the default is taken, and the game goes on."""

    person: Person
    seconds: float | None
    """How long a decision may take; None for as long as it takes."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the person's decision; raises PlayerFailedError when none came in time."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self.person.ask(briefing, self.seconds)
        except TimeoutError as error:
            raise PlayerFailedError(f"no decision within {self.seconds:g} seconds") from error
