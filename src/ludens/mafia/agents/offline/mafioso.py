"""The mafia: passes for the town by day, and kills whom the town needs."""

from __future__ import annotations

from collections import Counter

from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.seats import SeatId

LOST = 0.6
"""How suspect a partner is to the table when saving them would only cost another."""


class Mafioso:
    """Names whom the table suspects anyway, and never leaves the crowd for a lost partner."""

    def nominate(self, thought: Thought) -> SeatId:
        """Return the innocent whom the table suspects most, or a partner who is lost anyway."""
        if self._gives_up(thought, self._lost(thought)):
            return self._lost(thought)[0]
        named = thought.nominations_today()
        scores = {
            seat: float(thought.table[seat])
            + 0.03 * named[seat]
            + thought.dice.uniform(0.0, 0.05)
            for seat in thought.briefing.options
        }
        return thought.best(self._innocent(thought) or thought.briefing.options, scores)

    def vote(self, thought: Thought) -> SeatId | None:
        """Return the innocent nearest to being voted out; together when that wins the game."""
        innocent = self._innocent(thought)
        named = thought.nominations_today()
        if not innocent:
            lost = self._lost(thought)
            return lost[0] if lost else None
        if self._wins_by_one(thought):
            return thought.best(innocent, {seat: float(named[seat]) for seat in innocent})
        lost = self._lost(thought)
        if self._gives_up(thought, lost):
            return lost[0]
        scores = {
            seat: float(thought.table[seat]) + 0.05 * named[seat] + thought.dice.uniform(0.0, 0.01)
            for seat in innocent
        }
        return thought.best(innocent, scores)

    def kill(self, thought: Thought) -> SeatId | None:
        """Return whom to kill: with the others once they have spoken, else the greatest danger."""
        options = thought.briefing.options
        heard = [c for c in thought.private.councils if c.day == thought.record.day]
        if heard:
            wanted = Counter(p.target for p in heard[-1].proposals if p.target in options)
            if wanted:
                scores = {seat: float(wanted[seat]) for seat in options}
                return thought.best(options, scores)
        return thought.best(options, self._danger(thought))

    def act(self, thought: Thought) -> SeatId | None:
        """Return the target of a power that one of the mafia has: an innocent, by lot."""
        if thought.briefing.may_pass:
            return None
        return thought.dice.choice(self._innocent(thought) or list(thought.briefing.options))

    def _danger(self, thought: Thought) -> dict[SeatId, float]:
        """Return how much each of the others is in the way."""
        ours = [thought.seat, *thought.private.partners]
        scores = {}
        for seat in thought.briefing.options:
            danger = 0.4 * thought.opposition(seat, ours) - 1.5 * float(thought.table[seat])
            if thought.claimed_detective(seat):
                # The doctor, if alive, sits at this door; often enough it is worth trying.
                danger += thought.dice.choice((2.0, 0.0))
            scores[seat] = danger + thought.dice.uniform(0.0, 0.1)
        return scores

    def _innocent(self, thought: Thought) -> list[SeatId]:
        partners = thought.private.partners
        return [seat for seat in thought.briefing.options if seat not in partners]

    def _lost(self, thought: Thought) -> list[SeatId]:
        """Return the partners among the options whom the table is about to vote out anyway."""
        partners = [seat for seat in thought.briefing.options if seat in thought.private.partners]
        lost = [seat for seat in partners if thought.table[seat] >= LOST]
        return sorted(lost, key=lambda seat: (-thought.table[seat], seat))

    def _gives_up(self, thought: Thought, lost: list[SeatId]) -> bool:
        return bool(lost) and thought.dice.random() < float(thought.table[lost[0]])

    def _wins_by_one(self, thought: Thought) -> bool:
        living = thought.record.living
        ours = 1 + sum(partner in living for partner in thought.private.partners)
        return 2 * ours >= len(living) - 1
