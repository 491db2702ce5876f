"""The narrator filled by a model."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError
from ludens.llm.request import Block, LLMRequest, Message
from ludens.mafia.agents.narrator import Narrator, Scene
from ludens.mafia.rendering import render_scene

LONGEST = 1500
"""Characters; what a model writes beyond them is cut at the end of a sentence."""


def request_for(scene: Scene) -> LLMRequest:
    """Return the question that a scene puts to a model."""
    manner, situation = render_scene(scene)
    return LLMRequest(
        system=(Block(text=manner, cache_point=True),), messages=(Message(blocks=situation),)
    )


@dataclass(frozen=True, slots=True)
class LLMNarrator:
    """Asks a model for a few sentences; another narrator speaks where it gives none."""

    model: BaseLLM
    stand_in: Narrator

    async def narrate(self, scene: Scene) -> str:
        """Return the model's words, or the stand-in's."""
        try:
            response = await self.model.complete(request_for(scene))
        except CallFailedError:
            return await self.stand_in.narrate(scene)
        return shortened(response.text.strip())


def shortened(text: str) -> str:
    """Return a text of at most LONGEST characters, cut after a sentence where there is one."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    end = max(cut.rfind(mark) for mark in (". ", "! ", "? ", "\n"))
    return cut[: end + 1].rstrip() if end > 0 else cut
