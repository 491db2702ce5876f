"""Games played twice with one secret changed: whoever may not know it must be told the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from random import Random
from typing import Any
from unittest import mock

from leaks.canaries import RULE_SETS, Findings, claims, seats_of
from ludens.mafia import loop
from ludens.mafia.agents.random_player import RandomPlayer
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Act, Decision, Plan, Proposal, Talk
from ludens.mafia.rehearsal import rehearse
from ludens.mafia.rendering import render
from ludens.mafia.roles import ROLES, Team
from ludens.mafia.settings import MafiaSettings
from ludens.mafia.state import MafiaState
from ludens.mafia.table import Table

Change = Callable[[Briefing, Decision], Decision]
"""How a decision differs, once it was made at random."""


def mafia_of(state: MafiaState) -> set[int]:
    return {seat for seat, role in state.roles.items() if ROLES[role].team is Team.MAFIA}


def holders(state: MafiaState, role: str) -> set[int]:
    return {seat for seat, held in state.roles.items() if held == role}


# Changes


def same(briefing: Briefing, decision: Decision) -> Decision:
    return decision


def other_thoughts(seat: int) -> Change:
    """Let one seat think, remember and believe something else."""

    def change(briefing: Briefing, decision: Decision) -> Decision:
        if briefing.seat != seat:
            return decision
        beliefs = dict.fromkeys(range(len(briefing.view.public.names)), 0.123)
        return decision.model_copy(
            update={"reasoning": "another thought", "memory": "another memory", "beliefs": beliefs}
        )

    return change


def other_plans(briefing: Briefing, decision: Decision) -> Decision:
    match decision:
        case Plan():
            return decision.model_copy(update={"strategy": "another plan"})
        case Proposal():
            return decision.model_copy(update={"message": "another message"})
    return decision


def other_question(briefing: Briefing, decision: Decision) -> Decision:
    """Let the detective ask about somebody else, where there is somebody else."""
    if not isinstance(decision, Act) or briefing.view.private.role != "detective":
        return decision
    others = [seat for seat in briefing.options if seat != decision.target]
    return decision.model_copy(update={"target": others[0] if others else decision.target})


def agree(briefing: Briefing, decision: Decision) -> Decision:
    """Let the mafia agree at once."""
    if not isinstance(decision, Proposal):
        return decision
    return decision.model_copy(update={"target": briefing.options[0]})


def split_first(briefing: Briefing, decision: Decision) -> Decision:
    """Let the mafia disagree in the first round, and settle on the same in the second."""
    if not isinstance(decision, Proposal):
        return decision
    record, private = briefing.view.public, briefing.view.private
    living = {briefing.seat, *private.partners} & set(record.living)
    is_first = all(council.day != record.day for council in private.councils)
    splits = is_first and len(living) > 1 and briefing.seat == min(living)
    return decision.model_copy(update={"target": briefing.options[-1 if splits else 0]})


class Changing:
    """Plays at random, with one secret changed; keeps each briefing in words."""

    def __init__(self, change: Change) -> None:
        self.change, self.random = change, RandomPlayer()
        self.briefings: dict[int, list[str]] = {}

    async def decide(self, briefing: Briefing) -> Decision:
        prompt = render(briefing)
        text = f"{briefing.ask}\n{prompt.rules}\n{prompt.character}\n{prompt.situation}"
        self.briefings.setdefault(briefing.seat, []).append(text)
        decision = await self.random.decide(briefing)
        if isinstance(decision, Talk):
            said = claims(briefing, Random(briefing.dice_seed ^ 0xC1A1))
            decision = decision.model_copy(update=said)
        return self.change(briefing, decision)


# The check


def check_interference(number: int, findings: Findings) -> None:
    """Change one secret, and compare the briefings of all who may not know it."""
    rules = RULE_SETS[number % len(RULE_SETS)]
    settings = MafiaSettings(seats=seats_of(number), personas=False, rules=rules)
    state, before = _briefings(settings, number, same)
    mafia, detectives = mafia_of(state), holders(state, "detective")
    victim = min(set(state.roles) - mafia)
    for name, change, known_to in (
        ("a townsperson's thoughts", other_thoughts(victim), {victim}),
        ("the mafia's plans and messages", other_plans, mafia),
        ("whom the detective asks about", other_question, detectives),
    ):
        _, after = _briefings(settings, number, change)
        _compare(name, before, after, known_to, findings)
    _, agreed = _briefings(settings, number, agree)
    _, split = _briefings(settings, number, split_first)
    _compare("how the mafia agreed", agreed, split, mafia, findings)
    swapped, after = _briefings(settings, number, same, swap=("detective", "villager"))
    known_to = detectives | holders(swapped, "detective")
    _compare("who the detective is", before, after, known_to, findings)


def _briefings(
    settings: MafiaSettings, seed: int, change: Change, swap: tuple[str, str] | None = None
) -> tuple[MafiaState, dict[int, list[str]]]:
    player = Changing(change)
    with _swapped(swap) if swap else nullcontext():
        state, _ = asyncio.run(rehearse(Table(settings, (player,) * settings.seats), seed))
    return state, player.briefings


@contextmanager
def _swapped(roles: tuple[str, str]) -> Iterator[None]:
    """Deal as ever, with the holders of two roles changed over."""
    deal = loop.deal

    def swapped(composition: Any, dice: Random) -> Any:
        dealt = deal(composition, dice)
        one, other = (dealt.index(role) for role in roles)
        dealt[one], dealt[other] = dealt[other], dealt[one]
        return dealt

    with mock.patch.object(loop, "deal", swapped):
        yield


def _compare(
    name: str,
    before: dict[int, list[str]],
    after: dict[int, list[str]],
    known_to: set[int],
    findings: Findings,
) -> None:
    findings.covered[f"secrets changed: {name}"] += 1
    for seat in sorted(set(before) | set(after)):
        if seat in known_to:
            continue
        findings.covered["briefings compared"] += len(before.get(seat, []))
        if before.get(seat) != after.get(seat):
            findings.leaks.append(f"seat {seat} noticed a change of {name}")
