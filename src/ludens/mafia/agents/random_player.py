"""The random player: any valid decision with equal chance. The floor every player must beat."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random

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

    def __init__(self) -> None:
        self._dice = Random(0)
        """Seeded anew for every decision, which costs half of what a new one does."""

    async def decide(self, briefing: Briefing) -> Decision:
        """Return a random valid decision."""
        dice = self._dice
        dice.seed(briefing.dice_seed)
        choices: tuple[SeatId | None, ...] = briefing.options
        if briefing.may_pass:
            choices = (*choices, None)
        choice = dice.choice(choices) if choices else None
        match briefing.ask:
            case Ask.VOTE | Ask.REVOTE:
                return _ballot(choice)
            case Ask.SPEECH if choice is not None:
                words = dice.choice(SPEECHES).format(name=briefing.name(choice))
                return _speech(words, choice)
            case Ask.KILL:
                return _proposal(choice)
            case Ask.ACT:
                return _act(choice)
            case Ask.PLAN:
                return _plan()
            case Ask.BID:
                return Bid(bid=dice.randint(0, HIGHEST_BID))
            case Ask.REPLY:
                return _statement(dice.choice(("", NOTHING_TO_SAY)))
            case _:
                return _statement(NOTHING_TO_SAY)


@cache
def _ballot(choice: SeatId | None) -> Ballot:
    return Ballot(choice=choice)


@lru_cache(maxsize=1024)
def _speech(words: str, nomination: SeatId) -> Speech:
    return Speech(speech=words, nomination=nomination)


@cache
def _proposal(target: SeatId | None) -> Proposal:
    return Proposal(target=target)


@cache
def _act(target: SeatId | None) -> Act:
    return Act(target=target)


@cache
def _plan() -> Plan:
    return Plan(strategy="Whatever comes.")


@cache
def _statement(words: str) -> Statement:
    return Statement(speech=words)
