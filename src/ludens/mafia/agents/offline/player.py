"""The offline player: reasons by Bayes, speaks in templates, costs a fraction of a millisecond."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.mafia.agents.offline import words
from ludens.mafia.agents.offline.beliefs import PublicBeliefs
from ludens.mafia.agents.offline.claims import claim
from ludens.mafia.agents.offline.jester import Jester
from ludens.mafia.agents.offline.mafioso import Mafioso
from ludens.mafia.agents.offline.policy import Policy
from ludens.mafia.agents.offline.speech import answer, defence, last_words, speech
from ludens.mafia.agents.offline.thought import Thought, think
from ludens.mafia.agents.offline.town import Town
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
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import SeatId

POLICIES: dict[Team, Policy] = {
    Team.TOWN: Town(),
    Team.MAFIA: Mafioso(),
    Team.ALONE: Jester(),
}


class OfflinePlayer:
    """Plays any role by rules. It keeps no memory: everything follows from the view."""

    def __init__(self, public: PublicBeliefs) -> None:
        """`public` may be shared by all offline players of a table."""
        self.public = public

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the decision that the evidence suggests."""
        thought = think(briefing, self.public)
        policy = POLICIES[ROLES[thought.role].team]
        return DECIDERS[briefing.ask](thought, policy)


def _plan(thought: Thought, policy: Policy) -> Plan:
    return Plan(strategy=thought.dice.choice(words.SHARED_PLAN))


def _speak(thought: Thought, policy: Policy) -> Speech:
    target = policy.nominate(thought)
    return Speech(
        reasoning=_reasoning(thought, target),
        beliefs=_beliefs(thought),
        **speech(thought, target).fields(),
        nomination=target,
    )


def _vote(thought: Thought, policy: Policy) -> Ballot:
    choice = policy.vote(thought)
    return Ballot(reasoning=_reasoning(thought, choice), beliefs=_beliefs(thought), choice=choice)


def _bid(thought: Thought, policy: Policy) -> Bid:
    """Return a high bid from whoever has something to say or to answer."""
    told = claim(thought)
    if told is not None and told.worth_telling(thought.record.living):
        return Bid(bid=HIGHEST_BID)
    yesterday = thought.record.days[-2].speeches if len(thought.record.days) > 1 else []
    if any(thought.seat in speech.accuses for speech in yesterday):
        return Bid(bid=HIGHEST_BID - 1)
    return Bid(bid=thought.dice.randint(0, HIGHEST_BID - 2))


def _answer(thought: Thought, policy: Policy) -> Statement:
    """Answer whoever accused this seat last; keep silent to those who spoke for it."""
    accusers = [s.seat for s in thought.speeches_today() if thought.seat in s.accuses]
    return Statement(**answer(thought, accusers[-1]).fields() if accusers else {"speech": ""})


def _defend(thought: Thought, policy: Policy) -> Statement:
    return Statement(**defence(thought).fields())


def _say_goodbye(thought: Thought, policy: Policy) -> Statement:
    return Statement(**last_words(thought, _blamed(thought)).fields())


def _kill(thought: Thought, policy: Policy) -> Proposal:
    return _proposal(thought, policy.kill(thought))


def _act(thought: Thought, policy: Policy) -> Act:
    return Act(target=policy.act(thought))


DECIDERS: dict[Ask, Callable[[Thought, Policy], Decision]] = {
    Ask.PLAN: _plan,
    Ask.BID: _bid,
    Ask.SPEECH: _speak,
    Ask.REPLY: _answer,
    Ask.REBUTTAL: _defend,
    Ask.VOTE: _vote,
    Ask.REVOTE: _vote,
    Ask.DEFENCE: _defend,
    Ask.LAST_WORDS: _say_goodbye,
    Ask.KILL: _kill,
    Ask.ACT: _act,
}


def _proposal(thought: Thought, target: SeatId | None) -> Proposal:
    if target is None:
        return Proposal(target=None)
    line = thought.dice.choice(words.KILL_MESSAGES)
    return Proposal(target=target, message=line.format(name=thought.name(target)))


def _beliefs(thought: Thought) -> dict[SeatId, float]:
    return {
        SeatId(seat): round(min(max(chance, 0.0), 1.0), 3)
        for seat, chance in enumerate(thought.own.tolist())
        if seat != thought.seat
    }


def _blamed(thought: Thought) -> SeatId:
    """Return whom last words warn of: the likeliest mafia, or whom the mafia would like blamed."""
    ours = ROLES[thought.role].team is Team.MAFIA
    chances = thought.table if ours else thought.own
    others = [seat for seat in thought.others() if seat not in thought.private.partners]
    return thought.best(others, {seat: float(chances[seat]) for seat in others})


EVEN = 0.05
"""How far the likeliest lies above the others, at most, where they are about as likely."""
Ways = tuple[str, ...]
"""Ways to say one thing."""


def _reasoning(thought: Thought, choice: SeatId | None) -> str:
    """Return the thought in a line: who is likeliest mafia, or whom the mafia can have blamed."""
    table, ours = thought.table.tolist(), ROLES[thought.role].team is Team.MAFIA
    chances = table if ours else thought.own.tolist()
    partners = thought.private.partners
    ranked = sorted(
        [seat for seat in thought.others() if seat not in partners],
        key=lambda seat: (-chances[seat], seat),
    )
    average = sum([chances[seat] for seat in ranked]) / len(ranked)
    are_alike = chances[ranked[0]] - average < EVEN
    if ours:
        lines = _of_the_mafia(choice, choice in partners, are_alike)
    else:
        alike = words.OPEN_MIND if thought.record.day == 1 else words.STILL_ALIKE
        lines = _of_the_town(choice, choice == ranked[0], alike if are_alike else None)
    usual = sum([table[seat] for seat in thought.record.living]) / len(thought.record.living)
    told = [lines, *([words.HOLD_ME] if table[thought.seat] - usual >= EVEN else [])]
    values = {
        "first": _chances(thought, ranked[:1], chances),
        "rest": _chances(thought, ranked[1:3], chances) or "nobody",
        "choice": thought.name(choice) if choice is not None else "",
        "chance": f"{chances[choice]:.0%}" if choice is not None else "",
        "me": f"{table[thought.seat]:.0%}",
    }
    # In turn, not by dice: those who think one after the other do not think in the same words.
    number = thought.seat + thought.record.day + (thought.briefing.ask is not Ask.SPEECH)
    return " ".join([ways[number % len(ways)].format(**values) for ways in told])


def _of_the_town(choice: SeatId | None, is_first: bool, alike: Ways | None) -> Ways:
    if choice is None:
        return words.LET_IT_REST
    return alike or (words.LIKELIEST if is_first else words.NOT_THE_LIKELIEST)


def _of_the_mafia(choice: SeatId | None, is_partner: bool, are_alike: bool) -> Ways:
    if choice is None:
        return words.NONE_OF_THEM
    if is_partner:
        return words.ONE_OF_US
    return words.NOTHING_AGAINST_ANYBODY if are_alike else words.THEY_SUSPECT


def _chances(thought: Thought, seats: Sequence[SeatId], chances: Sequence[float]) -> str:
    return " and ".join([f"{thought.name(seat)} ({chances[seat]:.0%})" for seat in seats])
