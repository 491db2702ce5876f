"""The critic filled by a model, asked where the rules are unsure."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.agents.asking import ask
from ludens.adventure.agents.critic import ModelOpinion, Opinion
from ludens.adventure.agents.player import Decision
from ludens.adventure.agents.settings import CriticSettings
from ludens.adventure.briefing import Briefing
from ludens.adventure.offline.critic import OfflineCritic
from ludens.llm.base import BaseLLM

CRITIC = "critic"
EVEN = 0.5


@dataclass(frozen=True, slots=True)
class LLMCritic:
    """Lets the rules score what they are sure of, and asks a model about the rest."""

    model: BaseLLM
    rules: OfflineCritic
    settings: CriticSettings

    async def score(self, briefing: Briefing, decision: Decision) -> Opinion:
        """Return the rules' opinion where it is decided, the model's where it is not.

        A model that fails, or has been asked often enough, leaves the rules' opinion standing.
        """
        ruled = self.rules.opinion(briefing.state, decision.command)
        sure = abs(ruled.score - EVEN) > self.settings.doubt
        asked = briefing.state.consultations
        if sure or not asked.may_ask(CRITIC, briefing.turn, self.settings.share):
            return ruled
        facts = briefing.facts() | {"command": decision.command, "reasoning": decision.reasoning}
        opinion = await ask(self.model, Opinion, "critic", **facts, ruled=ruled)
        given = opinion or ruled
        return ModelOpinion(reason=given.reason, score=given.score)
