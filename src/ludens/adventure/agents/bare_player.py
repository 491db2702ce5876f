"""The bare player: a model and the plain transcript, the baseline that the company must beat."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.adventure.agents.llm_player import FALLBACK, one_line
from ludens.adventure.agents.player import Decision
from ludens.adventure.briefing import Briefing
from ludens.adventure.prompting import render
from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError
from ludens.llm.request import Block, LLMRequest, Message, Role

LONGEST = 400_000
"""Characters of the transcript that are sent, the newest: what the largest windows hold."""


@dataclass(frozen=True, slots=True)
class BarePlayer:
    """Asks a model for the next command of a transcript that grows with every turn."""

    model: BaseLLM

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the model's command; a harmless one when it gives none."""
        rules = Block(text=render("bare_rules"), cache_point=True)
        request = LLMRequest(system=(rules,), messages=tuple(transcript(briefing)))
        try:
            decision, _ = await self.model.complete_json(request, Decision)
        except CallFailedError as error:
            return Decision(reasoning=f"The model gave no decision: {error}", command=FALLBACK)
        return decision.model_copy(update={"command": one_line(decision.command)})


def transcript(briefing: Briefing) -> list[Message]:
    """Return all that was said: the story as the user, the commands as the model's own."""
    messages = [Message(blocks=briefing.state.opening or "(The story says nothing.)")]
    for command, answer in briefing.state.transcript:
        messages.append(Message(role=Role.ASSISTANT, blocks=command or FALLBACK))
        messages.append(Message(blocks=answer.strip() or "(The story says nothing.)"))
    size, kept = 0, len(messages)
    while kept > 1 and size < LONGEST:
        kept -= 1
        size += sum(len(block.text) for block in messages[kept].blocks)
    start = kept if size >= LONGEST else 0
    return messages[start + (messages[start].role is Role.ASSISTANT) :]
