"""What a decision brings about: its events. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.episode.events import Event
from ludens.mafia.agenda import Due
from ludens.mafia.decision import Act, Ask, Ballot, Decision, Plan, Proposal, Speech, Statement
from ludens.mafia.events import (
    BallotCast,
    FindingReturned,
    KillProposed,
    MindKept,
    NightActed,
    Speaking,
    SpeechGiven,
    StrategyNoted,
)
from ludens.mafia.reading import read_speech
from ludens.mafia.roles import ROLES
from ludens.mafia.seats import SeatId
from ludens.mafia.state import MafiaState

KINDS = {
    Ask.SPEECH: Speaking.SPEECH,
    Ask.DEFENCE: Speaking.DEFENCE,
    Ask.LAST_WORDS: Speaking.LAST_WORDS,
}


def happenings(state: MafiaState, pending: Due, decision: Decision) -> Iterator[Event]:
    """Yield what a valid decision brings about: what its player keeps in mind, then the deed."""
    seat = pending.seat
    if decision.reasoning or decision.beliefs or decision.memory is not None:
        yield MindKept(
            seat=seat,
            reasoning=decision.reasoning,
            beliefs=decision.beliefs,
            memory=decision.memory,
        )
    match decision:
        case Plan():
            yield StrategyNoted(seat=seat, strategy=decision.strategy)
        case Speech():
            yield _speech(state, seat, Speaking.SPEECH, decision.speech, decision.nomination)
        case Statement():
            yield _speech(state, seat, KINDS[pending.ask], decision.speech)
        case Ballot():
            yield BallotCast(seat=seat, choice=decision.choice)
        case Proposal():
            yield KillProposed(seat=seat, target=decision.target, message=decision.message)
        case Act():
            yield from _use_power(state, seat, decision.target)


def _speech(
    state: MafiaState, seat: SeatId, kind: Speaking, text: str, nomination: SeatId | None = None
) -> SpeechGiven:
    reading = read_speech(text, state.names, seat)
    return SpeechGiven(
        seat=seat,
        kind=kind,
        text=text,
        nomination=nomination,
        accuses=reading.accuses,
        defends=reading.defends,
        claims=reading.claims,
        findings=reading.findings,
    )


def _use_power(state: MafiaState, seat: SeatId, target: SeatId | None) -> Iterator[Event]:
    act = ROLES[state.roles[seat]].act
    assert act is not None, "only a role with a power is asked to use it"
    yield NightActed(day=state.day, seat=seat, verb=act.verb, target=target)
    if act.learns is not None and target is not None:
        found = act.learns(ROLES[state.roles[target]])
        yield FindingReturned(day=state.day, seat=seat, target=target, is_mafia=found)
