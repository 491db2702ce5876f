"""Between decision and execution: propose, score, adjust, and let through or ask again."""

from __future__ import annotations

from dataclasses import replace

from ludens.adventure.agents.critic import ModelOpinion
from ludens.adventure.agents.events import ModelAsked
from ludens.adventure.agents.llm_critic import CRITIC
from ludens.adventure.agents.player import PLAYER, Decision, Player, as_plan
from ludens.adventure.briefing import Briefing
from ludens.adventure.company import Company
from ludens.adventure.execution import first_command
from ludens.adventure.plan import Intent, Plan
from ludens.adventure.review.events import CommandReviewed
from ludens.adventure.state import AdventureState
from ludens.adventure.stuck.adjusting import adjusted, adjustments
from ludens.adventure.stuck.advice import tried_lately
from ludens.adventure.stuck.events import LoopPenaltyApplied
from ludens.episode.game import Turn


async def choose(
    company: Company, turn: Turn[AdventureState], briefing: Briefing, player: Player
) -> Plan:
    """Return the player's plan, after as many proposals as it takes; its first command is reviewed.

    A refused command that the player proposes again is let through: a critic that is overruled
    is wrong more often than not. So is the proposal after the last refusal that is allowed. The
    goal and the notes of a refused plan stay, unless the next one has its own.
    """
    refusals: dict[str, str] = {}
    goal, notes = "", None
    while True:
        asked = replace(briefing, refusals=dict(refusals), noted=notes)
        plan = as_plan(await player.decide(asked))
        goal, notes = plan.goal or goal, plan.notes if plan.notes is not None else notes
        plan = plan.model_copy(update={"goal": goal, "notes": notes})
        command = first_command(turn.state, plan, company.vocabulary.called)
        if command is None or plan.steps[0].intent is Intent.GO_TO:
            return plan  # a walk by known ways to a place that was named is no loop
        decision = Decision(reasoning=plan.reasoning, command=command)
        may_refuse = len(refusals) < company.settings.review.max_refusals and _affordable(
            company, turn
        )
        reason = await review(company, turn, briefing, decision, refusals, may_refuse=may_refuse)
        if reason is None:
            return plan
        refusals[decision.command] = reason


def _affordable(company: Company, turn: Turn[AdventureState]) -> bool:
    """Tell whether one more refusal keeps to its share: each costs a call of the player's model.

    Where a model may try on copies, what comes to nothing is tried there first and costs no turn.
    """
    if company.models.is_offline(PLAYER):
        return True
    if company.settings.player.tries:
        return False
    refused = turn.state.critic.refused
    return refused < FIRST_REFUSALS + company.settings.review.share * turn.number


FIRST_REFUSALS = 3
"""Refusals that are always allowed to a player who is a model."""


async def review(
    company: Company,
    turn: Turn[AdventureState],
    briefing: Briefing,
    decision: Decision,
    refusals: dict[str, str],
    *,
    may_refuse: bool,
) -> str | None:
    """Score one proposal, and return why it is refused, or None if it is let through."""
    command = decision.command
    score, reason = 1.0, ""
    again = tried_lately(turn.state, company.settings.stuck, command)
    if again:
        briefing = replace(briefing, advice=(*briefing.advice, f"{command!r}: {again}"))
    if company.critic is not None:
        opinion = await company.critic.score(briefing, decision)
        score, reason = opinion.score, opinion.reason
        if isinstance(opinion, ModelOpinion):
            turn.emit(ModelAsked(role=CRITIC))
    found = adjustments(turn.state, company.settings.stuck, command)
    if not found and company.critic is None:
        return None
    final = adjusted(score, found)
    if found:
        turn.emit(
            LoopPenaltyApplied(command=command, base=score, adjusted=final, adjustments=found)
        )
    insisted = command in refusals
    settings = company.settings
    penalised = any(one.amount < 0 for one in found)
    alone = settings.critic.veto
    if not company.models.is_offline(PLAYER) and company.critic is not None:
        # a refusal costs a mind another call, which is dearer than the turn: four of five insisted
        alone = alone if isinstance(opinion, ModelOpinion) else 0.0
    least = settings.review.threshold if penalised else alone
    accepted = final >= least or insisted or not may_refuse
    turn.emit(
        CommandReviewed(
            command=command,
            score=score,
            reason=reason,
            adjusted=final,
            accepted=accepted,
            insisted=insisted,
        )
    )
    if accepted:
        return None
    reasons = [reason, *(one.reason for one in found if one.amount < 0), again]
    return "; ".join(text.rstrip(".") for text in reasons if text) + "."
