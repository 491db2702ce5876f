"""The player: is given a briefing, returns a decision."""

from __future__ import annotations

from typing import Protocol

from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision


class InvalidReplyError(Exception):
    """A player answered, but not with a decision; the text says what was wrong, to be fed back."""

    def __init__(self, problem: str, reply: str = "") -> None:
        self.reply = reply
        """What it answered, to be shown to it."""
        super().__init__(problem)


class WontAnswerError(InvalidReplyError):
    """A player would not answer: it is asked once more, and then its default is taken."""


class PlayerFailedError(Exception):
    """A player cannot answer now (no provider, no time): its default is taken at once."""


class Player(Protocol):
    """A seat's mind. It keeps nothing of its own: the briefing holds all it may know."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the decision that `briefing.ask` asks for.

        Raises InvalidReplyError, PlayerFailedError.
        """
        ...
