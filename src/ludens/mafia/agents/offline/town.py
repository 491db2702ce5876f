"""The town: finds the mafia."""

from __future__ import annotations

from ludens.mafia.agents.offline.evidence import Deed
from ludens.mafia.agents.offline.thought import Thought
from ludens.mafia.seats import SeatId

SKIP_BELOW = 0.8
"""The town skips when whom it would vote for is less likely mafia than this times the average."""
SHOT = 0.7
"""How sure the vigilante is before shooting, on night one; a little less each night."""


def vote_of_the_town(thought: Thought) -> SeatId | None:
    """Return how one of the town would vote in this seat."""
    options = thought.briefing.options
    if not options:
        return None
    choice = thought.best(options, thought.worth_a_vote())
    average = float(thought.guise[thought.others()].mean())
    return choice if thought.guise[choice] >= SKIP_BELOW * average else None


class Town:
    """Believes what the evidence makes likely, and acts on it."""

    def nominate(self, thought: Thought) -> SeatId:
        """Return the likeliest mafia, with some regard to whom others named today."""
        return thought.best(thought.briefing.options, thought.worth_a_vote())

    def vote(self, thought: Thought) -> SeatId | None:
        """Return the likeliest mafia of those nominated; nobody if they are likelier innocent."""
        return vote_of_the_town(thought)

    def kill(self, thought: Thought) -> SeatId | None:
        """Return nobody: the town has no part in it."""
        return None

    def act(self, thought: Thought) -> SeatId | None:
        """Return the target of the role's power."""
        act = _POWERS.get(thought.role)
        if act is None:
            return (
                None if thought.briefing.may_pass else thought.dice.choice(thought.briefing.options)
            )
        return act(thought)


def investigate(thought: Thought) -> SeatId:
    """Return the likeliest mafia of whom nothing is known yet."""
    known = {finding.seat for finding in thought.private.findings}
    open_ = [seat for seat in thought.briefing.options if seat not in known]
    scores = {
        seat: float(thought.own[seat]) + thought.dice.uniform(0.0, 0.05)
        for seat in thought.briefing.options
    }
    return thought.best(open_ or thought.briefing.options, scores)


def protect(thought: Thought) -> SeatId:
    """Return whom the mafia would most like to kill and the town least like to lose."""
    return thought.best(thought.briefing.options, _danger(thought))


def _danger(thought: Thought) -> dict[SeatId, float]:
    against = thought.evidence.deeds[[Deed.NOMINATED, Deed.VOTED, Deed.REVOTED]].sum(axis=0)
    threat = against @ thought.own
    scores = {}
    for seat in thought.briefing.options:
        worth = 0.3 * float(threat[seat]) - 2.0 * float(thought.own[seat])
        if thought.claimed_detective(seat):
            worth += 2.5
        scores[seat] = worth + thought.dice.uniform(0.0, 0.3)
    return scores


def shoot(thought: Thought) -> SeatId | None:
    """Return the likeliest mafia once that is likely enough."""
    scores = {seat: float(thought.own[seat]) for seat in thought.briefing.options}
    target = thought.best(thought.briefing.options, scores)
    sure = max(0.5, SHOT - 0.05 * (thought.record.day - 1))
    return target if scores[target] >= sure else None


_POWERS = {"detective": investigate, "doctor": protect, "vigilante": shoot}
