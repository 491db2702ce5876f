"""The jester: wants to look like mafia, though not like a jester."""

from __future__ import annotations

from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.seats import SeatId


class Jester:
    """Accuses those whom the table trusts and spares those whom it suspects."""

    def nominate(self, thought: Thought) -> SeatId:
        """Return one of the most trusted."""
        return self._least_suspect(thought)

    def vote(self, thought: Thought) -> SeatId | None:
        """Return a vote against the tide."""
        options = thought.briefing.options
        if not options or thought.dice.random() < 0.3:
            return None
        return self._least_suspect(thought)

    def kill(self, thought: Thought) -> SeatId | None:
        """Return nobody: the jester is not of the mafia."""
        return None

    def act(self, thought: Thought) -> SeatId | None:
        """Return any target: the jester's role has no power of its own."""
        return None if thought.briefing.may_pass else thought.dice.choice(thought.briefing.options)

    def _least_suspect(self, thought: Thought) -> SeatId:
        scores = {
            seat: -float(thought.table[seat]) + thought.dice.uniform(0.0, 0.1)
            for seat in thought.briefing.options
        }
        return thought.best(thought.briefing.options, scores)
