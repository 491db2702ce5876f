"""What a seat may choose, from its own view, and what is wrong with a decision. Pure rules."""

from __future__ import annotations

from ludens.mafia.decision import (
    DECISIONS,
    Act,
    Ask,
    Ballot,
    Decision,
    Plan,
    Proposal,
    Speech,
    Talk,
)
from ludens.mafia.night import Night
from ludens.mafia.roles import ROLES, NightAct
from ludens.mafia.seats import SeatId
from ludens.mafia.view import SeatView

MAY_PASS = frozenset((Ask.VOTE, Ask.REVOTE, Ask.KILL, Ask.REPLY))
"""Asks that choosing nobody, or saying nothing, always answers."""


def options(view: SeatView, ask: Ask) -> tuple[SeatId, ...]:
    """Return whom the seat may choose, by seat; empty where nobody is chosen.

    A speech nominates a living player other than the speaker; a vote is for somebody nominated, a
    revote for one of the tied, neither for oneself; the mafia kill none of their own.
    """
    living, seat = view.public.living, view.seat
    match ask:
        case Ask.SPEECH:
            return tuple([other for other in living if other != seat])
        case Ask.VOTE:
            return tuple([other for other in view.public.nominated() if other != seat])
        case Ask.REVOTE:
            return tuple([other for other in view.public.tied if other != seat])
        case Ask.KILL:
            partners = view.private.partners
            return tuple([o for o in living if o != seat and o not in partners])
        case Ask.ACT:
            barred = _barred(view)
            return tuple([other for other in living if other not in barred])
        case _:
            return ()


def _barred(view: SeatView) -> set[SeatId]:
    """Return whom a power may not be used on tonight."""
    act, rules = power(view), view.public.rules
    protects = act.at_dawn is Night.protect
    barred = set() if act.on_self and (rules.doctor_self or not protects) else {view.seat}
    if protects and not rules.doctor_repeats:
        barred |= {
            done.target
            for done in view.private.acts
            if done.day == view.public.day - 1 and done.target is not None
        }
    return barred


def may_pass(view: SeatView, ask: Ask) -> bool:
    """Tell whether choosing nobody is a choice."""
    return ask in MAY_PASS or (ask is Ask.ACT and power(view).may_pass)


def power(view: SeatView) -> NightAct:
    """Return what the seat's role does at night; LookupError if it does nothing."""
    act = ROLES[view.private.role].act if view.private.role is not None else None
    if act is None:
        raise LookupError(f"seat {view.seat} has no power to use at night")
    return act


def longest_text(view: SeatView, ask: Ask) -> int:
    """Return how many characters may be said when asked."""
    rules = view.public.rules
    return rules.speech_characters if ask in (Ask.SPEECH, Ask.PLAN) else rules.defence_characters


def problem_with(
    view: SeatView, ask: Ask, decision: Decision, allowed: tuple[SeatId, ...] | None = None
) -> str | None:
    """Return what makes the decision invalid, in words that help to correct it; None if valid.

    `allowed` are the seat's options, where they are known already.
    """
    if not isinstance(decision, DECISIONS[ask]):
        return f"a decision of the kind {DECISIONS[ask].__name__} was asked for"
    if decision.beliefs:
        seats = len(view.public.names)
        if not all(0 <= seat < seats for seat in decision.beliefs):
            return f"beliefs are about seats 0 to {seats - 1}"
    match decision:
        case Ballot(choice=choice):
            return _problem_with_choice(view, ask, choice, allowed)
        case Talk(speech=words):
            if not words.strip() and ask is not Ask.REPLY:
                return "the speech is empty"
            problem = _problem_with_length(view, ask, words) or _problem_with_claims(view, decision)
            if problem is None and isinstance(decision, Speech):
                return _problem_with_choice(view, ask, decision.nomination, allowed)
            return problem
        case Proposal(target=choice, message=words):
            return _problem_with_length(view, ask, words) or _problem_with_choice(
                view, ask, choice, allowed
            )
        case Act(target=choice):
            return _problem_with_choice(view, ask, choice, allowed)
        case Plan(strategy=words):
            return _problem_with_length(view, ask, words)
    return None


def _problem_with_length(view: SeatView, ask: Ask, words: str) -> str | None:
    longest = longest_text(view, ask)
    if len(words) > longest:
        return f"the text may have {longest} characters, not {len(words)}"
    return None


def _problem_with_claims(view: SeatView, decision: Talk) -> str | None:
    if not (decision.claims or decision.findings or decision.accuses or decision.defends):
        return None
    seats_there = range(len(view.public.names))
    if decision.claims is not None and decision.claims not in view.public.composition:
        roles = ", ".join(view.public.composition)
        return f"there is no {decision.claims} at this table; the roles are {roles}"
    found = tuple(finding.seat for finding in decision.findings)
    for seats in (found, decision.accuses, decision.defends):
        if not seats:
            continue
        if any(seat not in seats_there for seat in seats):
            return f"there are seats 0 to {len(seats_there) - 1}"
        if view.seat in seats or len(set(seats)) < len(seats):
            return "name others, each once, as investigated, accused or defended"
    if set(decision.accuses) & set(decision.defends):
        return "nobody is accused and defended at once"
    return None


def _problem_with_choice(
    view: SeatView, ask: Ask, choice: SeatId | None, allowed: tuple[SeatId, ...] | None
) -> str | None:
    if choice is None:
        return None if may_pass(view, ask) else "somebody has to be chosen"
    if allowed is None:
        allowed = options(view, ask)
    if choice in allowed:
        return None
    names = ", ".join(f"{view.public.names[seat]} (seat {seat})" for seat in allowed) or "nobody"
    return f"seat {choice} cannot be chosen; choose from: {names}"
