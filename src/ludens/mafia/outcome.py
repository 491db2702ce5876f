"""What a decision brings about: its events. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ludens.episode.events import Event
from ludens.episode.visibility import unchecked
from ludens.mafia.agenda import Due
from ludens.mafia.decision import Act, Ask, Ballot, Bid, Decision, Plan, Proposal, Speech, Talk
from ludens.mafia.events import (
    BallotCast,
    BidPlaced,
    FindingReturned,
    KillProposed,
    MindKept,
    NightActed,
    SilenceKept,
    Speaking,
    SpeechGiven,
    StrategyNoted,
)
from ludens.mafia.roles import ROLES
from ludens.mafia.seats import SeatId
from ludens.mafia.state import MafiaState

speech_given = unchecked(SpeechGiven)
night_acted = unchecked(NightActed)
finding_returned = unchecked(FindingReturned)
mind_kept = unchecked(MindKept)
strategy_noted = unchecked(StrategyNoted)


MOST_KEPT = 256
"""How many events of a kind are kept to be used again: every seat with every choice there is."""

KINDS = {
    Ask.SPEECH: Speaking.SPEECH,
    Ask.REPLY: Speaking.REPLY,
    Ask.DEFENCE: Speaking.DEFENCE,
    Ask.REBUTTAL: Speaking.REBUTTAL,
    Ask.LAST_WORDS: Speaking.LAST_WORDS,
}


@lru_cache(maxsize=MOST_KEPT)
def ballot_cast(seat: SeatId, choice: SeatId | None) -> BallotCast:
    """Return a ballot: there are few that differ, and they never change."""
    return BallotCast(seat=seat, choice=choice)


@lru_cache(maxsize=MOST_KEPT)
def silence_kept(seat: SeatId) -> SilenceKept:
    """Return the silence of a seat."""
    return SilenceKept(seat=seat)


@lru_cache(maxsize=MOST_KEPT)
def bid_placed(seat: SeatId, bid: int) -> BidPlaced:
    """Return a bid."""
    return BidPlaced(seat=seat, bid=bid)


@lru_cache(maxsize=MOST_KEPT)
def kill_proposed(seat: SeatId, target: SeatId | None, message: str) -> KillProposed:
    """Return a proposal."""
    return KillProposed(seat=seat, target=target, message=message)


def happenings(
    state: MafiaState, pending: Due, decision: Decision, *, memory_characters: int | None = None
) -> tuple[Event, ...]:
    """Return what a valid decision brings about: what its player keeps in mind, then the deed.

    A memory longer than `memory_characters` is cut at its end.
    """
    deeds = _DEEDS[pending.ask](state, pending, decision)
    if decision.reasoning or decision.beliefs or decision.memory is not None:
        return (_mind(pending.seat, decision, memory_characters), *deeds)
    return deeds


def _mind(seat: SeatId, decision: Decision, memory_characters: int | None) -> MindKept:
    kept = decision.memory[:memory_characters] if decision.memory is not None else None
    return mind_kept(
        seat=seat,
        reasoning=decision.reasoning,
        beliefs=decision.beliefs,
        memory=kept,
        cut=len(decision.memory or "") - len(kept or ""),
    )


def _vote(state: MafiaState, pending: Due, decision: Ballot) -> tuple[Event, ...]:
    return (ballot_cast(pending.seat, decision.choice),)


def _speak(state: MafiaState, pending: Due, decision: Talk) -> tuple[Event, ...]:
    return (
        speech_given(
            seat=pending.seat,
            kind=KINDS[pending.ask],
            text=decision.speech,
            nomination=decision.nomination if isinstance(decision, Speech) else None,
            accuses=decision.accuses,
            defends=decision.defends,
            claims=decision.claims,
            findings=decision.findings,
        ),
    )


def _reply(state: MafiaState, pending: Due, decision: Talk) -> tuple[Event, ...]:
    if not decision.speech.strip():
        return (silence_kept(pending.seat),)
    return _speak(state, pending, decision)


def _propose(state: MafiaState, pending: Due, decision: Proposal) -> tuple[Event, ...]:
    return (kill_proposed(pending.seat, decision.target, decision.message),)


def _plan(state: MafiaState, pending: Due, decision: Plan) -> tuple[Event, ...]:
    return (strategy_noted(seat=pending.seat, strategy=decision.strategy),)


def _bid(state: MafiaState, pending: Due, decision: Bid) -> tuple[Event, ...]:
    return (bid_placed(pending.seat, decision.bid),)


def _use_power(state: MafiaState, pending: Due, decision: Act) -> tuple[Event, ...]:
    seat, target = pending.seat, decision.target
    act = ROLES[state.roles[seat]].act
    assert act is not None, "only a role with a power is asked to use it"
    acted = night_acted(day=state.day, seat=seat, verb=act.verb, target=target)
    if act.learns is None or target is None:
        return (acted,)
    found = act.learns(ROLES[state.roles[target]])
    return acted, finding_returned(day=state.day, seat=seat, target=target, is_mafia=found)


_DEEDS: dict[Ask, Callable[[MafiaState, Due, Any], tuple[Event, ...]]] = {
    Ask.PLAN: _plan,
    Ask.BID: _bid,
    Ask.SPEECH: _speak,
    Ask.REPLY: _reply,
    Ask.VOTE: _vote,
    Ask.DEFENCE: _speak,
    Ask.REBUTTAL: _speak,
    Ask.REVOTE: _vote,
    Ask.LAST_WORDS: _speak,
    Ask.KILL: _propose,
    Ask.ACT: _use_power,
}
"""What a decision does, for each ask."""
