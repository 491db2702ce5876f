"""The random player: any valid decision with equal chance. The floor every player must beat."""

from __future__ import annotations

from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import (
    HIGHEST_BID,
    Act,
    Ask,
    Ballot,
    Bid,
    Decision,
    Plan,
    Proposal,
    Speech,
    Statement,
)
from ludens.mafia.seats import SeatId

SPEECHES = (
    "I have nothing more than a feeling: {name}.",
    "Somebody has to be named, so I name {name}.",
    "{name}, for no reason that I could defend.",
)


NOTHING_TO_SAY = "I have nothing to say."


class RandomPlayer:
    """Chooses by its dice alone."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return a random valid decision."""
        dice = briefing.dice()
        choices: list[SeatId | None] = list(briefing.options)
        if briefing.may_pass:
            choices.append(None)
        choice = dice.choice(choices) if choices else None
        decision: Decision
        match briefing.ask:
            case Ask.VOTE | Ask.REVOTE:
                decision = Ballot(choice=choice)
            case Ask.SPEECH if choice is not None:
                words = dice.choice(SPEECHES).format(name=briefing.name(choice))
                decision = Speech(speech=words, nomination=choice)
            case Ask.KILL:
                decision = Proposal(target=choice)
            case Ask.ACT:
                decision = Act(target=choice)
            case Ask.PLAN:
                decision = Plan(strategy="Whatever comes.")
            case Ask.BID:
                decision = Bid(bid=dice.randint(0, HIGHEST_BID))
            case Ask.REPLY:
                decision = Statement(speech=dice.choice(("", NOTHING_TO_SAY)))
            case _:
                decision = Statement(speech=NOTHING_TO_SAY)
        return decision
