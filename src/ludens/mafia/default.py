"""The default action, taken for a player who gave no valid decision (seed 003)."""

from __future__ import annotations

from random import Random

from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.seats import SeatId

GENERIC_SPEECH = "I need more time to think."


def default_decision(
    ask: Ask, options: tuple[SeatId, ...], may_pass: bool, dice: Random
) -> Decision:
    """Return the default: a random valid target, a generic speech, a vote to skip.

    A power that need not be used is not used.
    """
    match ask:
        case Ask.PLAN:
            return Plan(strategy="")
        case Ask.SPEECH:
            return Speech(speech=GENERIC_SPEECH, nomination=dice.choice(options))
        case Ask.VOTE | Ask.REVOTE:
            return Ballot(choice=None)
        case Ask.DEFENCE | Ask.LAST_WORDS:
            return Statement(speech=GENERIC_SPEECH)
        case Ask.KILL:
            return Proposal(target=dice.choice(options))
        case Ask.ACT:
            return Act(target=None if may_pass else dice.choice(options))
