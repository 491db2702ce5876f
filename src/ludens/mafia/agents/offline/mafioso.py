"""The mafia: passes for the town by day, and kills whom the town needs."""

from __future__ import annotations

from collections import Counter

from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.agents.offline.town import vote_of_the_town
from ludens.mafia.seats import SeatId

GIVES_UP = 0.9
"""How often the mafia join a vote on a partner whom nobody suspects yet."""


class Mafioso:
    """Names whom the table suspects anyway, and never leaves the crowd for a lost partner."""

    def nominate(self, thought: Thought) -> SeatId:
        """Return whom one of the town would name in this seat; seldom a partner."""
        choice = thought.best(thought.briefing.options, thought.worth_a_vote())
        return self._unless_a_partner(thought, choice)

    def vote(self, thought: Thought) -> SeatId | None:
        """Return the vote of one of the town in this seat; together when that wins the game."""
        innocent = self._innocent(thought)
        if innocent and self._wins_by_one(thought):
            named = thought.nominations_today()
            return thought.best(innocent, {seat: float(named[seat]) for seat in innocent})
        choice = vote_of_the_town(thought)
        return None if choice is None else self._unless_a_partner(thought, choice)

    def kill(self, thought: Thought) -> SeatId | None:
        """Return whom to kill: with the others once they have spoken, else the greatest danger.

        Of targets that as many have proposed it is that of the lowest seat, whose word stands if
        they stay split: so all who do so meet, and nobody takes up what its author gives up.
        """
        options = thought.briefing.options
        heard = [c for c in thought.private.councils if c.day == thought.record.day]
        if heard:
            # `Counter` keeps the order of the proposals, which is by seat.
            wanted = Counter(p.target for p in heard[-1].proposals if p.target in options)
            if wanted:
                return max(wanted, key=wanted.__getitem__)
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

    def _unless_a_partner(self, thought: Thought, choice: SeatId) -> SeatId:
        """Return the town's choice in this seat, or the next best if a partner can be saved."""
        innocent = self._innocent(thought)
        if choice in innocent or not innocent:
            return choice
        # The surer the town is of a partner, the less there is to save, and the more to lose.
        gives_up = thought.dice.random() < float(thought.guise[choice]) + GIVES_UP
        return choice if gives_up else thought.best(innocent, thought.worth_a_vote())

    def _wins_by_one(self, thought: Thought) -> bool:
        living = thought.record.living
        ours = 1 + sum(partner in living for partner in thought.private.partners)
        return 2 * ours >= len(living) - 1
