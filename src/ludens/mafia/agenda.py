"""Who decides next, and what happens when nobody has to. Pure rules (seed 003, the game loop)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.mafia.decision import Ask
from ludens.mafia.events import (
    Cause,
    DawnBroke,
    GameDecided,
    KillSettled,
    Phase,
    PhaseBegan,
    PlayerDied,
    ProposalsShared,
    StrategiesShared,
    VotesCounted,
)
from ludens.mafia.night import Night, settle
from ludens.mafia.order import speaking_order
from ludens.mafia.roles import ROLES, RoleName, Team
from ludens.mafia.seats import SeatId
from ludens.mafia.state import MafiaState
from ludens.mafia.victory import winners, winning_team
from ludens.mafia.voting import Count, count_revote, count_vote

SPOKEN_IN = {
    Phase.DAY: Ask.SPEECH,
    Phase.DEFENCE: Ask.DEFENCE,
    Phase.LAST_WORDS: Ask.LAST_WORDS,
    Phase.VOTE: Ask.VOTE,
    Phase.REVOTE: Ask.REVOTE,
}


@dataclass(frozen=True, slots=True)
class Due:
    """A decision that has to be made before the game can go on."""

    seat: SeatId
    ask: Ask


def due(state: MafiaState) -> Due | None:
    """Return the next decision, or None if the rules alone decide what comes next."""
    match state.phase:
        case Phase.NIGHT_ZERO:
            planned = {plan.seat for plan in state.plans}
            return _first(Ask.PLAN, (seat for seat in state.mafia() if seat not in planned))
        case Phase.NIGHT if not state.kill_settled:
            proposed = {proposal.seat for proposal in state.proposals}
            return _first(Ask.KILL, (seat for seat in state.mafia() if seat not in proposed))
        case Phase.NIGHT:
            return _first(Ask.ACT, _actors(state))
        case Phase.SEATING | Phase.OVER:
            return None
        case phase:
            waiting = len(state.done) < len(state.order)
            return Due(state.order[len(state.done)], SPOKEN_IN[phase]) if waiting else None


def _first(ask: Ask, seats: Iterator[SeatId]) -> Due | None:
    seat = next(seats, None)
    return None if seat is None else Due(seat, ask)


def _actors(state: MafiaState) -> Iterator[SeatId]:
    """Yield who still acts tonight: the doctor, the detective, then any others (seed 003)."""
    able = []
    for seat in state.living:
        act = ROLES[state.roles[seat]].act
        if act is None or seat in state.acts:
            continue
        if act.uses is None or state.uses.get(seat, 0) < act.uses:
            able.append((act.order, seat))
    return (seat for _, seat in sorted(able))


def advance(state: MafiaState) -> Iterator[Event]:
    """Yield what happens now that nobody has anything to decide.

    Each event has to be folded into the state before the next is asked for.
    """
    match state.phase:
        case Phase.SEATING:
            yield PhaseBegan(phase=Phase.NIGHT_ZERO, day=0)
        case Phase.NIGHT_ZERO:
            yield StrategiesShared(audience=tuple(state.mafia()), strategies=tuple(state.plans))
            yield _day(state, 1)
        case Phase.DAY:
            yield PhaseBegan(phase=Phase.VOTE, day=state.day, order=tuple(state.living))
        case Phase.VOTE:
            yield from _count(state, count_vote(state.ballots))
        case Phase.DEFENCE:
            yield PhaseBegan(phase=Phase.REVOTE, day=state.day, order=tuple(state.living))
        case Phase.REVOTE:
            yield from _count(state, count_revote(state.ballots))
        case Phase.LAST_WORDS:
            yield from _decide_or(state, _nightfall(state))
        case Phase.NIGHT if not state.kill_settled:
            yield from _hold_council(state)
        case Phase.NIGHT:
            yield from _break_dawn(state)
        case Phase.OVER:
            return


def _count(state: MafiaState, count: Count) -> Iterator[Event]:
    yield VotesCounted(ballots=state.ballots, out=count.out, tied=count.tied)
    if count.out is not None:
        yield _death(state, count.out, Cause.VOTE)
        yield PhaseBegan(phase=Phase.LAST_WORDS, day=state.day, order=(count.out,))
    elif count.tied:
        yield PhaseBegan(phase=Phase.DEFENCE, day=state.day, order=count.tied)
    else:
        yield from _nightfall(state)


def _nightfall(state: MafiaState) -> Iterator[Event]:
    """Let night fall, unless the last day is over and nobody has won."""
    if state.day >= state.rules.max_days:
        yield from _end(state, None, (), f"nobody has won after {state.day} days")
    else:
        yield PhaseBegan(phase=Phase.NIGHT, day=state.day)


def _hold_council(state: MafiaState) -> Iterator[Event]:
    audience, proposals = tuple(state.mafia()), tuple(state.proposals)
    kill = settle({p.seat: p.target for p in proposals}, state.kill_round)
    yield ProposalsShared(
        day=state.day, audience=audience, round=state.kill_round, proposals=proposals
    )
    if kill is not None:
        yield KillSettled(
            day=state.day, audience=audience, target=kill.target, decider=kill.decider
        )


def _break_dawn(state: MafiaState) -> Iterator[Event]:
    night = Night()
    if state.kill is not None:
        night.kill(state.kill)
    for seat, act in sorted(state.acts.items()):
        power = ROLES[state.roles[seat]].act
        if power is not None and power.at_dawn is not None and act.target is not None:
            power.at_dawn(night, act.target)
    killed = night.deaths()
    yield DawnBroke(day=state.day + 1, killed=killed)
    for seat in killed:
        yield _death(state, seat, Cause.NIGHT)
    yield from _decide_or(state, iter((_day(state, state.day + 1),)))


def _decide_or(state: MafiaState, otherwise: Iterator[Event]) -> Iterator[Event]:
    """Yield the end of the game if somebody has won, else what comes otherwise."""
    if state.out is not None and state.phase is Phase.LAST_WORDS:
        role = ROLES[state.roles[state.out]]
        if role.wins_when_voted_out:
            name = state.names[state.out]
            yield from _end(
                state, role.team, (state.out,), f"{name}, the {role.name}, was voted out and wins"
            )
            return
    team = winning_team({seat: state.roles[seat] for seat in state.living})
    if team is None:
        yield from otherwise
    else:
        yield from _end(state, team, winners(team, state.roles), f"the {team} wins")


def _end(
    state: MafiaState, team: Team | None, seats: tuple[SeatId, ...], reason: str
) -> Iterator[Event]:
    yield PhaseBegan(phase=Phase.OVER, day=state.day)
    yield GameDecided(
        team=team, winners=seats, roles=tuple(state.roles[seat] for seat in sorted(state.roles))
    )
    yield EpisodeEnded(outcome=Outcome.ENDED, reason=reason)


def _death(state: MafiaState, seat: SeatId, cause: Cause) -> PlayerDied:
    role: RoleName | None = state.roles[seat] if state.rules.reveal_roles else None
    return PlayerDied(seat=seat, cause=cause, role=role)


def _day(state: MafiaState, day: int) -> PhaseBegan:
    order = speaking_order(day, len(state.names), state.living)
    return PhaseBegan(phase=Phase.DAY, day=day, order=order)
