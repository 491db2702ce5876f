"""Who decides next, and what happens when nobody has to. Pure rules (seed 003, the game loop)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from ludens.episode.events import EpisodeEnded, Event, Outcome
from ludens.episode.visibility import unchecked
from ludens.mafia.decision import Ask
from ludens.mafia.events import (
    BidsOpened,
    Cause,
    DawnBroke,
    GameDecided,
    KillSettled,
    Phase,
    PhaseBegan,
    PlayerDied,
    ProposalsShared,
    SaveReturned,
    StrategiesShared,
    VotesCounted,
)
from ludens.mafia.night import Night, settle
from ludens.mafia.order import speaking_order
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.seats import MOST_SEATS, SeatId
from ludens.mafia.state import MafiaState
from ludens.mafia.victory import winners, winning_team
from ludens.mafia.view import Day
from ludens.mafia.voting import Count, count_revote, count_vote

phase_began = unchecked(PhaseBegan)
bids_opened = unchecked(BidsOpened)
strategies_shared = unchecked(StrategiesShared)
votes_counted = unchecked(VotesCounted)
player_died = unchecked(PlayerDied)
proposals_shared = unchecked(ProposalsShared)
kill_settled = unchecked(KillSettled)
save_returned = unchecked(SaveReturned)
dawn_broke = unchecked(DawnBroke)
game_decided = unchecked(GameDecided)


SPOKEN_IN = {
    Phase.BIDDING: Ask.BID,
    Phase.DAY: Ask.SPEECH,
    Phase.REPLIES: Ask.REPLY,
    Phase.DEFENCE: Ask.DEFENCE,
    Phase.REBUTTAL: Ask.REBUTTAL,
    Phase.LAST_WORDS: Ask.LAST_WORDS,
    Phase.VOTE: Ask.VOTE,
    Phase.REVOTE: Ask.REVOTE,
}


class Due(NamedTuple):
    """A decision that has to be made before the game can go on."""

    seat: SeatId
    ask: Ask


DUES = {ask: tuple([Due(SeatId(seat), ask) for seat in range(MOST_SEATS)]) for ask in Ask}
"""Every decision there can be, by seat: they are looked up for each turn."""


def due(state: MafiaState) -> Due | None:
    """Return the next decision, or None if the rules alone decide what comes next."""
    order, done = state.order, len(state.done)
    if order:  # by day; nobody is in order at night
        return DUES[SPOKEN_IN[state.phase]][order[done]] if done < len(order) else None
    by_night = _DUE_BY_NIGHT.get(state.phase)
    return by_night(state) if by_night is not None else None


def rules_decide(state: MafiaState) -> bool:
    """Tell whether the rules alone decide what comes next."""
    order = state.order
    return len(state.done) >= len(order) if order else due(state) is None


def round_of(state: MafiaState, ask: Ask) -> int:
    """Return in which round of it a day or night something is asked, from 1."""
    counted = _ROUNDS.get(ask)
    return counted(state) if counted is not None else 1


_ROUNDS: dict[Ask, Callable[[MafiaState], int]] = {
    Ask.KILL: lambda state: state.kill_round,
    Ask.REPLY: lambda state: state.reply_round,
}
"""What may be asked of a seat more than once."""


def simultaneous(state: MafiaState) -> tuple[Due, ...]:
    """Return the decisions that are made without knowing of each other: the one due, or a round.

    Nobody sees a ballot, a bid, a plan or a proposal before all of the round are made.
    """
    first = due(state)
    if first is None:
        return ()
    seats: Sequence[SeatId]
    match first.ask:
        case Ask.VOTE | Ask.REVOTE | Ask.BID:
            seats = state.order[len(state.done) :]
        case Ask.PLAN:
            seats = _planners(state)
        case Ask.KILL:
            seats = _councillors(state)
        case _:
            seats = (first.seat,)
    return tuple(DUES[first.ask][seat] for seat in seats)


def _plan_due(state: MafiaState) -> Due | None:
    return _first(Ask.PLAN, _planners(state))


def _night_due(state: MafiaState) -> Due | None:
    if state.kill_settled:
        return _first(Ask.ACT, _actors(state))
    return _first(Ask.KILL, _councillors(state))


def _first(ask: Ask, seats: Sequence[SeatId]) -> Due | None:
    return DUES[ask][seats[0]] if seats else None


_DUE_BY_NIGHT: dict[Phase, Callable[[MafiaState], Due | None]] = {
    Phase.NIGHT_ZERO: _plan_due,
    Phase.NIGHT: _night_due,
}
"""What decides who is next while nobody is in order."""


def _planners(state: MafiaState) -> Sequence[SeatId]:
    """Return the mafia that have written no plan yet; they do so by seat."""
    return state.mafia()[len(state.plans) :]


def _councillors(state: MafiaState) -> Sequence[SeatId]:
    """Return the mafia that have proposed nobody yet in this round; they do so by seat."""
    return state.mafia()[len(state.proposals) :]


def _actors(state: MafiaState) -> list[SeatId]:
    """Return who still acts tonight: the doctor, the detective, then any others (seed 003)."""
    able = []
    for seat in state.living:
        act = ROLES[state.roles[seat]].act
        if act is None or seat in state.acts:
            continue
        if act.uses is None or state.uses.get(seat, 0) < act.uses:
            able.append((act.order, seat))
    return [seat for _, seat in sorted(able)]


def advance(state: MafiaState) -> Iterator[Event]:
    """Yield what happens now that nobody has anything to decide.

    Each event has to be folded into the state before the next is asked for.
    """
    return _AFTER[state.phase](state)


def _fall_asleep(state: MafiaState) -> Iterator[Event]:
    yield phase_began(phase=Phase.NIGHT_ZERO, day=0)


def _share_plans(state: MafiaState) -> Iterator[Event]:
    yield strategies_shared(audience=tuple(state.mafia()), strategies=tuple(state.plans))
    yield _day(state, 1)


def _open_bids(state: MafiaState) -> Iterator[Event]:
    bids = dict(sorted(state.bids.items()))
    yield bids_opened(bids=bids)
    order = tuple(sorted(state.order, key=lambda seat: -bids[seat]))
    yield phase_began(phase=Phase.DAY, day=state.day, order=order)


def _answer_or_vote(state: MafiaState) -> Iterator[Event]:
    """Yield a round of answers, where somebody was mentioned who may answer, or the vote."""
    if state.reply_round < state.rules.replies:
        answering = mentioned(state.public.days[-1], state.living)
        if answering:
            yield phase_began(phase=Phase.REPLIES, day=state.day, order=answering)
            return
    yield phase_began(phase=Phase.VOTE, day=state.day, order=tuple(state.living))


def mentioned(day: Day, living: Collection[SeatId]) -> tuple[SeatId, ...]:
    """Return whom the table waits for: the living of `mentions`, the first mentioned first."""
    return tuple(seat for seat in mentions(day) if seat in living)


def mentions(day: Day) -> dict[SeatId, list[SeatId]]:
    """Return who was accused, spoken for or said to be found something since they spoke, by whom.

    Or since they kept silent to it; in the order in which they were first mentioned. What is said
    in the words alone is not known.
    """
    waiting: dict[SeatId, list[SeatId]] = {}
    for number, speech in enumerate(day.speeches):
        waiting.pop(speech.seat, None)
        found = tuple(finding.seat for finding in speech.findings)
        for seat in (*speech.accuses, *speech.defends, *found):
            if seat != speech.seat and day.heard.get(seat, 0) <= number:
                callers = waiting.setdefault(seat, [])
                if speech.seat not in callers:
                    callers.append(speech.seat)
    return waiting


def _count_vote(state: MafiaState) -> Iterator[Event]:
    return _count(state, count_vote(state.ballots))


def _count_revote(state: MafiaState) -> Iterator[Event]:
    return _count(state, count_revote(state.ballots))


def _count(state: MafiaState, count: Count) -> Iterator[Event]:
    yield votes_counted(ballots=state.ballots, out=count.out, tied=count.tied)
    if count.out is not None:
        yield _death(state, count.out, Cause.VOTE)
        yield phase_began(phase=Phase.LAST_WORDS, day=state.day, order=(count.out,))
    elif count.tied:
        yield phase_began(phase=Phase.DEFENCE, day=state.day, order=count.tied)
    else:
        yield from _nightfall(state)


def _rebut_or_revote(state: MafiaState) -> Iterator[Event]:
    if state.rules.rebuttal and len(state.order) > 1:
        yield phase_began(phase=Phase.REBUTTAL, day=state.day, order=state.order)
    else:
        yield from _revote(state)


def _revote(state: MafiaState) -> Iterator[Event]:
    yield phase_began(phase=Phase.REVOTE, day=state.day, order=tuple(state.living))


def _leave(state: MafiaState) -> Iterator[Event]:
    return _decide_or(state, _nightfall(state))


def _end_night(state: MafiaState) -> Iterator[Event]:
    return _break_dawn(state) if state.kill_settled else _hold_council(state)


def _nightfall(state: MafiaState) -> Iterator[Event]:
    """Let night fall, unless the last day is over and nobody has won."""
    if state.day >= state.rules.max_days:
        yield from _end(state, None, (), f"nobody has won after {state.day} days")
    else:
        yield phase_began(phase=Phase.NIGHT, day=state.day)


def _hold_council(state: MafiaState) -> Iterator[Event]:
    audience, proposals = tuple(state.mafia()), tuple(state.proposals)
    kill = settle({p.seat: p.target for p in proposals}, state.kill_round)
    yield proposals_shared(
        day=state.day, audience=audience, round=state.kill_round, proposals=proposals
    )
    if kill is not None:
        yield kill_settled(
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
    yield from _tell_of_saves(state, night)
    yield dawn_broke(day=state.day + 1, killed=killed)
    for seat in killed:
        yield _death(state, seat, Cause.NIGHT)
    yield from _decide_or(state, iter((_day(state, state.day + 1),)))


def _tell_of_saves(state: MafiaState, night: Night) -> Iterator[Event]:
    """Tell whoever protected somebody whether it mattered, where the rules say so."""
    if not state.rules.doctor_told:
        return
    for seat, act in sorted(state.acts.items()):
        power = ROLES[state.roles[seat]].act
        if power is not None and power.at_dawn is Night.protect and act.target is not None:
            mattered = act.target in night.kills
            yield save_returned(day=state.day, seat=seat, target=act.target, mattered=mattered)


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
    yield phase_began(phase=Phase.OVER, day=state.day)
    yield game_decided(
        team=team, winners=seats, roles=tuple(state.roles[seat] for seat in sorted(state.roles))
    )
    yield EpisodeEnded(outcome=Outcome.ENDED, reason=reason)


def _death(state: MafiaState, seat: SeatId, cause: Cause) -> PlayerDied:
    role = state.roles[seat]
    rules = state.rules
    return player_died(
        seat=seat,
        cause=cause,
        role=role if rules.reveal_roles else None,
        team=ROLES[role].team if rules.reveal_sides or rules.reveal_roles else None,
    )


def _day(state: MafiaState, day: int) -> PhaseBegan:
    order = speaking_order(day, len(state.names), state.living)
    return phase_began(phase=Phase.BIDDING if state.rules.bids else Phase.DAY, day=day, order=order)


_AFTER: dict[Phase, Callable[[MafiaState], Iterator[Event]]] = {
    Phase.SEATING: _fall_asleep,
    Phase.NIGHT_ZERO: _share_plans,
    Phase.BIDDING: _open_bids,
    Phase.DAY: _answer_or_vote,
    Phase.REPLIES: _answer_or_vote,
    Phase.VOTE: _count_vote,
    Phase.DEFENCE: _rebut_or_revote,
    Phase.REBUTTAL: _revote,
    Phase.REVOTE: _count_revote,
    Phase.LAST_WORDS: _leave,
    Phase.NIGHT: _end_night,
    Phase.OVER: lambda state: iter(()),
}
"""What ends each phase, once everybody in it has decided."""
