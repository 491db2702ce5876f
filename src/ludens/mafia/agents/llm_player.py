"""The player filled by a model."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.llm.base import BaseLLM
from ludens.llm.errors import CallFailedError, ErrorKind, ReplyError
from ludens.llm.request import Block, LLMRequest, Message
from ludens.mafia.agents.player import InvalidReplyError, PlayerFailedError, WontAnswerError
from ludens.mafia.agents.reply import decision_from, reply_schema
from ludens.mafia.briefing import Briefing
from ludens.mafia.decision import Decision
from ludens.mafia.rendering import Prompt, render


def request_for(prompt: Prompt) -> LLMRequest:
    """Return the question that a briefing puts to a model: what never changes stands first."""
    return LLMRequest(
        system=(
            Block(text=prompt.rules, cache_point=True),
            Block(text=prompt.character, cache_point=True),
        ),
        messages=(Message(blocks=prompt.situation),),
    )


@dataclass(frozen=True, slots=True)
class LLMPlayer:
    """Asks a model, from the briefing alone; what is wrong with its reply the engine feeds back."""

    model: BaseLLM

    async def decide(self, briefing: Briefing) -> Decision:
        """Return the model's decision; raises InvalidReplyError, PlayerFailedError."""
        public = briefing.view.public
        schema = reply_schema(briefing.ask, public.names, tuple(public.composition))
        request = request_for(render(briefing))
        try:
            # One try: the engine counts tries, whatever was wrong with a reply (seed 003).
            reply, _ = await self.model.complete_json(request, schema, retries=0)
        except ReplyError as error:
            wont = error.kind in (ErrorKind.REFUSED, ErrorKind.FILTERED)
            fault = WontAnswerError if wont else InvalidReplyError
            raise fault(error.message, error.response.text) from error
        except CallFailedError as error:
            raise PlayerFailedError(str(error)) from error
        return decision_from(reply, briefing.ask, briefing.seat, public.names)
