"""Two players of different character: they alternate, or both propose and the critic decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ludens.adventure.agents.critic import Critic
from ludens.adventure.agents.player import Decision, Player, as_plan
from ludens.adventure.agents.settings import Buddies
from ludens.adventure.briefing import Briefing
from ludens.adventure.execution import first_command
from ludens.adventure.plan import Plan, Step

NAMES = ("first", "second")
LOOK = "look"
"""Typed where the first step of a plan has no ground."""


@dataclass(frozen=True, slots=True)
class PairPlayer:
    """Fills the player's role with two."""

    players: tuple[Player, Player]
    mode: Buddies
    judge: Critic
    """Scores the proposals where the two differ."""

    async def decide(self, briefing: Briefing) -> Plan:
        """Return one player's command, with whose it is in the reasoning."""
        if self.mode is Buddies.ALTERNATE:
            return await self._ask(briefing, briefing.turn % 2)
        proposals = [await self._ask(briefing, number) for number in (0, 1)]
        if proposals[0].steps == proposals[1].steps:
            return proposals[0]
        scores = [
            (await self.judge.score(briefing, Decision(reasoning="", command=one.steps[0].command)))
            for one in proposals
        ]
        # Equal scores take turns, so that neither character rules.
        one, other = (opinion.score for opinion in scores)
        first = one > other or (one == other and briefing.turn % 2 == 0)
        return proposals[0 if first else 1]

    async def _ask(self, briefing: Briefing, number: int) -> Plan:
        dice = Random(briefing.dice.random()) if number else briefing.dice
        plan = as_plan(await self.players[number].decide(replace(briefing, dice=dice)))
        command = first_command(briefing.state, plan) or LOOK
        reasoning = f"[{NAMES[number]}] {plan.reasoning}"
        steps = (Step(command=command, rule=plan.steps[0].rule),)
        return plan.model_copy(update={"reasoning": reasoning, "steps": steps})
