"""The player filled by a model."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.agents.player import Decision, Player
from ludens.adventure.briefing import Briefing
from ludens.adventure.plan import Plan
from ludens.adventure.prompting import render
from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError
from ludens.llm.request import Block, LLMRequest, Message

FALLBACK = "look"
"""Typed when a model says nothing that can be typed: it changes nothing."""


@dataclass(slots=True)
class LLMPlayer:
    """Asks a model for one command a turn, from the briefing alone."""

    model: BaseLLM
    stand_in: Player
    """Decides where the model gives no decision."""
    character: str = ""
    """What the player is told of itself, where there are two."""

    async def decide(self, briefing: Briefing) -> Decision | Plan:
        """Return the model's command; its stand-in's when it gives none."""
        rules = Block(text=render("player_rules", character=self.character), cache_point=True)
        request = LLMRequest(system=(rules,), messages=prompt(briefing))
        try:
            decision, _ = await self.model.complete_json(request, Decision)
        except CallFailedError as error:
            instead = await self.stand_in.decide(briefing)
            why = f"(In the place of the model, which gave no decision: {error}) "
            told: Decision | Plan = instead.model_copy(
                update={"reasoning": why + instead.reasoning}
            )
            return told
        return decision.model_copy(update={"command": one_line(decision.command)})


def prompt(briefing: Briefing) -> tuple[Message, ...]:
    """Return what the model is told of the turn, after the rules."""
    return (Message(blocks=render("player_briefing", **briefing.facts())),)


def one_line(command: str) -> str:
    """Return a command without a prompt sign, quotes or further lines; FALLBACK if none is left."""
    lines = [line.strip() for line in command.splitlines() if line.strip()]
    text = lines[0].lstrip("> ").strip("\"'` ") if lines else ""
    return text or FALLBACK
