"""The default action, taken for a player who gave no valid decision (seed 003)."""

from __future__ import annotations

from random import Random

from ludens.mafia.decision import Act, Ask, Ballot, Bid, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.seats import SeatId

GENERIC_SPEECH = "I need more time to think."


def default_decision(
    ask: Ask, options: tuple[SeatId, ...], may_pass: bool, dice: Random
) -> Decision:
    """Return the default: a random valid target, a generic speech, a vote to skip.

    A power that need not be used is not used, and nobody is answered.
    """
    decided: dict[Ask, Decision] = {
        Ask.PLAN: Plan(strategy=""),
        Ask.BID: Bid(bid=0),
        Ask.REPLY: Statement(speech=""),
        Ask.VOTE: Ballot(choice=None),
        Ask.REVOTE: Ballot(choice=None),
    }
    match ask:
        case Ask.SPEECH:
            return Speech(speech=GENERIC_SPEECH, nomination=dice.choice(options))
        case Ask.KILL:
            return Proposal(target=dice.choice(options))
        case Ask.ACT:
            return Act(target=None if may_pass else dice.choice(options))
    return decided.get(ask, Statement(speech=GENERIC_SPEECH))
