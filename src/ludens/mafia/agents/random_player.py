"""The random player: any valid decision with equal chance. The floor every player must beat."""

from __future__ import annotations

from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.seats import SeatId

SPEECHES = (
    "I have nothing more than a feeling: {name}.",
    "Somebody has to be named, so I name {name}.",
    "{name}, for no reason that I could defend.",
)


class RandomPlayer:
    """Chooses by its dice alone."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return a random valid decision."""
        dice = briefing.dice()
        choices: list[SeatId | None] = list(briefing.options)
        if briefing.may_pass:
            choices.append(None)
        choice = dice.choice(choices) if choices else None
        match briefing.ask:
            case Ask.PLAN:
                return Plan(strategy="Whatever comes.")
            case Ask.SPEECH if choice is not None:
                words = dice.choice(SPEECHES).format(name=briefing.name(choice))
                return Speech(speech=words, nomination=choice)
            case Ask.VOTE | Ask.REVOTE:
                return Ballot(choice=choice)
            case Ask.KILL:
                return Proposal(target=choice)
            case Ask.ACT:
                return Act(target=choice)
            case _:
                return Statement(speech="I have nothing to say.")
