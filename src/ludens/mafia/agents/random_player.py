"""The random player: any valid decision with equal chance. The floor every player must beat."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from ludens.episode.generators import Throws
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
        dice = Throws(briefing.dice_seed)
        choices: tuple[SeatId | None, ...] = briefing.options
        if briefing.may_pass:
            choices = (*choices, None)
        return _DECIDED[briefing.ask](briefing, dice, dice.choice(choices) if choices else None)


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


def _named(briefing: Briefing, dice: Throws, choice: SeatId | None) -> Speech:
    assert choice is not None, "a speech by day nominates"
    return _speech(dice.choice(SPEECHES).format(name=briefing.name(choice)), choice)


_DECIDED: dict[Ask, Callable[[Briefing, Throws, SeatId | None], Decision]] = {
    Ask.PLAN: lambda briefing, dice, choice: _plan(),
    Ask.BID: lambda briefing, dice, choice: Bid(bid=dice.below(HIGHEST_BID + 1)),
    Ask.SPEECH: _named,
    Ask.REPLY: lambda briefing, dice, choice: _statement(dice.choice(("", NOTHING_TO_SAY))),
    Ask.VOTE: lambda briefing, dice, choice: _ballot(choice),
    Ask.DEFENCE: lambda briefing, dice, choice: _statement(NOTHING_TO_SAY),
    Ask.REBUTTAL: lambda briefing, dice, choice: _statement(NOTHING_TO_SAY),
    Ask.REVOTE: lambda briefing, dice, choice: _ballot(choice),
    Ask.LAST_WORDS: lambda briefing, dice, choice: _statement(NOTHING_TO_SAY),
    Ask.KILL: lambda briefing, dice, choice: _proposal(choice),
    Ask.ACT: lambda briefing, dice, choice: _act(choice),
}
"""What is decided by a throw, for each thing that can be asked."""
