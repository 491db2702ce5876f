"""What a decision brings about: its events. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ludens.episode.events import Event
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
) -> Iterator[Event]:
    """Yield what a valid decision brings about: what its player keeps in mind, then the deed.

    A memory longer than `memory_characters` is cut at its end.
    """
    seat = pending.seat
    if decision.reasoning or decision.beliefs or decision.memory is not None:
        kept = decision.memory[:memory_characters] if decision.memory is not None else None
        yield MindKept(
            seat=seat,
            reasoning=decision.reasoning,
            beliefs=decision.beliefs,
            memory=kept,
            cut=len(decision.memory or "") - len(kept or ""),
        )
    match decision:
        case Ballot():
            yield ballot_cast(seat, decision.choice)
        case Talk() if pending.ask is Ask.REPLY and not decision.speech.strip():
            yield silence_kept(seat)
        case Talk():
            yield SpeechGiven(
                seat=seat,
                kind=KINDS[pending.ask],
                text=decision.speech,
                nomination=decision.nomination if isinstance(decision, Speech) else None,
                accuses=decision.accuses,
                defends=decision.defends,
                claims=decision.claims,
                findings=decision.findings,
            )
        case Proposal():
            yield kill_proposed(seat, decision.target, decision.message)
        case Act():
            yield from _use_power(state, seat, decision.target)
        case Plan():
            yield StrategyNoted(seat=seat, strategy=decision.strategy)
        case Bid():
            yield bid_placed(seat, decision.bid)


def _use_power(state: MafiaState, seat: SeatId, target: SeatId | None) -> Iterator[Event]:
    act = ROLES[state.roles[seat]].act
    assert act is not None, "only a role with a power is asked to use it"
    yield NightActed(day=state.day, seat=seat, verb=act.verb, target=target)
    if act.learns is not None and target is not None:
        found = act.learns(ROLES[state.roles[target]])
        yield FindingReturned(day=state.day, seat=seat, target=target, is_mafia=found)
