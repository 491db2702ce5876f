"""What a side wants: whom to name, whom to vote out, what to do at night."""

from __future__ import annotations

from typing import Protocol

from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.seats import SeatId


class Policy(Protocol):
    """How a side plays; each answer is worked out from one thought."""

    def nominate(self, thought: Thought) -> SeatId:
        """Return whom to nominate."""
        ...

    def vote(self, thought: Thought) -> SeatId | None:
        """Return for whom to vote, or None to skip."""
        ...

    def kill(self, thought: Thought) -> SeatId | None:
        """Return whom the mafia should kill."""
        ...

    def act(self, thought: Thought) -> SeatId | None:
        """Return on whom to use the role's power, or None to pass."""
        ...
