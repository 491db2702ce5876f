"""The player: is given a briefing, returns a decision."""

from __future__ import annotations

from typing import Protocol

from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision


class InvalidReplyError(Exception):
    """A player answered, but not with a decision; the text says what was wrong, to be fed back."""


class PlayerFailedError(Exception):
    """A player cannot answer now (no provider, no time): its default is taken at once."""


class Player(Protocol):
    """A seat's mind. It keeps nothing of its own: the briefing holds all it may know."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the decision that `briefing.ask` asks for.

        Raises InvalidReplyError, PlayerFailedError.
        """
        ...
