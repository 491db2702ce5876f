"""What a seat may choose, from its own view, and what is wrong with a decision. Pure rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
OF_A_ROLE = frozenset((Ask.ACT,))
"""Asks that choosing nobody answers where the role says so."""
SAID_AT_LENGTH = frozenset((Ask.SPEECH, Ask.PLAN))
"""Asks that are answered in a speech's length."""


def options(view: SeatView, ask: Ask) -> tuple[SeatId, ...]:
    """Return whom the seat may choose, by seat; empty where nobody is chosen.

    A speech nominates a living player other than the speaker; a vote is for somebody nominated, a
    revote for one of the tied, neither for oneself; the mafia kill none of their own.
    """
    choosing = _OPTIONS.get(ask)
    return choosing(view) if choosing is not None else ()


def _others(view: SeatView) -> tuple[SeatId, ...]:
    seat = view.seat
    return tuple([other for other in view.public.living if other != seat])


def _nominated(view: SeatView) -> tuple[SeatId, ...]:
    seat = view.seat
    return tuple([other for other in view.public.nominated() if other != seat])


def _tied(view: SeatView) -> tuple[SeatId, ...]:
    seat = view.seat
    return tuple([other for other in view.public.tied if other != seat])


def _not_ours(view: SeatView) -> tuple[SeatId, ...]:
    ours = (view.seat, *view.private.partners)
    return tuple([other for other in view.public.living if other not in ours])


def _in_power(view: SeatView) -> tuple[SeatId, ...]:
    barred = _barred(view)
    return tuple([other for other in view.public.living if other not in barred])


_OPTIONS: dict[Ask, Callable[[SeatView], tuple[SeatId, ...]]] = {
    Ask.SPEECH: _others,
    Ask.VOTE: _nominated,
    Ask.REVOTE: _tied,
    Ask.KILL: _not_ours,
    Ask.ACT: _in_power,
}
"""Whom each ask lets one choose from."""


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
    return ask in MAY_PASS or (ask in OF_A_ROLE and power(view).may_pass)


def power(view: SeatView) -> NightAct:
    """Return what the seat's role does at night; LookupError if it does nothing."""
    act = ROLES[view.private.role].act if view.private.role is not None else None
    if act is None:
        raise LookupError(f"seat {view.seat} has no power to use at night")
    return act


def longest_text(view: SeatView, ask: Ask) -> int:
    """Return how many characters may be said when asked."""
    rules = view.public.rules
    return rules.speech_characters if ask in SAID_AT_LENGTH else rules.defence_characters


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
    return _PROBLEMS[ask](view, ask, decision, options(view, ask) if allowed is None else allowed)


Options = tuple[SeatId, ...]


def _problem_with_ballot(
    view: SeatView, ask: Ask, decision: Ballot, allowed: Options
) -> str | None:
    return _problem_with_choice(view, ask, decision.choice, allowed)


def _problem_with_talk(view: SeatView, ask: Ask, decision: Talk, allowed: Options) -> str | None:
    if ask not in MAY_PASS and not decision.speech.strip():
        return "the speech is empty"
    return _problem_with_length(view, ask, decision.speech) or _problem_with_claims(view, decision)


def _problem_with_speech(
    view: SeatView, ask: Ask, decision: Speech, allowed: Options
) -> str | None:
    problem = _problem_with_talk(view, ask, decision, allowed)
    return problem or _problem_with_choice(view, ask, decision.nomination, allowed)


def _problem_with_proposal(
    view: SeatView, ask: Ask, decision: Proposal, allowed: Options
) -> str | None:
    problem = _problem_with_length(view, ask, decision.message)
    return problem or _problem_with_choice(view, ask, decision.target, allowed)


def _problem_with_act(view: SeatView, ask: Ask, decision: Act, allowed: Options) -> str | None:
    return _problem_with_choice(view, ask, decision.target, allowed)


def _problem_with_plan(view: SeatView, ask: Ask, decision: Plan, allowed: Options) -> str | None:
    return _problem_with_length(view, ask, decision.strategy)


_PROBLEMS: dict[Ask, Callable[[SeatView, Ask, Any, Options], str | None]] = {
    Ask.PLAN: _problem_with_plan,
    Ask.BID: lambda view, ask, decision, allowed: None,
    Ask.SPEECH: _problem_with_speech,
    Ask.REPLY: _problem_with_talk,
    Ask.VOTE: _problem_with_ballot,
    Ask.DEFENCE: _problem_with_talk,
    Ask.REBUTTAL: _problem_with_talk,
    Ask.REVOTE: _problem_with_ballot,
    Ask.LAST_WORDS: _problem_with_talk,
    Ask.KILL: _problem_with_proposal,
    Ask.ACT: _problem_with_act,
}
"""What finds fault with a decision of the right kind, for each ask."""


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
    view: SeatView, ask: Ask, choice: SeatId | None, allowed: Options
) -> str | None:
    if choice is None:
        return None if may_pass(view, ask) else "somebody has to be chosen"
    if choice in allowed:
        return None
    names = ", ".join(f"{view.public.names[seat]} (seat {seat})" for seat in allowed) or "nobody"
    return f"seat {choice} cannot be chosen; choose from: {names}"
